/*
 * What orders strands but spawns and syncs: the end of a future's task, or the
 * set of a promise, comes before each get.  These are *events*, numbered as
 * they occur.  Each strand has the set of events that come before it by way of
 * a get.
 *
 * An access of strand u comes before the running strand if its bag is serial;
 * or if there is an event in the running strand's set that u comes before by
 * spawns and syncs.  (The first get on the way from u has this event.)
 *
 * After an event each strand goes on under a new number.  So a number below
 * that clock is that of an access before the event.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A set of events: 0 is the empty one, and equal sets have equal numbers. */
typedef uint32_t uci_events;

void uci_reach_start(void);

/* An event that occurs now. */
uint32_t uci_event_new(void);

uci_events uci_events_join(uci_events a, uci_events b);
uci_events uci_events_with(uci_events set, uint32_t event);

/* Does the strand come before one of them, by spawns and syncs? */
bool uci_events_follow(uci_events set, uint32_t strand);
