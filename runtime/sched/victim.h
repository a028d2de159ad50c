/*
 * The choice of the next victim.  Its state is the calling worker's own.
 *
 * UCILK_VICTIM=near: where there are other workers on this node and elsewhere,
 * about one of UCILK_NEAR_BIAS + 1 attempts goes to another node; random: all
 * workers are equally likely.  Among those of the own node, and among those of
 * other nodes, all are equally likely.  If nothing can be seen on the own node,
 * the next attempt goes to another one.
 *
 * A failed attempt on another node costs round trips, and disturbs the victim
 * where the network is not one-sided.  So the worker leaves other nodes alone
 * for a while after it: twice as long after each further failure, up to a
 * bound.  A worker that has work is then found after a number of attempts that
 * does not grow with the time for which nobody had any, and work spreads over P
 * workers in about log2 P times the bound.
 */
#pragma once

#include "sched/worker.h"

/* Drawn while there is nobody to try: other nodes are left alone. */
#define UCI_VICTIM_NONE (~0u)

void uci_victim_start(void);

/* Draws another worker, or UCI_VICTIM_NONE; the caller is not the only one. */
unsigned uci_victim_draw(void);

/* An attempt on another node has failed. */
void uci_victim_failed(void);
/* This worker has got work, from wherever, or knows that there is some: it no
 * longer leaves other nodes alone. */
void uci_victim_found(void);
/* The worker that was drawn last has had something; where UCI_IS_STUDY. */
void uci_victim_gave(void);

/* Draws for at most so many attempts, ns after each other; returns how many of
 * the first go to this node, or to nobody.  *then_far: the one behind them goes
 * to another node, if uci_victim_look_far says so. */
unsigned uci_victim_foresee(unsigned most, uint32_t ns, bool *then_far);

/* Nothing can be seen on this node: the next attempt goes to another one. */
void uci_victim_look_far(void);
