/*
 * Rule C5 (docs/protocols/home.md): thieves leave a region alone while it is
 * young, if its thread's regions were faster so.
 */
#ifndef UCI_PATIENCE_H
#define UCI_PATIENCE_H

struct ucilk_abi_task;

/* The calling guest has opened a region, by a spawn of this task. */
void uci_patience_begin(const struct ucilk_abi_task *task);

#endif
