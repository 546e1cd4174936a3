/* Progress of long work: see progress.h. */
#include "cli/common/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/time.h"

#define FIRST_AFTER_S 1.0
#define TERMINAL_EVERY_S 0.1
#define LINE_EVERY_S 10.0
#define BAR_COLUMNS 30

void cz_progress_start(cz_progress *p, const char *what, const char *unit, uint64_t total) {
    *p = (cz_progress){.what = what, .unit = unit, .total = total, .start = cz_now_seconds()};
    p->terminal = isatty(STDERR_FILENO);
}

static void show_bar(const cz_progress *p, uint64_t done, double fraction) {
    char bar[BAR_COLUMNS + 1];
    for (int i = 0; i < BAR_COLUMNS; i++) bar[i] = (i + 0.5) / BAR_COLUMNS < fraction ? '#' : '.';
    bar[BAR_COLUMNS] = 0;
    if (p->total > 0)
        fprintf(stderr, "\r%s [%s] %3.0f %%", p->what, bar, 100 * fraction);
    else
        fprintf(stderr, "\r%s: %llu %s", p->what, (unsigned long long)done, p->unit);
    fflush(stderr);
}

void cz_progress_at(cz_progress *p, uint64_t done) {
    double now = cz_now_seconds();
    double every = p->shown ? (p->terminal ? TERMINAL_EVERY_S : LINE_EVERY_S) : 0;
    if (now - p->start < FIRST_AFTER_S || now - p->last < every) return;
    p->last = now;
    p->shown = true;
    double fraction = p->total == 0 ? 0 : done >= p->total ? 1 : (double)done / (double)p->total;
    if (p->terminal)
        show_bar(p, done, fraction);
    else if (p->total > 0)
        fprintf(stderr, "%s: %.0f %% of %llu %s, %.0f s\n", p->what, 100 * fraction, (unsigned long long)p->total,
                p->unit, now - p->start);
    else
        fprintf(stderr, "%s: %llu %s, %.0f s\n", p->what, (unsigned long long)done, p->unit, now - p->start);
}

void cz_progress_end(cz_progress *p) {
    if (!p->shown) return;
    if (p->terminal)
        fprintf(stderr, "\r\033[K");
    else
        fprintf(stderr, "%s: done in %.1f s\n", p->what, cz_now_seconds() - p->start);
}
