/*
 * The C heap's memory, as the system gives it: opened before use, closed when
 * it goes back.
 *
 * Until it is shared, and for good where there is one worker, the heap is
 * private memory without access, opened piece by piece, so that what is in use
 * counts for RLIMIT_DATA as in plain C.  Shared memory is open from the start,
 * and the limit is checked here.
 */
#ifndef UCI_COMMIT_H
#define UCI_COMMIT_H

#include <stdbool.h>
#include <stddef.h>

/* Reserves addresses and opens what is needed to begin. */
void uci_commit_start(void);
/* Says that it cannot be done, for want of memory. */
_Noreturn void uci_commit_refuse(void);
/* More of them, where less than usual was reserved. */
void uci_commit_extend(void);

/* Memory that reads as zero, with huge pages at once where they are whole, or
 * as it is touched.  False with errno ENOMEM. */
bool uci_commit_open(char *start, size_t size, bool huge);
/* Rows of the table up to this one. */
bool uci_commit_open_table(const void *end);
void uci_commit_close(char *start, size_t size);

/* May the program have so much more, in one block? */
bool uci_commit_allows(size_t size);

/* What there is moves into shared memory. */
void uci_commit_share(void);
/* In a forked child: all up to the top is private already, now the rest. */
void uci_commit_unshare(void);
/* All of the heap can only be read. */
void uci_commit_freeze(void);

#endif
