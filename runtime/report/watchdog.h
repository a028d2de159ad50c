/* UCILK_TEST_TIMEOUT: ends a program that hangs, with a message for each
 * worker. */
#pragma once

/* Starts the helper thread that ends the program after so many seconds. */
void uci_watchdog_start(unsigned long seconds);
/* Prints on stderr where each worker stands. */
void uci_watchdog_print(void);
