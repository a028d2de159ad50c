// check: -DTHREADS=2 -DJOINS=1
// check: -DTHREADS=2 -DJOINS=1 -DFAR
// full: -DTHREADS=2 -DJOINS=2
// full: -DTHREADS=3 -DJOINS=1
// full: -DTHREADS=3 -DJOINS=1 -DFAR
// mistake: ARRIVED_BEFORE_RESULT the parent takes half a result [P3]
// mistake: NOT_FLUSHED -DTHREADS=2 -DJOINS=1 -DFAR `arrived' overtakes a result that is under way [P3]
// mistake: TIME_AFTER_ARRIVED the child writes into a record that is freed [P3]
// mistake: QUEUED_BEFORE_EVACUATED the worker goes on with something else over the thread's bytes [P1]
// mistake: NO_SECOND_LOOK a thread that was resumed takes a result that is not there [P1]
// mistake: BEHIND_FREED_ONE the queue keeps its end when it is empty, and the next thread is lost [P2]
// mistake: RESUMED_IN_QUEUE a thread that was resumed is still in the queue, and runs twice [P2]
// mistake: COPY_KEPT each look loses the block of a copy [P2]
/*
 * Stalling joins: docs/policies.md, rules P1-P4.
 *
 * A worker has THREADS threads, one after the other.  Each joins JOINS children,
 * which end elsewhere, and waits in the worker's wait queue where it finds one
 * outstanding.
 *
 *   worker          uci_sched_loop: a turn, or an attempt to steal
 *   LOOK            uci_join_frame, and a thread that goes on after it has waited
 *   SUSPEND         suspend (sched/wait.c), then the queue
 *   RESUME          the head of the queue, then uci_thread_resume
 *   child, near     its stores are in a store buffer, first in, first out
 *   child, -DFAR    its puts arrive in any order; it waits for them before it
 *                   puts `arrived'
 *
 * A thread's bytes say which one it is and how many children it has joined: it
 * knows nothing else when it goes on.
 *
 * Left out, and why that is sound:
 *   - Whose turn it is (uci_turns): the worker here takes the oldest thread or a
 *     new one at any time.
 *   - Thieves of a thread that waits: there are none, the queue is the worker's.
 *   - Where the worker has got the threads: each comes as one that was stolen.
 *   - Gets: a future's state is to a get what `arrived' is to a join, written
 *     once, behind the result (future.pml).
 *   - Steps of suspending and resuming: only the worker uses queue and copies.
 */
#include "common.h"

#define RECORDS (THREADS * JOINS)
#define NIL 255

/* --- Records --- */
#define RESULT1 0
#define RESULT2 1
#define TIME 2                  /* when the child ended; in `waiter' */
#define ARRIVED 3
#define AT(r, word) (4 * (r) + (word))
byte memory[4 * RECORDS];
bool freed[RECORDS];

/* What of a child's writes is not in memory, in their order; 1 + the word. */
typedef buffer { byte n; byte which[4] }
buffer writes[RECORDS];
#define COMPLETE(r) (writes[r].n == 0)

inline WRITE(r, word)
{
    atomic {
        assert(!freed[r]);
        writes[r].which[writes[r].n] = word;
        writes[r].n++
    }
}

/* Carries out the i-th. */
inline ARRIVES(r, i)
{
    d_step {
        writes[r].n > i ->
        assert(!freed[r]);
        memory[AT(r, writes[r].which[i])] = 1;
        if :: i < 1 -> writes[r].which[0] = writes[r].which[1] :: else fi;
        if :: i < 2 -> writes[r].which[1] = writes[r].which[2] :: else fi;
        if :: i < 3 -> writes[r].which[2] = writes[r].which[3] :: else fi;
        writes[r].which[3] = 0;
        writes[r].n--
    }
}

proctype carry(byte r)
{
end:
    do
    :: ARRIVES(r, 0)
    WITH(FAR, :: ARRIVES(r, 1)
              :: ARRIVES(r, 2)
              :: ARRIVES(r, 3))
    od
}

proctype child(byte r)
{
    MISTAKE(ARRIVED_BEFORE_RESULT, WRITE(r, ARRIVED);)
    WRITE(r, RESULT1);
    WRITE(r, RESULT2);
    CORRECT(TIME_AFTER_ARRIVED, WRITE(r, TIME);)
#if defined(FAR) && !defined(MISTAKE_NOT_FLUSHED)
    COMPLETE(r);
#endif
    CORRECT(ARRIVED_BEFORE_RESULT, WRITE(r, ARRIVED);)
    MISTAKE(TIME_AFTER_ARRIVED, WRITE(r, TIME);)
}

/* --- The worker --- */
#define GARBAGE 255
#define BYTES(t) ((JOINS + 1) * (t) + joined[t])
byte joined[THREADS];           /* in truth */
byte place = GARBAGE;           /* what lies where threads run */

/* Blocks of copies: one a thread is enough. */
bool given[THREADS];
byte copy[THREADS], next[THREADS];
byte oldest = NIL, newest = NIL;

byte started, done, thread, r, b, word;

inline ALLOC()
{
    d_step {
        b = 0;
        WHILE(b < THREADS && given[b], b++)
    }
    b < THREADS;
    given[b] = true
}

inline FREE(block)
{
    assert(given[block]);
    given[block] = false;
    copy[block] = GARBAGE;      /* the heap may write there */
    next[block] = NIL
}

/* The thread in place, whose child is outstanding, waits. */
inline SUSPEND()
{
    ALLOC();
    d_step {
        SWAPPED(QUEUED_BEFORE_EVACUATED,
            copy[b] = place;,
            next[b] = NIL;
            WHEN_ELSE(newest == NIL, oldest = b, next[newest] = b);
            newest = b;
            place = GARBAGE;        /* the scheduler, and whatever it runs */)
        b = 0
    }
}

inline RESUME()
{
    d_step {
        b = oldest;
        EITHER(RESUMED_IN_QUEUE,
            WHEN(next[b] != NIL, oldest = next[b]);,
            oldest = next[b];)
        CORRECT(BEHIND_FREED_ONE, WHEN(oldest == NIL, newest = NIL);)
        place = copy[b];
        CORRECT(COPY_KEPT, FREE(b);)
        b = 0
    }
}

/* The thread in place goes on: joins children until one is outstanding. */
inline LOOK(is_resumed)
{
    assert(place != GARBAGE);
    thread = place / (JOINS + 1);
    assert(place == BYTES(thread));
    do
    :: place % (JOINS + 1) == JOINS -> done++; place = GARBAGE; break
    :: else ->
        r = thread * JOINS + place % (JOINS + 1);
        word = memory[AT(r, ARRIVED)];
        MISTAKE(NO_SECOND_LOOK, word = word || is_resumed;)
        WHEN_ELSE(word == 0,
            SUSPEND(); break,
            assert(memory[AT(r, TIME)] == 1);
            assert(memory[AT(r, RESULT1)] == 1);
            assert(memory[AT(r, RESULT2)] == 1);
            atomic {
                assert(!freed[r]);
                freed[r] = true;
                joined[thread]++;
                place++
            })
    od
}

active proctype worker()
{
    atomic {
        for (r : 0 .. RECORDS - 1) {
            run child(r);
            run carry(r)
        }
        r = 0
    }
    do
    :: started < THREADS ->     /* an attempt succeeds */
        d_step {
            thread = started;
            place = BYTES(thread);
            started++
        }
        LOOK(false)
    :: oldest != NIL ->         /* its turn */
        RESUME();
        LOOK(true)
    :: started == THREADS && oldest == NIL -> break
    od;
    /* Every thread has gone on to its end, and every copy is free. */
    assert(done == THREADS);
    for (b : 0 .. THREADS - 1) {
        assert(!given[b])
    }
}
