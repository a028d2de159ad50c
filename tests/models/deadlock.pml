// check: -DPUSHES=2
// check: -DPUSHES=1 -DLETTER
// full: -DPUSHES=2 -DVAIN=2
// full: -DPUSHES=2 -DLETTER
// full: -DPUSHES=3
// mistake: ONE_PASS a worker is looked at before a thread moves to it from one that is looked at later [F8]
// mistake: NO_COUNTS -DPUSHES=3 the same, the thread moves there and back between the passes [F8]
// mistake: COUNT_AFTER_STATE -DPUSHES=3 the same, the worker counts its nap after it shows it [F8]
// mistake: STATES_ONCE -DPUSHES=1 -DLETTER a sleeper wakes after it is looked at, and takes a thread that is then not found [F8]
// mistake: TAKES_AS_NAPPING the same, the worker shows that it is awake only after it has taken the thread [F8]
// mistake: NO_STATES a task of 30 s is reported as a deadlock [F8]
// mistake: READY_NOT_READ -DPUSHES=1 -DVAIN=1 a worker naps beside its own ready queue [F8]
// mistake: LETTER_NOT_READ -DPUSHES=1 -DLETTER main in the mailbox could run [F8]
// mistake: ONE_LOOK a worker is not asleep yet, and the deadlock is never reported [F8]
// mistake: NOT_ITSELF the watcher counts as awake, and the deadlock is never reported [F8]
/*
 * Deadlock detection: docs/protocols/future.md, rule F8.
 *
 * Worker 1 begins with a thread, the others idle.  A thread may push a
 * continuation into its deque or a waiter into its ready queue (PUSHES times
 * in all), go home by letter (LETTER), end, or wait for ever; the last one may
 * end the program.  Sound: a report while there is a thread that runs or that
 * somebody could take is an error.  Complete: so is a state in which nothing
 * moves any more without a report, unless the program has ended, and a look
 * that fails although all sleep.
 *
 *   sched               uci_sched_loop, uci_sched_leave (runtime/sched/sched.c)
 *   nap                 uci_idle_wait, sleep_unwatched (idle.c)
 *   watch               watch
 *   NAP .. ANYTHING_TO_RUN
 *                       uci_deadlock_check, asleep, anything_to_run (deadlock.c)
 *   program             uci_sched_leave; a spawn, a pop, uci_ready_push, mail
 *
 * Each worker has a store buffer for its state, its count of naps, its push of
 * T and its clearing of the mailbox.  Ready queues, steals, the watcher's
 * office and the store of RUNNING are locked operations and drain it.
 *
 * Left out, and why that is sound:
 *   - Who wakes whom (idle.pml): a sleeper may wake when there is anything to
 *     find, and VAIN times for nothing.
 *   - Arming, which only means fewer looks.  LOOKS looks may come at any time.
 *   - The deque's races (deque.pml): an entry is stolen in one step.
 *   - What follows a look that finds nobody who can go on: a report, or that
 *     main goes on (wait.pml).
 *
 * Not needed, it turned out: the look at the deques (a worker that naps has an
 * empty one), and that at the ready queues, as long as nobody naps beside the
 * own one (READY_NOT_READ needs VAIN).
 */
#include "common.h"

#ifndef VAIN
#define VAIN 0
#endif
#ifndef LOOKS
#define LOOKS 1
#endif
#define N 3

#define RUNNING   0
#define SCHEDULER 1
#define NAPPING   2
byte state[N] = SCHEDULER, begun[N];
byte entries[N], ready[N];
bool letter, done, reported;
byte watcher;
byte budget = PUSHES, vain = VAIN, looks = LOOKS;
bool at_home = WITH_ELSE(LETTER, false, true); /* main; true: it need not go */
byte live = 1;                  /* ghosts: threads that run or could */
bool asleep[N];

/* --- Store buffers --- */
#define STATE(w) (w)
#define BEGUN(w) (4 + (w))
#define PUSH(w)  (8 + (w))
#define MAILBOX  12
chan buffer[N] = [4] of { byte, byte };
#define DRAINED empty(buffer[me])
#define STORE(word, value) buffer[me]!word, value

proctype drain(byte w)
{
    byte word, value;
end:
    do
    :: d_step {
        buffer[w]?word, value;
        if
        :: word < 4 -> state[word] = value
        :: word >= 4 && word < 8 -> begun[word - 4] = value
        :: word >= 8 && word < 12 -> entries[word - 8]++
        :: else -> letter = value
        fi;
        word = 0; value = 0
    }
    od
}

/* Anything for worker w? */
#define ENDED (done || reported)
#define SOME(v) (ready[v] > 0 || entries[v] > 0)
#define IN_SIGHT(w) (ENDED || (w == 0 && letter) || \
                     SOME((w + 1) % N) || SOME((w + 2) % N))
/* Nothing moves, and nothing will. */
#define ASLEEP(w) (asleep[w] && empty(buffer[w]))
#define QUIET (live == 0 && vain == 0 && ASLEEP(0) && ASLEEP(1) && ASLEEP(2))

#define UNLESS(condition) \
    if \
    :: condition -> goto no_deadlock \
    :: else \
    fi
#define AWAKE(i) \
    EITHER(NO_STATES, false, \
    EITHER(NOT_ITSELF, (i == me || state[i] != NAPPING), \
           (state[i] != NAPPING)))
#define NAPS(i) EITHER(NO_COUNTS, 0, begun[i])

/* The two passes over the workers, and what is between. */
#define NAP(i) UNLESS(AWAKE(i)); before[i] = NAPS(i);
#define STILL_NAP(i) \
    CORRECT(STATES_ONCE, UNLESS(AWAKE(i));) UNLESS(NAPS(i) != before[i]);
#define READY(i) UNLESS(ready[i] > 0);
#define ENTRIES(i) UNLESS(entries[i] > 0);
#define ANYTHING_TO_RUN \
    CORRECT(LETTER_NOT_READ, UNLESS(letter);) \
    CORRECT(READY_NOT_READ, EACH(N, READY)) \
    EACH(N, ENTRIES)

/* Before anything is taken. */
#define SHOW_AWAKE \
    EITHER(TAKES_AS_NAPPING, asleep[me] = false, \
           asleep[me] = false; STORE(STATE(me), SCHEDULER))
#define TAKE(v) :: atomic { DRAINED && ready[v] > 0 -> ready[v]--; goto program }
#define STEAL(v) :: atomic { DRAINED && me != v && entries[v] > 0 -> \
                             entries[v]--; goto program }

proctype worker(byte me)
{
    byte before[N];
    bool quiet, looked;

    WHEN(me == 1, goto program);
sched:
    if
    :: ENDED -> goto out
    :: atomic { me == 0 && letter -> STORE(MAILBOX, false); goto program }
    EACH(N, TAKE)
    EACH(N, STEAL)
    :: atomic { vain > 0 -> vain-- }            /* tries the wrong ones */
    :: !IN_SIGHT(me) && ready[me] == 0
    fi;

    /* nap */
    MISTAKE(COUNT_AFTER_STATE, STORE(STATE(me), NAPPING);
                               STORE(BEGUN(me), begun[me] + 1);)
    CORRECT(COUNT_AFTER_STATE, STORE(BEGUN(me), begun[me] + 1);
                               STORE(STATE(me), NAPPING);)
    atomic {
        DRAINED;
        asleep[me] = true;
        WHEN(watcher == 0, watcher = me + 1; goto watch)
    }
    if                                          /* sleeps unwatched */
    :: atomic { IN_SIGHT(me) -> SHOW_AWAKE }
    :: atomic { watcher == 0 -> SHOW_AWAKE }
    :: atomic { vain > 0 -> vain--; SHOW_AWAKE }
    fi;
    goto sched;

watch:
    if
    :: IN_SIGHT(me) -> goto leave
    :: atomic { vain > 0 -> vain--; goto leave }
    :: atomic { looks > 0 && !looked -> looks-- }
    EITHER(ONE_LOOK,
        :: atomic { QUIET && !looked -> quiet = true },
        :: atomic { QUIET -> quiet = true })
    fi;
    looked = true;
    EACH(N, NAP)
    ANYTHING_TO_RUN
    CORRECT(ONE_PASS, EACH(N, STILL_NAP))
    assert(live == 0);
    reported = true;
    goto out;
no_deadlock:
    assert(!quiet);
    CORRECT(ONE_LOOK, looked = false;)
    before[0] = 0; before[1] = 0; before[2] = 0;
    goto watch;
leave:
    atomic { watcher = 0; looked = false; SHOW_AWAKE }
    goto sched;

program:
    atomic { DRAINED; state[me] = RUNNING }
    do
    :: atomic { budget > 0 -> budget--; live++; STORE(PUSH(me), 1) }
    :: atomic { budget > 0 && DRAINED -> budget--; live++; ready[me]++ }
    :: atomic { DRAINED && entries[me] > 0 -> entries[me]--; live-- } /* a pop */
    :: atomic { DRAINED && entries[me] == 0 && me != 0 && !at_home ->
                at_home = true; letter = true; STORE(STATE(me), SCHEDULER) }
        goto sched
    :: atomic { DRAINED && entries[me] == 0 ->
                live--; STORE(STATE(me), SCHEDULER) }
        goto sched
    :: atomic { live == 1 -> done = true }
        goto out
    od;
out:
    skip
}

init {
    byte w;
    atomic { for (w : 0 .. N - 1) { run drain(w); run worker(w) } }
}
