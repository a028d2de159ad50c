/* What messages say of a worker. */
#ifndef UCI_WHERE_H
#define UCI_WHERE_H

/* Before a message about what a task did: there is one, and who writes it ends
 * the program; any other waits here for that. */
void uci_claim_report(void);

/* "SIGSEGV" or "signal 77". */
const char *uci_signal_name(int signal, char buffer[32]);

#endif
