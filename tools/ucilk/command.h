/* What all commands of the tool use. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Ends the tool with status 1 and this message. */
_Noreturn void uk_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* The same with status 2, for a wrong command line: what is wrong, and the
 * word. */
_Noreturn void uk_refuse(const char *what, const char *word);

void *uk_alloc(size_t n, size_t size);

/* The file of that name for an output, or stdout for "-"; and its end, with a
 * message if something could not be written. */
FILE *uk_output_open(const char *name);
void uk_output_close(FILE *file, const char *name);

/* A regular file in memory, for good; false, with errno, if it cannot be read
 * or is empty. */
struct uk_bytes {
    const char *at;
    size_t size;
};
bool uk_map(struct uk_bytes *file, const char *path);

/* A string of JSON, with its quotes. */
void uk_json_text(FILE *file, const char *text);

/* A text of an SVG at a place, with more attributes: a part of the words, if
 * they are longer. */
void uk_svg_text(FILE *file, double x, double y, const char *more,
                 const char *words, unsigned most);

/* A folder of the installation that the tool is part of: "bin", "include", or
 * "lib" for that of the libraries.  It may be missing. */
const char *uk_folder(const char *name);

int uk_scale_main(int argc, char **argv);
int uk_info_main(int argc, char **argv);
extern const char uk_scale_help[], uk_info_help[];
