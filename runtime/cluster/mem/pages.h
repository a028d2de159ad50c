/* Copies of memory by pages, and files in memory that several processes map. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Copies the readable pages [start, end) to memory that holds zeros.  From
 * `file_end' on, pages that were never touched hold zeros and are left out: 1
 * GiB of .bss costs nothing. */
void uci_pages_fill(char *to, char *start, char *end, char *file_end);

/* Returns a private copy of them; NULL if there are none. */
char *uci_pages_copy(char *start, char *end);

/* Makes a file in memory (memfd), closed on exec; returns its descriptor, or -1
 * with errno.  A limit on the size of files is not meant for it: the limit is
 * raised meanwhile, as far as that is allowed. */
int uci_pages_file(const char *name, size_t size);
/* Sets the size of such a file likewise; false with errno. */
bool uci_pages_resize(int fd, size_t size);
