/*
 * The assistant: a helper thread of each rank that polls the network while the
 * worker runs a task, or main.
 */
#ifndef UCI_ASSISTANT_H
#define UCI_ASSISTANT_H

/* Starts it, after uci_strategy_choose.  It handles no message any more when
 * uci_am_stop has returned. */
void uci_assistant_start(void);

/* If not null, the assistant calls it at every look:
 * cluster/end/mate.c. */
extern void (*uci_assistant_beat)(void);

#endif
