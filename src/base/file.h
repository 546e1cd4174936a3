/* Files: read-only maps, and writing that either appears whole under its name or not at all. */
#ifndef CZ_BASE_FILE_H
#define CZ_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/* A whole file, mapped for reading. */
typedef struct cz_map {
    const uint8_t *data; /* NULL when the file is empty */
    size_t bytes;
} cz_map;

CZ_MUST_CHECK cz_code cz_map_open(cz_error *err, cz_map *out, const char *path);
void cz_map_close(cz_map *m);

/* A file being written under a private name in its own folder; cz_writer_commit makes it durable and gives it its name,
 * cz_writer_abort removes it. */
typedef struct cz_writer {
    FILE *file;
    char *path, *temporary;
} cz_writer;

CZ_MUST_CHECK cz_code cz_writer_open(cz_error *err, cz_writer *out, const char *path);
CZ_MUST_CHECK cz_code cz_write(cz_error *err, cz_writer *w, const void *data, size_t n);
/* Flush, fsync, rename, fsync of the folder. Ends the writer either way. */
CZ_MUST_CHECK cz_code cz_writer_commit(cz_error *err, cz_writer *w);
/* A no-op on a zeroed or ended writer. */
void cz_writer_abort(cz_writer *w);

/* Writes a whole file atomically. */
CZ_MUST_CHECK cz_code cz_write_file(cz_error *err, const char *path, const void *data, size_t n);
/* Creates a folder and its parents; existing ones are fine. */
CZ_MUST_CHECK cz_code cz_make_folder(cz_error *err, const char *path);

#endif
