/* The end of a program of several nodes: rule G8 in docs/protocols/groups.md.
 */
#ifndef UCI_GROUP_END_H
#define UCI_GROUP_END_H

#include <stdbool.h>
#include <stdint.h>

/* From now on exit() ends all nodes. */
void uci_end_start(void);

/* Node 0's main has returned, and waited for its futures. */
void uci_end_main_returned(void);

/* Node 0's main has returned: whoever waits, waits for the end. */
bool uci_end_is_near(void);

/* A main thread works until the end; on node 0 when main has returned, since it
 * may be the only worker. */
void uci_end_await(void);

/* In the courier. */
void uci_end_answer(uint64_t round);
void uci_end_take_answer(bool is_quiet, uint64_t received);
/* Now and then, outside of `receive': ends the process if it is to end at once;
 * node 0 begins a round, or ends all. */
void uci_end_look(void);
void uci_end_exit(int status);
void uci_end_told(bool at_once);
void uci_end_take_last(void);

#endif
