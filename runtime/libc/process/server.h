/*
 * What only worker 0 can do: calls that other workers ask it for.
 *
 * A thread of worker 0 serves them one by one; one that may take long gets a
 * thread of its own.  Until it is done its worker waits.
 */
#ifndef UCI_SERVER_H
#define UCI_SERVER_H

#include "libc/libc.h"

#include <signal.h>

enum { UCI_SERVER_BYTES = 512 };

/* Is this another worker than 0, of a program with several? */
static inline bool uci_server_is_elsewhere(void)
{
    return uci_unlikely(uci_id != 0) && uci_libc_has_workers;
}

/* Runs run(arguments) in worker 0, with the caller's errno.  The arguments, at
 * most UCI_SERVER_BYTES, are copied there and back; what they point to must be
 * in memory that all workers share. */
void uci_server_call(void (*run)(void *arguments), void *arguments,
                     size_t size, bool takes_long);

/* The signal mask of main's thread when the workers started: what the
 * program's children are to have, for other workers block most signals. */
const sigset_t *uci_server_program_mask(void);

/* Worker 0, before it clones the others; and when it has cloned them, in a
 * thread that takes no signals. */
void uci_server_prepare(void);
void uci_server_start(void);

#endif
