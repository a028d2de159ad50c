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
#ifndef PUSHES
#define PUSHES 1
#endif
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
        if
        :: pending[w] == DEQUE -> entry[w] = true
        :: else -> ready[w] = true
        fi;
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
#if defined(MISTAKE_NO_REST)
#define ENOUGH true
#else
#define ENOUGH (looks < LOOKS || NO_PUSH_PASSES)
#endif
#ifdef MISTAKE_LONG_WITHOUT_REST
#define MISTAKEN_REST true
#else
#define MISTAKEN_REST false
#endif
#define NONE(w) (!pending[w] && !entry[w] && !ready[w])
#define NO_WORK (NONE(0) && NONE(1) && NONE(2))
#define OTHERS_RUN (running[0] + running[1] + running[2] == N)

inline WAKE(i)
{
    if
    :: wake[i] -> atomic { SEQCST; wake[i] = false }
    :: else
    fi
}

inline WAKE_ONE()
{
    if
    :: naps == 0
    :: else ->
        if
        :: wake[(me + 1) % N] -> WAKE((me + 1) % N)
        :: else ->
            if
            :: wake[(me + 2) % N] -> WAKE((me + 2) % N)
            :: else
            fi
        fi
    fi
}

#ifdef MISTAKE_READY_NOT_IN_SIGHT
#define WORK(w) (entry[w])
#else
#define WORK(w) (entry[w] || ready[w])
#endif

inline IN_SIGHT(yes)
{
    yes = done || (me == 0 && home);
    yes = yes || WORK((me + 1) % N);
    yes = yes || WORK((me + 2) % N)
}

inline ARM()
{
    moved[me] = true;
#ifndef MISTAKE_LIMITS_BEFORE_ARMED
    armed = ARMED;
#endif
    limit[(me + 1) % N] = false;
    limit[(me + 2) % N] = false
#ifdef MISTAKE_LIMITS_BEFORE_ARMED
    ;
    armed = ARMED
#endif
}

inline DISARM()
{
    atomic {
        yes = (armed != ARMED);
        armed = (yes -> armed : 0)
    };
    if
    :: yes ->
        WAKE_ONE();
#ifndef MISTAKE_DOES_NOT_WAIT
        armed != NOTIFYING || done
#else
        skip
#endif
    :: else ->
#ifndef MISTAKE_STAYS_OFF
        moved[me] = false
#else
        skip
#endif
    fi;
    yes = false
}

inline RAISE_LIMIT()
{
#ifdef MISTAKE_LIMIT_RAISED_LATE
    yes = (armed != 0);
    atomic { SEQCST; limit[me] = !yes }
#else
    atomic { SEQCST; limit[me] = true };
    if
    :: armed != 0 -> limit[me] = false
    :: else
    fi
#endif
}

inline NOTIFY()
{
    if
    :: armed == ARMED ->
        atomic { SEQCST; yes = (armed == ARMED);
                 armed = (yes -> NOTIFYING : armed) };
        if
        :: yes ->
#ifdef MISTAKE_NOTIFIED_EARLY
            armed = 0;
#endif
            atomic {
                i = watcher;
                assert(i != 0 || done);
            };
#ifndef MISTAKE_DISARM_WITHOUT_WAKE
            if
            :: i != 0 -> WAKE(i - 1)
            :: else             /* the program ends */
            fi;
#endif
            if
            :: i != 0 -> moved[i - 1] = false
            :: else
            fi;
            armed = 0
        :: else
        fi
    :: else
    fi;
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

    if
    :: running[me] -> goto program
    :: else
    fi;
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
        if
        :: entry[i] -> entry[i] = false; running[me] = true
        :: else ->
            if
            :: ready[i] -> ready[i] = false; running[me] = true
            :: else
            fi
        fi;
        i = 0
    };
    if
    :: running[me] ->
        WAKE_ONE();
        RAISE_LIMIT();
        goto program
    :: else
    fi;
    BECOME_WATCHER(yes);
    if
    :: yes -> yes = false; goto watch
    :: else
    fi;

    /* sleep_unwatched */
#if !defined(MISTAKE_COUNT_AFTER_TRY)
    naps++;
#endif
#ifndef MISTAKE_WAKE_SET_LATE
    wake[me] = true;
#endif
#ifndef MISTAKE_NO_SECOND_TRY
    BECOME_WATCHER(yes);
#endif
#if defined(MISTAKE_COUNT_AFTER_TRY)
    naps++;
#endif
    is_short = yes;             /* watching */
    if
    :: !is_short ->
#ifndef MISTAKE_SLEEP_WITHOUT_LOOK
        IN_SIGHT(yes);
#endif
#ifdef MISTAKE_WAKE_SET_LATE
        wake[me] = true;
#endif
        if
        :: !yes -> !wake[me]    /* sleeps */
        :: else
        fi
    :: else
    fi;
    wake[me] = false;
    naps--;
    yes = false;
    if
    :: is_short -> is_short = false
    :: else -> goto sched
    fi;

watch:
    assert(!moved[me] || done);
    do
    :: IN_SIGHT(yes);
        if
        :: yes -> break
        :: else
        fi;
        wake[me] = true;
#ifndef MISTAKE_GOES_ON_DISARMED
        if
        :: is_armed && armed != ARMED -> break
        :: else
        fi;
#endif
        is_long = is_armed && rested;
        if
        :: !is_armed && looks >= LOOKS -> ARM(); is_armed = true
        :: else
        fi;
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
        if
        :: !yes -> break
        :: else
        fi;
        if
        :: looks < LOOKS -> looks++
        :: else
        fi
    od;
    atomic { wake[me] = false; yes = false; looks = 0; rested = false; is_long = false };
    if
    :: is_armed -> DISARM(); is_armed = false
    :: else
    fi;
    assert(!moved[me] || done);
#ifdef MISTAKE_COUNT_READ_FIRST
    WAKE_ONE();
    watcher = 0;
#else
    watcher = 0;
#ifndef MISTAKE_WATCHER_WAKES_NOBODY
    WAKE_ONE();
#endif
#endif
    goto sched;

program:
    do
    :: atomic { budget > 0 -> budget-- };
        if
        :: passing[me] = true;  /* a spawn */
            if
            :: limit[me] -> pending[me] = DEQUE
            :: else ->
                RAISE_LIMIT();
                pending[me] = DEQUE;
                NOTIFY()
            fi
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
    if
    :: me == 0 -> running[0] = false; goto finish
    :: else ->
#ifdef MISTAKE_HOME_AFTER_WAKE
        WAKE(0);
#endif
        atomic { home = true; running[me] = false };
#if !defined(MISTAKE_HOME_AFTER_WAKE) && !defined(MISTAKE_HOME_WITHOUT_WAKE)
        WAKE(0);
#endif
        goto sched
    fi;

finish:                         /* worker 0 */
    done = true;
#ifndef MISTAKE_DONE_WITHOUT_WAKE
    WAKE(1);
    WAKE(2);
#endif
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
