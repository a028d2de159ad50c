/*
 * Memory that moves into other memory at the same address: what was private
 * becomes shared, or, in a forked child, the other way round; and files in
 * memory for what several processes map.
 */
#ifndef UCI_PAGES_H
#define UCI_PAGES_H

#include <stddef.h>

/* A copy of the pages [start, end), which can be read, in memory of the given
 * kind (MAP_SHARED or MAP_PRIVATE).  From `file_end' on, pages that were never
 * touched hold zeros and are not copied: 1 GiB of .bss costs nothing. */
char *uci_pages_copy(char *start, char *end, char *file_end, int kind);
/* The same into memory that holds zeros. */
void uci_pages_fill(char *to, char *start, char *end, char *file_end);

/* Copies those that were ever touched: to zeros. */
void uci_pages_copy_touched(char *to, char *start, char *end);

/* Moves a copy into the place of what it was made of, at once. */
void uci_pages_put(char *start, size_t size, char *copy);

/* A file in memory that only those see who get its descriptor: closed on exec;
 * -1 with errno.  A limit on the size of files is not meant for it, and is
 * exceeded as far as it may be raised. */
int uci_pages_file(const char *name, size_t size);

/* Keeps what is not in memory out of a core dump, which would fetch it.
 * Usable in signal handlers. */
void uci_pages_trim_dump(char *start, char *end);

#endif
