/* For messages about what a task did. */
#pragma once

#include <stdint.h>

/* Called before a message about what a task did, by whoever then ends the
 * program.  There is one such message: a second caller waits here for the
 * end. */
void uci_claim_report(void);

/* Prints that the stack of the worker that runs has overflowed, at `address' in
 * its guard. */
void uci_where_report_overflow(uintptr_t address);

/* "SIGSEGV" or "signal 77". */
const char *uci_signal_name(int signal, char buffer[32]);
