/*
 * The assistant: a thread of each rank that polls the network while the
 * worker runs tasks, or main.
 */
#ifndef UCI_ASSISTANT_H
#define UCI_ASSISTANT_H

/* After uci_strategy_choose.  It takes no signals, and is of no effect once
 * uci_am_stop has returned. */
void uci_assistant_start(void);

/* Called by it at every look, if not null: cluster/end/heartbeat.c. */
extern void (*uci_assistant_beat)(void);

#endif
