/* Command lines: see args.h. */
#include "cli/common/args.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const cz_opt *find_opt(const cz_opt *opts, const char *name, size_t n) {
    for (const cz_opt *o = opts; o->name; o++)
        if (strlen(o->name) == n && memcmp(o->name, name, n) == 0) return o;
    return NULL;
}

static cz_code push(cz_error *err, cz_args *args, const cz_opt *opt, const char *value) {
    if (args->n_words == CZ_ARGS_MAX)
        return CZ_FAIL(err, CZ_E_ARG, "more than %d words on the command line", CZ_ARGS_MAX);
    args->words[args->n_words].opt = opt;
    args->words[args->n_words++].value = value;
    return CZ_OK;
}

static bool is_option(const char *word) { return word[0] == '-' && word[1] != 0; }

cz_code cz_args_parse(cz_error *err, cz_args *out, const cz_opt *opts, int argc, char **argv) {
    out->opts = opts;
    out->n_words = 0;
    bool options_ended = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (options_ended || !is_option(word)) {
            CZ_TRY(push(err, out, NULL, word));
            continue;
        }
        if (strcmp(word, "--") == 0) {
            options_ended = true;
            continue;
        }
        const char *equals = strchr(word, '=');
        const cz_opt *opt = find_opt(opts, word, equals ? (size_t)(equals - word) : strlen(word));
        if (!opt) return CZ_FAIL(err, CZ_E_ARG, "unknown option %s", word);
        if (opt->kind != CZ_OPT_MANY && cz_args_has(out, opt->name))
            return CZ_FAIL(err, CZ_E_ARG, "%s is given twice", opt->name);
        if (opt->kind == CZ_OPT_FLAG) {
            if (equals) return CZ_FAIL(err, CZ_E_ARG, "%s takes no value", opt->name);
            CZ_TRY(push(err, out, opt, NULL));
            continue;
        }
        const char *value = equals ? equals + 1 : i + 1 < argc ? argv[++i] : NULL;
        if (!value || (!equals && strncmp(value, "--", 2) == 0))
            return CZ_FAIL(err, CZ_E_ARG, "%s needs a value (%s)", opt->name, opt->value);
        CZ_TRY(push(err, out, opt, value));
        while (opt->kind == CZ_OPT_MANY && !equals && i + 1 < argc && !is_option(argv[i + 1]))
            CZ_TRY(push(err, out, opt, argv[++i]));
    }
    return CZ_OK;
}

static bool is_word_of(const cz_args *args, size_t i, const char *name) {
    const cz_opt *opt = args->words[i].opt;
    return name ? opt && strcmp(opt->name, name) == 0 : !opt;
}

bool cz_args_has(const cz_args *args, const char *name) { return cz_args_count(args, name) > 0; }

const char *cz_args_get(const cz_args *args, const char *name) { return cz_args_nth(args, name, 0); }

const char *cz_args_nth(const cz_args *args, const char *name, size_t i) {
    for (size_t w = 0; w < args->n_words; w++)
        if (is_word_of(args, w, name) && i-- == 0) return args->words[w].value;
    return NULL;
}

size_t cz_args_count(const cz_args *args, const char *name) {
    CZ_INVARIANT(!name || find_opt(args->opts, name, strlen(name)), "option %s is not in the table", name);
    size_t n = 0;
    for (size_t w = 0; w < args->n_words; w++) n += is_word_of(args, w, name);
    return n;
}

cz_code cz_args_u64(cz_error *err, uint64_t *out, const cz_args *args, const char *name, uint64_t min, uint64_t max) {
    const char *text = cz_args_get(args, name);
    if (!text) return CZ_OK;
    char *end;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno || v < min || v > max)
        return CZ_FAIL(err, CZ_E_ARG, "%s: \"%s\" is not a number from %llu to %llu", name, text,
                       (unsigned long long)min, (unsigned long long)max);
    *out = v;
    return CZ_OK;
}

void cz_args_print_help(FILE *to, const cz_opt *opts) {
    for (const cz_opt *o = opts; o->name; o++) {
        char head[64];
        snprintf(head, sizeof head, "%s%s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "",
                 o->kind == CZ_OPT_MANY ? "…" : "");
        /* the ellipsis is three bytes and one column wide */
        fprintf(to, "  %-*s", o->kind == CZ_OPT_MANY ? 26 : 24, head);
        for (const char *p = o->help; *p; p++) {
            fputc(*p, to);
            if (*p == '\n') fprintf(to, "%26s", "");
        }
        fputc('\n', to);
    }
}
