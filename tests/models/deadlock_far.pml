// check: -DPUSHES=2
// check: -DPUSHES=2 -DLETTER
// check: -DPUSHES=1 -DCOUNT
// check: -DPUSHES=1 -DQUEUED
// search: -DREVERSE
// full: -DPUSHES=3
// full: -DPUSHES=3 -DLETTER
// full: -DPUSHES=2 -DCOUNT
// mistake: ASK_EARLY -DPUSHES=1 question k + 1 is asked before all have answered question k [N21]
// mistake: PASSED_EARLY a worker passes its answer before its children have passed theirs [N21]
// mistake: OLD_ANSWER a child's answer to an older question counts [N21]
// mistake: OWN_ONLY a worker passes its own answer, not those of its subtree [N21]
// mistake: ANSWER_AT_STEAL a worker answers after it has taken a thread and before it runs it [N21]
// mistake: IDLE_NOW a worker answers whether it has a thread, not whether it has had one since the last question [N21]
// mistake: READY_NOT_READ a worker answers beside its own ready queue [N21]
// mistake: LETTER_NOT_READ -DLETTER main in the mailbox could run [N21]
// mistake: ASKED_ONCE the first answers always say that there was a thread, and the deadlock is never reported [N21]
// mistake: QUEUE_NOT_READ -DPUSHES=1 -DQUEUED a worker answers beside its own wait queue [N21]
// mistake: ANSWERS_COUNTED -DPUSHES=1 -DCOUNT a worker answers though it has to leave the count of futures, upon which main could run [N21]
// mistake: POSTED_UNFLUSHED -DPUSHES=1 -DCOUNT a worker answers though what it has counted is under way [N21]
// mistake: LEAVES_UNTOLD -DPUSHES=1 -DCOUNT leaving the count does not count as work [N21]
/*
 * Deadlock detection between nodes: docs/protocols/remote.md, rule N21.
 *
 * Ranks 0 <- 1 <- 2 and 0 <- 3.  Worker 1 begins with a thread, the others idle.  A thread
 * may push a continuation into its deque or a waiter into its ready queue
 * (PUSHES times in all), go home by letter (LETTER), end, or wait for ever.  With
 * COUNT main waits until the count of futures says that no other thread is left:
 * the last one takes itself off at worker 2, which sends main when it leaves the
 * count.  With QUEUED a thread may go to its worker's wait queue, from which only that
 * worker takes it (docs/policies.md, P1).  Sound: a report while there is a thread that runs or could is an error.
 * Complete: so are two questions answered after the last thread has gone, without
 * a report.
 *
 *   worker              uci_sched_loop, uci_deadlock_poll (deadlock_far.c)
 *   PASS_ON             pass_on
 *   ANSWERED, the step that sets `passed'
 *                       have_all_answered, uci_deadlock_poll
 *   LOOK                look_around
 *   LEAVES              uci_detached_leave (detached_far.c; detached_far.pml)
 *
 * Left out, and why that is sound: answers under way to the parent, whose step
 * may as well come later; what follows a look in which main goes on (wait.pml).
 */
#include "common.h"

#ifndef PUSHES
#define PUSHES 2
#endif
#define N 4
#define EARLY 3 /* questions while there are threads, at most */
#define NOBODY N

#define NO_LETTER(i) EITHER(LETTER_NOT_READ, true, (i != 0 || !letter))
#define NOT_COUNTED(i) EITHER(ANSWERS_COUNTED, true, (i != 2 || !counted))
#define FLUSHED(i) EITHER(POSTED_UNFLUSHED, true, (posted != 1 + i))
#if defined(MISTAKE_QUEUE_NOT_READ) || !defined(QUEUED)
#define NONE_QUEUED(i) true
#else
#define NONE_QUEUED(i) (queued[i] == 0)
#endif
#define SETTLED(i) (NO_LETTER(i) && NOT_COUNTED(i) && FLUSHED(i) && NONE_QUEUED(i))
#define MAY_ANSWER(i) \
    EITHER(ANSWER_AT_STEAL, (ready[i] == 0 && SETTLED(i)), \
    EITHER(READY_NOT_READ, (!transit[i] && SETTLED(i)), \
           (!transit[i] && ready[i] == 0 && SETTLED(i))))
#define IS_IDLE(i) (!thread[i] && !transit[i] && !leaving[i])
#define MAY_PASS(i) \
    EITHER(ANSWER_AT_STEAL, (!thread[i] && !leaving[i]), IS_IDLE(i))
/* The answers of its children are there; and they and its own say so. */
#ifdef MISTAKE_PASSED_EARLY
#define HAS(i, child) true
#define SAYS(i, child) (answer[child] != number[i] || passed_calm[child])
#else
#define HAS(i, child) \
    EITHER(OLD_ANSWER, (answer[child] > 0), (answer[child] == number[i]))
#define SAYS(i, child) \
    EITHER(OWN_ONLY, (i == 1 || passed_calm[child]), passed_calm[child])
#endif
#define ANSWERED(i) (has_answered[i] && (i != 0 || HAS(0, 1) && HAS(0, 3)) && (i != 1 || HAS(1, 2)))
#define SUBTREE_CALM(i) (says[i] && (i != 0 || SAYS(0, 1) && SAYS(0, 3)) && (i != 1 || SAYS(1, 2)))
#define MAY_ASK (live == 0 || early < EARLY)

bool thread[N], transit[N]; /* runs; taken, and not begun */
byte deque[N], ready[N];
bool letter;
byte pushes = PUSHES;
byte live = WITH_ELSE(COUNT, 2, 1); /* threads that run or could */
bool reported;
WITH(QUEUED, byte queued[N];)

byte posted;       /* 1 + the worker whose decrement is under way to worker 2 */
bool counted;      /* worker 2 has to leave the count */
bool leaving[N], has_ended;

byte asked[N], put[N];  /* and what is under way */
byte number[N];         /* passed on */
bool has_answered[N], passed[N] = true;
bool calm[N], says[N];
byte answer[N];         /* passed to the parent */
bool passed_calm[N];
byte early, late;

inline PASS_ON(i, k)
{
    number[i] = k;
    has_answered[i] = false;
    passed[i] = false;
    if
    :: i == 0 -> put[1] = number[i]; put[3] = number[i]
    :: i == 1 -> put[2] = number[i]
    :: else
    fi
}

inline LOOK()
{
    UNLESS(passed[0],
        passed[0] = true;
        WHEN_ELSE(SUBTREE_CALM(0),
            assert(live == 0);
            reported = true,
            UNLESS(live > 0, late++; assert(late < 3))));
    WHEN(!reported,
        MISTAKE(ASKED_ONCE,
            calm[0] = false;
            calm[1] = false;
            calm[2] = false;
            calm[3] = false;)
        early = early + (live > 0);
        PASS_ON(0, number[0] + 1))
}

/* Thread i has ended, or waits for ever. */
inline GONE(i)
{
    thread[i] = false;
    live--;
    calm[i] = false;
    WITH(COUNT, WHEN(live == 1 && !has_ended, has_ended = true; posted = 1 + i))
}

active [N] proctype worker() {
    byte i = _pid, v;
    thread[i] = (i == 1);
    do
    :: reported -> break
    /* A thread's steps. */
    :: atomic { !reported && thread[i] && pushes > 0 && deque[i] == 0 ->
        pushes--; deque[i]++; live++ }
    :: atomic { !reported && thread[i] && pushes > 0 ->
        pushes--; ready[i]++; live++ }
    :: atomic { !reported && thread[i] && deque[i] == 0 -> GONE(i) }
    :: atomic { !reported && thread[i] && deque[i] > 0 -> /* goes on with it */
        deque[i]--; live-- }
    WITH(LETTER,
        :: atomic { !reported && thread[i] && deque[i] == 0 && !letter ->
            thread[i] = false; letter = true; calm[i] = false })
    WITH(QUEUED,
        :: atomic { !reported && thread[i] && deque[i] == 0 ->
            thread[i] = false; queued[i]++; calm[i] = false }
        :: atomic { !reported && IS_IDLE(i) && queued[i] > 0 ->
            queued[i]--; transit[i] = true })
    /* Those of an idle worker. */
    :: atomic { !reported && IS_IDLE(i) && i == 0 && letter ->
        letter = false; transit[i] = true }
    :: atomic { !reported && IS_IDLE(i) ->
        if
        :: deque[0] > 0 -> v = 0; deque[0]--
        :: deque[1] > 0 -> v = 1; deque[1]--
        :: deque[2] > 0 -> v = 2; deque[2]--
        :: deque[3] > 0 -> v = 3; deque[3]--
        :: ready[0] > 0 -> v = 0; ready[0]--
        :: ready[1] > 0 -> v = 1; ready[1]--
        :: ready[2] > 0 -> v = 2; ready[2]--
        :: ready[3] > 0 -> v = 3; ready[3]--
        :: else -> v = NOBODY
        fi;
        transit[i] = (v != NOBODY); v = 0 }
    :: atomic { !reported && transit[i] -> transit[i] = false; thread[i] = true }
    WITH(COUNT,
        :: atomic { !reported && posted == 1 + i -> posted = 0; counted = true }
        :: atomic { !reported && i == 2 && IS_IDLE(i) && counted ->
            counted = false;
            CORRECT(LEAVES_UNTOLD, calm[i] = false;)
            leaving[i] = true }
        :: atomic { !reported && leaving[i] -> leaving[i] = false; letter = true })
    :: atomic { !reported && asked[i] != put[i] -> asked[i] = put[i] }
    :: atomic { !reported && MAY_PASS(i) && asked[i] != number[i] && i != 0 ->
        PASS_ON(i, asked[i]) }
    :: atomic { !reported && !thread[i] && !leaving[i] && !passed[i] &&
                !has_answered[i] && MAY_ANSWER(i) ->
        MISTAKE(IDLE_NOW, calm[i] = true;)
        says[i] = calm[i]; has_answered[i] = true; calm[i] = true }
    :: atomic { !reported && MAY_PASS(i) && i != 0 && !passed[i] && ANSWERED(i) ->
        passed[i] = true;
        passed_calm[i] = SUBTREE_CALM(i);
        answer[i] = number[i] }
    :: atomic { !reported && i == 0 && IS_IDLE(0) && (passed[0] || ANSWERED(0)) &&
                (MAY_ASK || SUBTREE_CALM(0) && !passed[0]) -> LOOK() }
    MISTAKE(ASK_EARLY,
        :: atomic { !reported && i == 0 && IS_IDLE(0) && !passed[0] && early < EARLY ->
            early++; PASS_ON(0, number[0] + 1) })
    od
}
