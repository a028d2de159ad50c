/* Copies of memory by pages, and files in memory for what several processes
 * map. */
#ifndef UCI_PAGES_H
#define UCI_PAGES_H

#include <stddef.h>

/* Copies the pages [start, end), which can be read, to zeros.  From `file_end'
 * on, pages that were never touched hold zeros and are left out: 1 GiB of .bss
 * costs nothing. */
void uci_pages_fill(char *to, char *start, char *end, char *file_end);

/* A private copy of all of them. */
char *uci_pages_copy(char *start, char *end);

/* A file in memory that only those see who get its descriptor: closed on exec;
 * -1 with errno.  A limit on the size of files is not meant for it, and is
 * exceeded as far as it may be raised. */
int uci_pages_file(const char *name, size_t size);

#endif
