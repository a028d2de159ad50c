// check: -DPUSHES=1 -DPROMPT
// check: -DPUSHES=1 -DREADY_QUEUE -DSHORT
// full: -DPUSHES=2 -DPROMPT
// full: -DPUSHES=1 -DPROMPT -DTWO_RUN -DREADY_QUEUE -DSHORT
// full: -DPUSHES=1 -DPROMPT -DLOOKS=1
// short: 120
// mistake: NO_SECOND_TRY a sleeper counts itself and sleeps: all sleep unwatched [I3]
// mistake: COUNT_AFTER_TRY the same, it counts itself too late [I3]
// mistake: COUNT_READ_FIRST the watcher reads the count, then leaves the office [I3]
// mistake: WATCHER_WAKES_NOBODY there is no watcher any more [I2, I4]
// mistake: SLEEP_WITHOUT_LOOK worker 0 misses the mailbox [I3]
// mistake: WAKE_SET_LATE the waker finds nobody to wake [I3]
// mistake: HOME_WITHOUT_WAKE worker 0 sleeps beside its mailbox [C3]
// mistake: HOME_AFTER_WAKE the same: worker 0 is woken before the letter is there [C3]
// mistake: DONE_WITHOUT_WAKE workers outlive the program [E1]
// mistake: READY_NOT_IN_SIGHT -DPUSHES=1 -DPROMPT -DREADY_QUEUE the watcher does not look at ready queues [I2]
// mistake: LIMIT_RAISED_LATE -DPUSHES=2 -DPROMPT a lowered limit is raised again unseen [I5]
// mistake: LIMITS_BEFORE_ARMED -DPUSHES=2 -DPROMPT the same from the other side [I5]
// mistake: DISARM_WITHOUT_WAKE the watcher sleeps, disarmed [I5]
// mistake: NO_REST a push that had passed its limit is not found [I5]
// mistake: GOES_ON_DISARMED -DPUSHES=2 -DPROMPT a watcher that was notified while awake sleeps [I5]
// mistake: DOES_NOT_WAIT -DPUSHES=1 -DPROMPT -DREADY_QUEUE -DSHORT its CPU mask is changed when it has left [I5]
// mistake: STAYS_OFF a watcher that disarms by itself keeps the mask [I5]
// mistake: NOTIFIED_EARLY the same: the notifier is not through with the mask [I5]
// mistake: LONG_WITHOUT_REST -DPUSHES=2 -DPROMPT -DTWO_RUN -DSHORT the same: it did not sleep since it armed [I5]
/*
 * Idle workers: docs/protocols/idle.md, rules I2-I5, the mailbox's wake-up (C3)
 * and that of the end (E1).
 *
 * Worker 1 begins with a thread, the others idle.  Whoever has a thread may
 * push (PUSHES times in all), into its deque or ready queue, and then has a
 * long child, which waits until the entry is taken (or no other worker is
 * idle), or a short one.  The last to have a thread sends it home; worker 0
 * goes on with it, and in the end ends the program.  A state in which nothing moves any more is an
 * error: work in sight of nobody, a mailbox that is not read, a worker that
 * does not end.
 *
 *   sched               uci_sched_loop, try_steal (runtime/sched/sched.c)
 *   IN_SIGHT .. NOTIFY  the functions of these names (idle.c)
 *   watch               watch: label and the lines up to WAKE_ONE
 *   unwatched           sleep_unwatched
 *   program             a spawn's fast path (spawn.S); its slow path,
 *                       uci_spawn_push (spawn.c); uci_ready_push (ready.c)
 *   finish              uci_home_return (home.c), uci_end_workers (end_workers.c)
 *
 * A push's store of T, and the ready queue's, wait in the store buffer
 * (pending).  All other racing stores of this protocol are sequentially
 * consistent, that is, locked or fenced: SEQCST waits for the buffer.
 *
 * Time.  Sleeps with a limit may end at any time, so the plain model says what
 * holds whatever the clock does: never do all sleep unwatched.  PROMPT says
 * what holds without the 100 ms: the long sleep ends by a wake-up only, if the
 * first sleep after arming outlasts any push that is then between its look at
 * the limit and its arrival in memory.
 *
 * Left out, and why that is sound:
 *   - Spinning before the sleep (I1): fewer looks are the worse case.
 *   - The deque's races: one entry a worker, stolen in one step.
 *   - Futexes: a sleeper sleeps while its word is 1.  Spurious wake-ups only
 *     lead to another look.
 *   - CPU masks, but for `moved': they say where a sleeper runs, not whether.
 *   - The looks before it arms, but LOOKS of the twelve: they are alike.
 */
#include "common.h"

#define N 3
#ifndef LOOKS
#define LOOKS 0                 /* so many, then the watcher arms */
#endif

/* --- What the scheduler looks at --- */
#define DEQUE 1
#define READY 2
byte pending[N];                /* in the store buffer: DEQUE or READY */
bool entry[N], ready[N], home, done;

#define SEQCST (pending[me] == 0)

proctype drain(byte w)
{
end:
    do
    :: d_step {
        pending[w] != 0 ->
        WHEN_ELSE(pending[w] == DEQUE, entry[w] = true, ready[w] = true);
        pending[w] = 0
    }
    od
}

/* --- idle.c --- */
bool wake[N], limit[N];
#define ARMED 1
#define NOTIFYING 2
byte armed;
byte naps, watcher;

bool running[N];                /* ghosts: has a thread */
bool passing[N];                /* a push has passed its limit */
bool moved[N];                  /* its CPU mask is not its own */
byte ended, budget = PUSHES;
#define NO_PUSH_PASSES (!passing[0] && !passing[1] && !passing[2])
/* A short sleep of the armed watcher outlasts what passes. */
#define ENOUGH EITHER(NO_REST, true, (looks < LOOKS || NO_PUSH_PASSES))
#define MISTAKEN_REST EITHER(LONG_WITHOUT_REST, true, false)
#define NONE(w) (!pending[w] && !entry[w] && !ready[w])
#define NO_WORK (NONE(0) && NONE(1) && NONE(2))
#define OTHERS_RUN (running[0] + running[1] + running[2] == N)

inline WAKE(i)
{
    WHEN(wake[i], atomic { SEQCST; wake[i] = false })
}

inline WAKE_ONE()
{
    UNLESS(naps == 0,
        WHEN_ELSE(wake[(me + 1) % N],
            WAKE((me + 1) % N),
            WHEN(wake[(me + 2) % N], WAKE((me + 2) % N))))
}

#define WORK(w) EITHER(READY_NOT_IN_SIGHT, (entry[w]), (entry[w] || ready[w]))

inline IN_SIGHT(yes)
{
    yes = done || (me == 0 && home);
    yes = yes || WORK((me + 1) % N);
    yes = yes || WORK((me + 2) % N)
}

inline ARM()
{
    moved[me] = true;
    CORRECT(LIMITS_BEFORE_ARMED, armed = ARMED;)
    limit[(me + 1) % N] = false;
    limit[(me + 2) % N] = false
    MISTAKE(LIMITS_BEFORE_ARMED, ; armed = ARMED)
}

inline DISARM()
{
    atomic {
        yes = (armed != ARMED);
        armed = (yes -> armed : 0)
    };
    WHEN_ELSE(yes,
        WAKE_ONE();
        EITHER(DOES_NOT_WAIT, skip, armed != NOTIFYING || done),
        EITHER(STAYS_OFF, skip, moved[me] = false));
    yes = false
}

inline RAISE_LIMIT()
{
    EITHER(LIMIT_RAISED_LATE,
        yes = (armed != 0);
        atomic { SEQCST; limit[me] = !yes },
        atomic { SEQCST; limit[me] = true };
        WHEN(armed != 0, limit[me] = false))
}

inline NOTIFY()
{
    WHEN(armed == ARMED,
        atomic { SEQCST; yes = (armed == ARMED);
                 armed = (yes -> NOTIFYING : armed) };
        WHEN(yes,
            MISTAKE(NOTIFIED_EARLY, armed = 0;)
            atomic {
                i = watcher;
                assert(i != 0 || done);
            };
            CORRECT(DISARM_WITHOUT_WAKE,
                if
                :: i != 0 -> WAKE(i - 1)
                :: else             /* the program ends */
                fi;)
            WHEN(i != 0, moved[i - 1] = false);
            armed = 0));
    i = 0; yes = false
}

inline BECOME_WATCHER(yes)
{
    atomic {
        SEQCST;
        yes = (watcher == 0);
        watcher = (yes -> me + 1 : watcher)
    }
}

/* --- A worker --- */
proctype worker(byte me)
{
    byte i, looks;
    bool yes, is_short, is_armed, is_long, rested;

    WHEN(running[me], goto program);
sched:
    if
    :: me == 0 && home ->
        home = false;
        running[0] = true;
        RAISE_LIMIT();
        limit[0] = false;       /* the region closes */
        goto program
    :: done -> goto ended_now
    :: else
    fi;
    atomic {
        if                      /* a random victim */
        :: i = (me + 1) % N
        :: i = (me + 2) % N
        fi;
        WHEN_ELSE(entry[i],
            entry[i] = false; running[me] = true,
            WHEN(ready[i], ready[i] = false; running[me] = true));
        i = 0
    };
    WHEN(running[me],
        WAKE_ONE();
        RAISE_LIMIT();
        goto program);
    BECOME_WATCHER(yes);
    WHEN(yes, yes = false; goto watch);

    /* sleep_unwatched */
    CORRECT(COUNT_AFTER_TRY, naps++;)
    CORRECT(WAKE_SET_LATE, wake[me] = true;)
    CORRECT(NO_SECOND_TRY, BECOME_WATCHER(yes);)
    MISTAKE(COUNT_AFTER_TRY, naps++;)
    is_short = yes;             /* watching */
    WHEN(!is_short,
        CORRECT(SLEEP_WITHOUT_LOOK, IN_SIGHT(yes);)
        MISTAKE(WAKE_SET_LATE, wake[me] = true;)
        WHEN(!yes,
            !wake[me]    /* sleeps */));
    wake[me] = false;
    naps--;
    yes = false;
    WHEN_ELSE(is_short, is_short = false, goto sched);

watch:
    assert(!moved[me] || done);
    do
    :: IN_SIGHT(yes);
        WHEN(yes, break);
        wake[me] = true;
        CORRECT(GOES_ON_DISARMED, WHEN(is_armed && armed != ARMED, break);)
        is_long = is_armed && rested;
        WHEN(!is_armed && looks >= LOOKS, ARM(); is_armed = true);
        IN_SIGHT(yes);
        if
        :: yes -> rested = MISTAKEN_REST
        :: else ->
            if                  /* sleeps */
            :: !wake[me]
#ifdef PROMPT
            :: !is_long && ENOUGH -> rested = true
#else
            :: rested = true
#endif
            fi
        fi;
        atomic { yes = wake[me]; wake[me] = false };
        WHEN(!yes, break);
        WHEN(looks < LOOKS, looks++)
    od;
    atomic { wake[me] = false; yes = false; looks = 0; rested = false; is_long = false };
    WHEN(is_armed, DISARM(); is_armed = false);
    assert(!moved[me] || done);
    EITHER(COUNT_READ_FIRST,
        WAKE_ONE();
        watcher = 0;,
        watcher = 0;
        CORRECT(WATCHER_WAKES_NOBODY, WAKE_ONE();))
    goto sched;

program:
    do
    :: atomic { budget > 0 -> budget-- };
        if
        :: passing[me] = true;  /* a spawn */
            WHEN_ELSE(limit[me],
                pending[me] = DEQUE,
                RAISE_LIMIT();
                pending[me] = DEQUE;
                NOTIFY())
#ifdef READY_QUEUE
        :: passing[me] = true;
            atomic { SEQCST; pending[me] = READY };
            NOTIFY();
            WAKE_ONE()
#endif
        fi;
        atomic {
            SEQCST;
            passing[me] = false;
            if
            :: is_short = false
#ifdef SHORT
            :: is_short = true
#endif
            fi
        };
        if
        :: atomic { is_short && entry[me] -> entry[me] = false }
        :: !entry[me] && !ready[me]
        :: atomic { OTHERS_RUN -> entry[me] = false; ready[me] = false }
        fi;
        is_short = false
    :: is_short = true;         /* computes for long */
        NO_WORK || OTHERS_RUN;
        is_short = false
    :: atomic {                 /* the thread ends, but for the last one */
            running[0] + running[1] + running[2] > 1 -> running[me] = false
        };
        goto sched
    :: running[0] + running[1] + running[2] == 1 -> break
    od;
    WHEN_ELSE(me == 0,
        running[0] = false; goto finish,
        MISTAKE(HOME_AFTER_WAKE, WAKE(0);)
        atomic { home = true; running[me] = false };
        CORRECT(HOME_AFTER_WAKE, CORRECT(HOME_WITHOUT_WAKE, WAKE(0);))
        goto sched);

finish:                         /* worker 0 */
    done = true;
    CORRECT(DONE_WITHOUT_WAKE, WAKE(1); WAKE(2);)
    ended == N - 1;

ended_now:
    ended++
}

init {
    atomic {
        running[1] = true;
        limit[1] = true;
#ifdef TWO_RUN
        running[2] = true;
        limit[2] = true;
#endif
        run drain(0); run drain(1); run drain(2);
        run worker(0); run worker(1); run worker(2)
    }
}
