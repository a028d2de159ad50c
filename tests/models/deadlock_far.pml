// check: -DPUSHES=2
// check: -DPUSHES=2 -DLETTER
// full: -DPUSHES=3
// full: -DPUSHES=3 -DLETTER
// mistake: ASK_EARLY question k + 1 is asked before all have answered question k [N21]
// mistake: ANSWER_AT_STEAL a worker answers after it has taken a thread and before it runs it [N21]
// mistake: IDLE_NOW a worker answers whether it has a thread, not whether it has had one since the last question [N21]
// mistake: READY_NOT_READ a worker answers beside its own ready queue [N21]
// mistake: LETTER_NOT_READ -DLETTER main in the mailbox could run [N21]
// mistake: ASKED_ONCE the first answers always say that there was a thread, and the deadlock is never reported [N21]
/*
 * Deadlock detection between nodes: docs/protocols/remote.md, rule N21.
 *
 * Worker 1 begins with a thread, the others idle.  A thread may push a
 * continuation into its deque or a waiter into its ready queue (PUSHES times
 * in all), go home by letter (LETTER), end, or wait for ever.  Sound: a report
 * while there is a thread that runs or could is an error.  Complete: so are two
 * questions answered after the last thread has gone, without a report.
 *
 *   worker              uci_sched_loop, uci_deadlock_poll (deadlock_far.c)
 *   LOOK                look_around, gather, ask
 *
 * Left out, and why that is sound: the store buffer of `calm', whose store may
 * as well come later; what follows a look in which main goes on (wait.pml).
 */
#ifndef PUSHES
#define PUSHES 2
#endif
#define N 3
#define EARLY 3 /* questions while there are threads, at most */
#define NOBODY N

#ifdef MISTAKE_LETTER_NOT_READ
#define NO_LETTER(i) true
#else
#define NO_LETTER(i) (i != 0 || !letter)
#endif
#ifdef MISTAKE_ANSWER_AT_STEAL
#define IS_IDLE(i) (ready[i] == 0 && NO_LETTER(i))
#elif defined(MISTAKE_READY_NOT_READ)
#define IS_IDLE(i) (!transit[i] && NO_LETTER(i))
#else
#define IS_IDLE(i) (!transit[i] && ready[i] == 0 && NO_LETTER(i))
#endif
/* The next answer is there; or all, and the questions are not used up. */
#ifdef MISTAKE_ASK_EARLY
#define ANSWERED (answered[n_answers] == asked || (asked > 0 && early < EARLY))
#else
#define ANSWERED (answered[n_answers] == asked)
#endif
#define MAY_LOOK ((n_answers < N && ANSWERED) || (n_answers == N && (live == 0 || early < EARLY || (all_calm && asked > 0))))

bool thread[N], transit[N]; /* runs; taken, and not begun */
byte deque[N], ready[N];
bool letter;
byte pushes = PUSHES;
byte live = 1; /* threads that run or could */
bool reported;

byte asked, seen[N]; /* and where it has arrived */
byte answered[N + 1]; /* one more: not to be read */
bool calm[N], says[N];

/* Worker 0's. */
byte n_answers, early, late;
bool all_calm;

inline LOOK() {
    if
    :: n_answers < N && answered[n_answers] == asked ->
        all_calm = all_calm && says[n_answers];
        n_answers++
#ifdef MISTAKE_ASK_EARLY
    :: n_answers < N && answered[n_answers] != asked && asked > 0 && early < EARLY ->
        early++;
        asked++;
        n_answers = 0;
        all_calm = true
#endif
    :: n_answers == N ->
        if
        :: asked > 0 && all_calm ->
            assert(live == 0);
            reported = true
        :: else ->
            if
            :: live > 0 -> early++
            :: else -> late++;
                assert(late < 3)
            fi;
#ifdef MISTAKE_ASKED_ONCE
            calm[0] = false;
            calm[1] = false;
            calm[2] = false;
#endif
            asked++;
            n_answers = 0;
            all_calm = true
        fi
    fi
}

active [N] proctype worker() {
    byte i = _pid, v;
    thread[i] = (i == 1);
    if
    :: i == 0 -> all_calm = true; n_answers = N
    :: else
    fi;
    do
    :: reported -> break
    /* A thread's steps. */
    :: atomic { !reported && thread[i] && pushes > 0 && deque[i] == 0 ->
        pushes--; deque[i]++; live++ }
    :: atomic { !reported && thread[i] && pushes > 0 ->
        pushes--; ready[i]++; live++ }
    :: atomic { !reported && thread[i] && deque[i] == 0 -> /* ends, or waits */
        thread[i] = false; live--; calm[i] = false }
    :: atomic { !reported && thread[i] && deque[i] > 0 -> /* goes on with it */
        deque[i]--; live-- }
#ifdef LETTER
    :: atomic { !reported && thread[i] && deque[i] == 0 && !letter ->
        thread[i] = false; letter = true; calm[i] = false }
#endif
    /* Those of an idle worker. */
    :: atomic { !reported && !thread[i] && !transit[i] && i == 0 && letter ->
        letter = false; transit[i] = true }
    :: atomic { !reported && !thread[i] && !transit[i] ->
        if
        :: deque[0] > 0 -> v = 0; deque[0]--
        :: deque[1] > 0 -> v = 1; deque[1]--
        :: deque[2] > 0 -> v = 2; deque[2]--
        :: ready[0] > 0 -> v = 0; ready[0]--
        :: ready[1] > 0 -> v = 1; ready[1]--
        :: ready[2] > 0 -> v = 2; ready[2]--
        :: else -> v = NOBODY
        fi;
        transit[i] = (v != NOBODY); v = 0 }
    :: atomic { !reported && transit[i] -> transit[i] = false; thread[i] = true }
    :: atomic { !reported && seen[i] != asked -> seen[i] = asked }
    :: atomic { !reported && !thread[i] && answered[i] != seen[i] && IS_IDLE(i) ->
#ifdef MISTAKE_IDLE_NOW
        calm[i] = true;
#endif
        says[i] = calm[i]; answered[i] = seen[i]; calm[i] = true }
    :: atomic { !reported && i == 0 && !thread[i] && !transit[i] && MAY_LOOK -> LOOK() }
    od
}
