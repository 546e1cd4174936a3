/* Files: see file.h. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

cz_code cz_map_open(cz_error *err, cz_map *out, const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return CZ_FAIL(err, CZ_E_IO, "%s cannot be opened: %s", path, strerror(errno));
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        close(fd);
        return CZ_FAIL(err, CZ_E_IO, "%s is not a regular file", path);
    }
    cz_map m = {NULL, (size_t)st.st_size};
    if (m.bytes > 0) {
        void *p = mmap(NULL, m.bytes, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p == MAP_FAILED) {
            int e = errno;
            close(fd);
            return CZ_FAIL(err, CZ_E_IO, "%s (%zu bytes) cannot be mapped: %s", path, m.bytes, strerror(e));
        }
        m.data = p;
    }
    close(fd);
    *out = m;
    return CZ_OK;
}

void cz_map_close(cz_map *m) {
    if (m->data != NULL) munmap((void *)(uintptr_t)m->data, m->bytes);
    *m = (cz_map){0};
}

cz_code cz_writer_open(cz_error *err, cz_writer *out, const char *path) {
    cz_writer w = {0};
    w.path = strdup(path);
    if (w.path == NULL || asprintf(&w.temporary, "%s.partial-XXXXXX", path) < 0) {
        free(w.path);
        return CZ_FAIL(err, CZ_E_NOMEM, "no memory for a file name");
    }
    int fd = mkostemp(w.temporary, O_CLOEXEC);
    if (fd < 0) {
        cz_code code = CZ_FAIL(err, CZ_E_IO, "%s cannot be written: %s", path, strerror(errno));
        free(w.path);
        free(w.temporary);
        return code;
    }
    (void)fchmod(fd, 0644);
    w.file = fdopen(fd, "wb");
    if (w.file == NULL) {
        close(fd);
        cz_writer_abort(&w);
        return CZ_FAIL(err, CZ_E_NOMEM, "no memory to write %s", path);
    }
    *out = w;
    return CZ_OK;
}

cz_code cz_write(cz_error *err, cz_writer *w, const void *data, size_t n) {
    if (n == 0 || fwrite(data, 1, n, w->file) == n) return CZ_OK;
    return CZ_FAIL(err, CZ_E_IO, "writing %s: %s", w->path, strerror(errno));
}

static void forget(cz_writer *w) {
    free(w->path);
    free(w->temporary);
    *w = (cz_writer){0};
}

/* A rename is durable once its folder is. */
static void sync_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    int fd = folder == NULL ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (fd < 0) return;
    (void)fsync(fd);
    close(fd);
}

cz_code cz_writer_commit(cz_error *err, cz_writer *w) {
    bool ok = fflush(w->file) == 0 && fsync(fileno(w->file)) == 0;
    int e = errno;
    ok = fclose(w->file) == 0 && ok;
    w->file = NULL;
    if (ok && rename(w->temporary, w->path) != 0) {
        e = errno;
        ok = false;
    }
    if (!ok) {
        cz_code code = CZ_FAIL(err, CZ_E_IO, "writing %s: %s", w->path, strerror(e));
        cz_writer_abort(w);
        return code;
    }
    sync_folder(w->path);
    forget(w);
    return CZ_OK;
}

void cz_writer_abort(cz_writer *w) {
    if (w->path == NULL) return;
    if (w->file != NULL) (void)fclose(w->file);
    (void)unlink(w->temporary);
    forget(w);
}

cz_code cz_write_file(cz_error *err, const char *path, const void *data, size_t n) {
    cz_writer w;
    CZ_TRY(cz_writer_open(err, &w, path));
    cz_code code = cz_write(err, &w, data, n);
    if (code != CZ_OK) {
        cz_writer_abort(&w);
        return code;
    }
    return cz_writer_commit(err, &w);
}

cz_code cz_make_folder(cz_error *err, const char *path) {
    char *p = strdup(path);
    if (p == NULL) return CZ_FAIL(err, CZ_E_NOMEM, "no memory for a folder name");
    cz_code code = CZ_OK;
    for (char *s = p + 1; code == CZ_OK; s++) {
        if (*s != '/' && *s != '\0') continue;
        char c = *s;
        *s = '\0';
        if (mkdir(p, 0755) != 0 && errno != EEXIST)
            code = CZ_FAIL(err, CZ_E_IO, "the folder %s cannot be made: %s", p, strerror(errno));
        *s = c;
        if (c == '\0') break;
    }
    free(p);
    return code;
}
