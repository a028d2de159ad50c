/* For messages about what a task did. */
#ifndef UCI_WHERE_H
#define UCI_WHERE_H

/* Called before a message about what a task did, by whoever then ends the
 * program.  There is one such message: a second caller waits here for the
 * end. */
void uci_claim_report(void);

/* "SIGSEGV" or "signal 77". */
const char *uci_signal_name(int signal, char buffer[32]);

#endif
