/*
 * Whom an idle worker tries to steal from next.
 *
 * UCILK_VICTIM=near: of UCILK_NEAR_BIAS + 1 attempts about one goes to another
 * node, where there are workers on both; random: all are equally likely.
 * Within either kind all are.  Where the own node has nothing to be seen, the
 * attempts go to others.
 *
 * A failed attempt elsewhere costs round trips, and disturbs where the network
 * is not one-sided.  So other nodes are left alone for a while after it, each
 * time in a row for twice as long, up to a bound: who has work is then found
 * after a number of attempts that does not grow with the time for which there
 * was none, and work spreads over P workers in about log2 P bounds.
 */
#ifndef UCI_VICTIM_H
#define UCI_VICTIM_H

#include "words/worker.h"

/* Nobody, for the moment. */
#define UCI_VICTIM_NONE (~0u)

void uci_victim_start(void);

/* Another worker.  There is one. */
unsigned uci_victim_draw(void);

/* What became of an attempt on a worker of another node: it has failed; or the
 * worker has got work, from wherever. */
void uci_victim_failed(void);
void uci_victim_found(void);

/* There is nothing on this node: the next attempt goes to another one. */
void uci_victim_look_far(void);

#endif
