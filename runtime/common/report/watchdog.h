/* UCILK_TEST_TIMEOUT: where each worker stood. */
#ifndef UCI_WATCHDOG_H
#define UCI_WATCHDOG_H

void uci_watchdog_start(unsigned long seconds);
/* A line for each worker on stderr. */
void uci_watchdog_print(void);

#endif
