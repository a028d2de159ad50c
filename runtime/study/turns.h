/*
 * Whose turn it is in a worker that has no thread to run: the threads of its
 * wait queue and the worker itself, one after the other (P2 in
 * docs/policies.md, L6 in docs/protocols/child.md).  A thread in its turn looks
 * for what it waits for.  The worker in its turn, and a thread that has looked
 * in vain, make one attempt to find something else to run.
 */
#pragma once

#include <stdbool.h>

struct uci_turns {
    unsigned n_waiting; /* threads of the queue, */
    unsigned n_before;  /* of these, those before the worker's next turn */
    bool has_looked;    /* the newest one, in vain: an attempt is next */
};

/* A thread has been appended to the queue. */
static inline void uci_turns_added(struct uci_turns *t)
{
    t->n_waiting++;
}

/* The same of the thread that ran, which has looked. */
static inline void uci_turns_appended(struct uci_turns *t)
{
    uci_turns_added(t);
    t->has_looked = true;
}

/* A thread has ended: a turn is next. */
static inline void uci_turns_ended(struct uci_turns *t)
{
    t->has_looked = false;
}

/* True if the oldest thread of the queue is to be taken out; otherwise it is
 * time for an attempt. */
static inline bool uci_turns_next(struct uci_turns *t)
{
    if (t->has_looked) {
        t->has_looked = false;
        return false;
    }
    if (t->n_before == 0) {
        t->n_before = t->n_waiting;
        return false;
    }
    t->n_waiting--;
    t->n_before--;
    return true;
}
