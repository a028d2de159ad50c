// check: -DOLDER
// check: -DIN_PLACE
// check: -DWAITERS
// check: -DHOME
// check: -DLINGERS
// check: -DGIVES_UP
// check: -DDEADLOCK
// check: -DHOME -DLATE
// check: -DLINGERS -DLATE
// check: -DGIVES_UP -DLATE
// full: -DOLDER -DWORKERS=4
// full: -DIN_PLACE -DWORKERS=4
// full: -DWAITERS -DWORKERS=4
// full: -DHOME -DWORKERS=4
// full: -DLINGERS -DWORKERS=4
// mistake: LISTED_FIRST listed before the parent's entry is popped: resumed without its record [F3]
// mistake: NO_RECORD the parent goes on as if its child had ended [F3]
// mistake: SYNC_WITHOUT_POP a sync leaves older entries in the deque [F3, J6]
// mistake: ABOVE_LIVE_ENTRY the parent stays in the deque, the worker looks for another thread [F3, S2]
// mistake: ENTRY_LOST -DIN_PLACE in place after all, the parent is forgotten [F3]
// mistake: RECORD_KEPT -DIN_PLACE the same, the record has no child [F3]
// mistake: CUT_IN_PLACE -DIN_PLACE the same, the thread reports to a record that nobody makes [F3, S4]
// mistake: QUEUED_UNSEEN nobody looks where the waiters are [F4]
// mistake: COUNTED_LATE -DIN_PLACE a task ends before it is counted [F5]
// mistake: COUNTED_BEFORE_DONE -DHOME main ends before the future is fulfilled [F5]
// mistake: NO_MARK_AT_OPEN -DHOME main ends with a future running [C2]
// mistake: END_DOES_NOT_WAIT -DHOME the same [F6]
// mistake: COUNTED_BEFORE_MAIN -DHOME main is sent before it is in its copy [F6]
// mistake: MAILED_TWICE -DHOME main goes home while futures run, then again [F6]
// mistake: MAILED_NEVER -DHOME the last future ends, and main waits for ever [F6]
// mistake: NOT_GIVEN_UP -DGIVES_UP main waits for futures that wait for main [F6]
// mistake: GIVEN_UP_UNCOUNTED -DGIVES_UP main goes on and takes itself for alone [F6]
// mistake: GIVEN_UP_AT_RETURN -DDEADLOCK main returns though a future waits [F6]
// mistake: RETURN_DOES_NOT_WAIT -DGIVES_UP main returns with a future running [F6]
// mistake: CLOSED_AT_SYNC -DHOME the region is closed as if no future were left [F7]
// mistake: NO_MARK_LINGERING -DLINGERS the frame's end does not wait [F7]
// mistake: NOT_SORTED_OUT -DLINGERS main goes on in another worker between regions [F7]
// mistake: TASK_OPENS_REGION -DLINGERS a future's task takes main's base [F7]
// mistake: MAKES_WAY_UNTOLD -DHOME a thread makes way without its record [F7, D8]
/*
 * Waiting, and what main waits for: docs/protocols/future.md, rules F3-F7, with
 * what they need of S1, S2, S5, J1-J6, C1-C4, D2, D4, D7, D8.
 *
 * Each size is a program (LOAD_PROGRAM) of main, that is task 0, and up to five
 * tasks, some of them futures, and a promise P.  A task runs at its level of
 * the region; cells say whose segment is there.  With LATE an idle worker takes
 * off later what has ended, as between nodes (remote.md, N16).
 *
 *   SPAWN, FUTURE   uci_spawn_push, uci_home_open, uci_home_make_way
 *   MAKES_WAY       uci_home_make_way, uci_steal_own (home.c, steal.c)
 *   CLAIM, STEALS   uci_steal_from: claim; copy, record, publish
 *   WAIT, LISTS, LEAVES, CONFLICT
 *                   suspend (runtime/sched/wait.c): (i) - (iii), (iv), (v),
 *                   (vi); uci_deque_conflict
 *   SET             ucilk_abi_promise_set
 *   END, REPORTS, COUNTS
 *                   a task's end: the pop; uci_child_end, end_future (join.c)
 *                   with F1 in one step; uci_future_ended
 *   SYNC, END of main, close_region
 *                   uci_join_frame, uci_home_return (home.c)
 *   RETURN          uci_home_finish
 *   watch           uci_deadlock_check, uci_home_give_up (deadlock.pml has its
 *                   races: here it looks when nothing moves)
 *
 * Checked: whoever is resumed has what it waited for; a task reports to its own
 * record, once; nobody puts bytes where others live, or runs above a live entry;
 * main goes on between regions in worker 0 only, ends no region while a future
 * could run, and returns when all have ended; nothing is left in a queue, nor a
 * record; only DEADLOCK is a deadlock, and it is reported.
 *
 * Left out, and why that is sound:
 *   - What happens at an entry (future.pml), a record (join.pml), in a pop or a
 *     claim (deque.pml): a step each, without store buffers.
 *   - D6: an idle worker's indices always start anew.
 *   - Sleep: who looks for work looks until there is some (idle.pml).
 *   - When worker 0 sees at a spawn that main is waiting (F7, the limit): it may
 *     or may not, each time.
 *   - The order of ready queues: any thread is taken by anybody.
 */
#include "common.h"

#ifndef WORKERS
#define WORKERS 3
#endif
#define NONE 255

/* --- Programs: what task t does, step by step --- */
#define SPAWN  16               /* + a task */
#define FUTURE 32
#define GET    48               /* + a future's task, or the promise */
#define SET    64
#define SYNC   80
#define END    96
#define OP(o)  ((o) / 16 * 16)
#define ARG(o) ((o) % 16)
#define RETURN 112              /* main returns; END is its frame's */
#define TASKS 6
#define P TASKS                 /* the promise */
#define STEPS 6
hidden byte program[TASKS * STEPS], level[TASKS];
hidden byte is_future[TASKS + 1];
#define NEXT(t) program[STEPS * (t) + pc[t]]

inline BEGIN(t, l) { n = STEPS * t; level[t] = l }
inline DO(what, arg)
{
    program[n] = what + arg;
    n++;
    is_future[arg] = is_future[arg] | (what == FUTURE)
}

inline LOAD_PROGRAM()
{
#if defined(OLDER)              /* waiters with older entries below them */
    BEGIN(0, 0); DO(SPAWN, 1); DO(SPAWN, 3); DO(GET, P); DO(END, 0); DO(RETURN, 0);
    BEGIN(1, 1); DO(SPAWN, 2); DO(SET, P); DO(SYNC, 0); DO(END, 0);
    BEGIN(2, 2); DO(GET, P); DO(END, 0);
    BEGIN(3, 1); DO(GET, P); DO(END, 0)
#elif defined(IN_PLACE)         /* fulfilled while they suspend */
    BEGIN(0, 0); DO(SPAWN, 1); DO(SET, P); DO(SYNC, 0); DO(SPAWN, 4); DO(END, 0);
    DO(RETURN, 0);
    BEGIN(1, 1); DO(FUTURE, 2); DO(SPAWN, 3); DO(GET, P); DO(SYNC, 0); DO(END, 0);
    BEGIN(2, 2); DO(GET, P); DO(END, 0);
    BEGIN(3, 2); DO(GET, 2); DO(END, 0);
    BEGIN(4, 1); DO(END, 0)
#elif defined(HOME)             /* main comes home to a worker with a future */
    BEGIN(0, 0); DO(FUTURE, 1); DO(SPAWN, 2); DO(SYNC, 0); DO(SPAWN, 3); DO(END, 0);
    DO(RETURN, 0);
    BEGIN(1, 1); DO(SPAWN, 4); DO(GET, P); DO(SYNC, 0); DO(END, 0);
    BEGIN(2, 1); DO(END, 0);
    BEGIN(3, 1); DO(SET, P); DO(END, 0);
    BEGIN(4, 2); DO(SPAWN, 5); DO(SYNC, 0); DO(END, 0);
    BEGIN(5, 3); DO(END, 0)
#elif defined(LINGERS)          /* main waits between regions */
    BEGIN(0, 0); DO(FUTURE, 1); DO(FUTURE, 2); DO(SYNC, 0); DO(GET, 1); DO(END, 0);
    DO(RETURN, 0);
    BEGIN(1, 1); DO(SPAWN, 3); DO(SYNC, 0); DO(END, 0);
    BEGIN(2, 1); DO(GET, 1); DO(SPAWN, 4); DO(SYNC, 0); DO(END, 0);
    BEGIN(3, 2); DO(END, 0);
    BEGIN(4, 2); DO(END, 0)
#elif defined(GIVES_UP)         /* main sets it behind the region's end */
    BEGIN(0, 0); DO(FUTURE, 1); DO(FUTURE, 2); DO(END, 0); DO(SET, P);
    DO(RETURN, 0);
    BEGIN(1, 1); DO(GET, P); DO(SPAWN, 3); DO(SYNC, 0); DO(END, 0);
    BEGIN(2, 1); DO(GET, 1); DO(END, 0);
    BEGIN(3, 2); DO(END, 0)
#elif defined(DEADLOCK)         /* nobody sets it */
    BEGIN(0, 0); DO(FUTURE, 1); DO(SPAWN, 2); DO(END, 0); DO(RETURN, 0);
    BEGIN(1, 1); DO(GET, P); DO(END, 0);
    BEGIN(2, 1); DO(END, 0)
#else                           /* two wait for a future */
    BEGIN(0, 0); DO(FUTURE, 1); DO(SPAWN, 2); DO(SET, P); DO(GET, 1); DO(END, 0);
    DO(RETURN, 0);
    BEGIN(1, 1); DO(FUTURE, 3); DO(GET, P); DO(END, 0);
    BEGIN(2, 1); DO(GET, 1); DO(END, 0);
    BEGIN(3, 2); DO(GET, P); DO(END, 0)
#endif
}

/* --- Deques.  Entries are [H, T); a worker that goes idle starts anew. --- */
#define SLOTS 6
byte H[WORKERS] = 1, T[WORKERS] = 1;
bool locked[WORKERS];
byte entries[WORKERS * SLOTS], records[WORKERS * SLOTS];
#define ENTRY(w, i) entries[(w) * SLOTS + (i)]
#define REC(w, i)   records[(w) * SLOTS + (i)]
#define ROOT 100
#define RECORD(t) (1 + (t))

/* --- Regions: whose segment lies at a level --- */
#define LEVELS 4
byte cells[WORKERS * LEVELS] = NONE;
#define CELL(w, t) cells[(w) * LEVELS + level[t]]

/* --- Threads --- */
byte pc[TASKS], saved_record[TASKS];
bool saved[TASKS];              /* suspended */
bool moved[TASKS];              /* its bottom is cut */
byte ready_at[TASKS];           /* 1 + the worker in whose ready queue */
bool waits[TASKS];              /* at a get */
bool ended[TASKS];

/* --- Records, entries of futures, promises --- */
bool made[TASKS + 1], freed[TASKS + 1], fulfilled[TASKS + 1];
byte arrived[TASKS], waiter[TASKS];
byte waiters[TASKS + 1];        /* a set */
byte linked[TASKS];             /* a set: the children outstanding */

/* --- The region --- */
mtype = { SERIAL, LINGERS_ON, OPEN };
mtype region = SERIAL;
byte detached = 1;
bool marked, slow, returning, returned, mailbox, done;
#define AT_END_OF_REGION 1
#define AT_END_OF_MAIN   2
byte root_waits;
WITH(LATE, byte left;)          /* futures that have ended and still count */
bool gave_up, reported;         /* ghosts */

/* What a worker is about to do. */
mtype = { RUNS, CONFLICT, LISTS, LEAVES, STEALS, REPORTS, COUNTS, MAILS, MAKES_WAY,
          POPS_LATE, COUNTS_LATE, MAILS_LATE };

inline PUT(w, t)  { assert(CELL(w, t) == NONE); CELL(w, t) = t }
inline DROP(w, t) { assert(CELL(w, t) == t); CELL(w, t) = NONE }

/* Worker me has no thread any more. */
inline LEAVE()
{
    cur = NONE; st = RUNS;
    WHEN(H[me] >= T[me],
        assert(!locked[me]);
        for (i : 0 .. SLOTS - 1) { ENTRY(me, i) = 0; REC(me, i) = 0 }
        H[me] = 1; T[me] = 1)
}

/* Thread t, whose bytes are in place, runs in worker me. */
inline RUN(record)
{
    REC(me, T[me] - 1) = record;
    cur = t
}

inline RESUME()                 /* thread t */
{
    assert(saved[t]);
    saved[t] = false;
    PUT(me, t);
    RUN(saved_record[t]);
    assert(!waits[t] || fulfilled[ARG(NEXT(t))]);
    waits[t] = false
}

inline EVACUATE(record)         /* thread t */
{
    assert(!saved[t] && CELL(me, t) == t);
    saved[t] = true;
    saved_record[t] = record
}

/* uci_record_make, for child c. */
inline MAKE()
{
    assert(!made[c]);
    made[c] = true;
    EITHER(COUNTED_LATE,
        UNLESS(st == STEALS, detached = detached + is_future[c]),
        detached = detached + is_future[c])
}

/* Thread t goes on after its spawn of c, which has not ended. */
inline GO_ON_WITH_HANDLE()
{
    WHEN(!is_future[c], linked[t] = linked[t] | (1 << c));
    WHEN(t == 0 && linked[0] != 0, marked = false);
    pc[t]++
}

/* The oldest entry of worker v is claimed. */
inline STEAL(v)
{
    i = H[v] - 1;
    t = ENTRY(v, i);
    c = ARG(NEXT(t));
    record = REC(v, i - 1);
    assert(record != 0);
    MAKE();
    DROP(v, t);
    moved[t] = true;
    REC(v, i) = RECORD(c);
    locked[v] = false
}

inline QUEUE(set)               /* into the own ready queue */
{
    for (i : 0 .. TASKS - 1) {
        WHEN(set & (1 << i), ready_at[i] = me + 1)
    }
}

/* Main, waiting between regions, is taken out of the set. */
inline SORT_OUT(set)
{
    EITHER(NOT_SORTED_OUT,
        skip,
        WHEN(region == LINGERS_ON && set & 1,
            set = set & ~1;
            assert(!mailbox);
            mailbox = true))
}

inline COUNT_DOWN()
{
    assert(detached > 0);
    detached--;
    if
    EITHER(MAILED_NEVER,
        :: detached == 0 && st == MAILS -> mailbox = true,
        :: detached == 0 -> assert(!mailbox); mailbox = true)
    :: else
    fi
}

/* --- uci_wait, by thread cur, up to the evacuated copy --- */
inline POP()
{
    WHEN_ELSE(REC(me, T[me] - 1) != 0,
        st = LISTS,
        T[me]--;
        WHEN_ELSE(H[me] <= T[me], won = true; st = LISTS, st = CONFLICT; then = LISTS))
}

inline MAKE_AND_EVACUATE()
{
    WHEN_ELSE(won,
        EITHER(NO_RECORD,
            EVACUATE(0),
            c = t;
            MAKE();
            EVACUATE(RECORD(t))),
        EVACUATE(REC(me, T[me] - 1)))
}

#define WITHOUT_POP \
    EITHER(SYNC_WITHOUT_POP, (OP(NEXT(cur)) != GET), \
    EITHER(MAKES_WAY_UNTOLD, (OP(NEXT(cur)) < GET), \
    EITHER(LISTED_FIRST, true, false)))

inline WAIT()
{
    t = cur;
    WHEN_ELSE(WITHOUT_POP,
        EVACUATE(REC(me, T[me] - 1)); st = LISTS,
        POP();
        WHEN(st == LISTS, MAKE_AND_EVACUATE()))
}

/* The first child that is outstanding. */
inline FIRST_LINKED(t)
{
    c = 0;
    UNTIL(linked[t] & (1 << c), c++)
}

#define CLEAN i = 0; t = 0; c = 0; record = 0
#define IDLE (cur == NONE && st == RUNS && next == NONE)
#define RUNNING(what) (cur != NONE && st == RUNS && OP(NEXT(cur)) == what)
#define ALONE (detached <= 1)
#define NEEDS_REGION \
    EITHER(TASK_OPENS_REGION, \
           (region == SERIAL || region == LINGERS_ON && me == 0), \
           (region == SERIAL || region == LINGERS_ON && cur == 0))
#define MARK_AT_OPEN EITHER(NO_MARK_AT_OPEN, false, true)
#define CLOSES EITHER(CLOSED_AT_SYNC, (ALONE || OP(NEXT(0)) == SYNC), ALONE)
#define STAYS EITHER(END_DOES_NOT_WAIT, (ALONE || OP(NEXT(0)) == END), ALONE)
#define WAITS_AT_RETURN \
    EITHER(RETURN_DOES_NOT_WAIT, false, (region == LINGERS_ON && !returned))
#define LEFT(f) (is_future[f] && !fulfilled[f])
#define FUTURES_LEFT (LEFT(1) || LEFT(2) || LEFT(3))

#define CLAIM(v) \
    :: atomic { IDLE && v != me && !locked[v] && H[v] < T[v] -> \
                locked[v] = true; H[v]++; victim = v; st = STEALS }
#define TAKE_READY(th) \
    :: atomic { IDLE && ready_at[th] != 0 -> \
                ready_at[th] = 0; t = th; RESUME(); CLEAN }

proctype worker(byte me)
{
    byte cur = NONE, next = NONE, victim, i, t, c, record, got;
    mtype st = RUNS, then = RUNS;
    bool won, counted;

    atomic {
        WHEN(me == 0, cur = 0; PUT(0, 0))
    }
again:
    do
    /* --- The scheduler --- */
    :: atomic { IDLE && (done || reported) -> break }
    :: atomic { IDLE && me == 0 && mailbox ->
                mailbox = false; t = 0; RESUME(); CLEAN }
    EACH(WORKERS, CLAIM)
    :: atomic { st == STEALS ->
                STEAL(victim); PUT(me, t); RUN(record); GO_ON_WITH_HANDLE();
                victim = 0;
                EITHER(COUNTED_LATE, victim = c; st = COUNTS_LATE;, st = RUNS;)
                CLEAN }
    MISTAKE(COUNTED_LATE,
        :: atomic { st == COUNTS_LATE ->
                    detached = detached + is_future[victim]; victim = 0; st = RUNS })
    CORRECT(QUEUED_UNSEEN, EACH(TASKS, TAKE_READY))
    :: atomic { cur == NONE && st == RUNS && next != NONE ->
                t = next; next = NONE; RESUME(); CLEAN }

    /* --- The end of a wait --- */
    :: atomic { st == CONFLICT && REC(me, T[me]) != 0 ->
                T[me]++;
                st = then; then = RUNS;
                WHEN(st == LISTS,
                    EITHER(LISTED_FIRST,
                        saved_record[cur] = REC(me, T[me] - 1);
                        st = LEAVES,
                        t = cur;
                        MAKE_AND_EVACUATE()));
                CLEAN }
    :: atomic { st == LISTS ->                  /* (iv) */
                t = cur;
                if
                :: OP(NEXT(t)) == GET ->
                    i = ARG(NEXT(t));
                    WHEN_ELSE(fulfilled[i],
                        st = RUNS,
                        waiters[i] = waiters[i] | (1 << t);
                        waits[t] = true;
                        st = LEAVES)
                :: OP(NEXT(t)) == SYNC || OP(NEXT(t)) == END ->
                    FIRST_LINKED(t);
                    waiter[c] = t;
                    arrived[c]++;
                    WHEN_ELSE(arrived[c] > 1, st = RUNS, st = LEAVES)
                :: else -> ready_at[t] = me + 1; st = LEAVES /* makes way */
                fi;
                WHEN_ELSE(st == LEAVES,
                    moved[t] = true;
                    MISTAKE(LISTED_FIRST,
                        WHEN(saved_record[t] == 0, st = POPS_LATE)),
                    /* (v) */
                    saved[t] = false;
                    WHEN(won,
                        CORRECT(ENTRY_LOST, T[me]++;)
                        CORRECT(RECORD_KEPT,
                            made[t] = false;
                            detached = detached - is_future[t];)
                        MISTAKE(CUT_IN_PLACE, moved[t] = true;)
                        skip);
                    won = false);
                CLEAN }
    MISTAKE(LISTED_FIRST,
        :: atomic { st == POPS_LATE ->
                    POP();
                    if
                    :: won ->
                        made[cur] = true;
                        detached = detached + is_future[cur];
                        saved_record[cur] = RECORD(cur);
                        st = LEAVES
                    :: st == LISTS ->
                        saved_record[cur] = REC(me, T[me] - 1);
                        st = LEAVES
                    :: else
                    fi })
    :: atomic { st == LEAVES ->                 /* (vi) */
                DROP(me, cur);
                if
                :: won ->
                    c = cur;
                    EITHER(ABOVE_LIVE_ENTRY,
                        T[me]++;
                        LEAVE(),
                        t = ENTRY(me, T[me]);
                        cur = t;
                        st = RUNS;
                        EITHER(NO_RECORD, pc[t]++, GO_ON_WITH_HANDLE()))
                :: else -> LEAVE()
                fi;
                won = false;
                CLEAN }

    /* --- The programs --- */
    :: atomic { RUNNING(SPAWN) || RUNNING(FUTURE) ->
                if
                :: me == 0 && cur != 0 && mailbox -> st = MAKES_WAY
                :: true ->
                    WHEN(NEEDS_REGION,
                        assert(me == 0 && H[0] >= T[0]);
                        REC(0, T[0] - 1) = ROOT;
                        region = OPEN;
                        marked = marked || MARK_AT_OPEN);
                    assert(T[me] < SLOTS && REC(me, T[me]) == 0);
                    ENTRY(me, T[me]) = cur;
                    T[me]++;
                    cur = ARG(NEXT(cur));
                    PUT(me, cur)
                fi }
    :: atomic { st == MAKES_WAY && H[me] < T[me] && !locked[me] ->
                H[me]++; /* uci_steal_own */
                t = ENTRY(me, H[me] - 1);
                EVACUATE(REC(me, H[me] - 2));
                STEAL(me);
                GO_ON_WITH_HANDLE();
                ready_at[t] = me + 1;
                CLEAN }
    :: atomic { st == MAKES_WAY && H[me] >= T[me] -> WAIT(); CLEAN }
    :: atomic { RUNNING(GET) ->
                assert(cur != 0 || region == OPEN || me == 0);
                c = ARG(NEXT(cur));
                assert(c == P || made[c] || fulfilled[c]);
                WHEN_ELSE(fulfilled[c], pc[cur]++, WAIT());
                CLEAN }
    :: atomic { RUNNING(SET) ->
                c = ARG(NEXT(cur));
                fulfilled[c] = true;
                got = waiters[c];
                waiters[c] = 0;
                SORT_OUT(got);
                QUEUE(got);
                got = 0;
                pc[cur]++;
                CLEAN }
    :: atomic { (RUNNING(SYNC) || RUNNING(END)) && linked[cur] != 0 ->
                WHEN(cur == 0, slow = true);
                FIRST_LINKED(cur);
                WHEN_ELSE(arrived[c] > 0,
                    assert(ended[c] && !freed[c]);
                    freed[c] = true;
                    linked[cur] = linked[cur] & ~(1 << c),
                    WAIT());
                CLEAN }
    :: atomic { RUNNING(SYNC) && cur != 0 && linked[cur] == 0 -> pc[cur]++ }
    :: atomic { RUNNING(SYNC) && cur == 0 && linked[0] == 0 && !returning ->
                WHEN_ELSE(!slow && !marked,
                    pc[0]++,
                    slow = false;
                    marked = false;
                    returning = true;
                    WHEN(me != 0,
                        t = 0;
                        EVACUATE(REC(me, T[me] - 1));
                        DROP(me, 0);
                        LEAVE();
                        assert(!mailbox);
                        mailbox = true));
                CLEAN }
    :: atomic { RUNNING(END) && cur == 0 && linked[0] == 0 && !returning &&
                !slow && !marked ->
                assert(!FUTURES_LEFT || gave_up);
                pc[0]++ }
    :: atomic { !returning && (RUNNING(RETURN) && WAITS_AT_RETURN ||
                               RUNNING(END) && cur == 0 && linked[0] == 0 &&
                               (slow || marked)) ->
                slow = false;
                marked = false;
                returning = true;
                UNLESS(me == 0 && STAYS,
                    root_waits = (OP(NEXT(0)) == END -> AT_END_OF_REGION : AT_END_OF_MAIN);
                    CORRECT(COUNTED_BEFORE_MAIN,
                        t = 0; EVACUATE(REC(me, T[me] - 1));)
                    st = MAILS);
                CLEAN }
    EITHER(COUNTED_BEFORE_MAIN,
        :: atomic { st == MAILS -> COUNT_DOWN(); st = MAILS_LATE }
        :: atomic { st == MAILS_LATE ->
                    t = 0; EVACUATE(REC(me, T[me] - 1)); DROP(me, 0); LEAVE(); CLEAN },
        :: atomic { st == MAILS ->
                    DROP(me, 0);
                    MISTAKE(MAILED_TWICE, mailbox = true;)
                    COUNT_DOWN(); LEAVE(); CLEAN })
    :: atomic { cur == 0 && st == RUNS && returning ->   /* close_region */
                assert(me == 0);
                returning = false;
                root_waits = 0;
                WHEN_ELSE(CLOSES,
                    detached = 1; region = SERIAL,
                    region = LINGERS_ON;
                    CORRECT(NO_MARK_LINGERING, marked = (OP(NEXT(0)) == SYNC)));
                assert(OP(NEXT(0)) == SYNC || !FUTURES_LEFT || gave_up);
                WHEN_ELSE(OP(NEXT(0)) != RETURN, pc[0]++, returned = true);
                CLEAN }
    :: atomic { RUNNING(RETURN) && !returning && !WAITS_AT_RETURN ->
                WITH(DEADLOCK, assert(false);)
                assert(me == 0 && region == SERIAL && !mailbox && detached == 1);
                for (i : 1 .. TASKS - 1) {
                    assert(level[i] == 0 || ended[i]);
                    assert(!is_future[i] || fulfilled[i]);
                    assert(is_future[i] || made[i] == freed[i]);
                    assert(!saved[i] && ready_at[i] == 0 && waiters[i] == 0)
                }
                DROP(0, 0);
                cur = NONE;
                done = true;
                CLEAN }
    :: atomic { RUNNING(END) && cur != 0 && linked[cur] == 0 ->
                ended[cur] = true;
                WHEN_ELSE(moved[cur],
                    st = REPORTS,
                    T[me]--;
                    WHEN_ELSE(H[me] <= T[me],
                        DROP(me, cur);
                        fulfilled[cur] = is_future[cur];
                        cur = ENTRY(me, T[me]);
                        pc[cur]++,
                        st = CONFLICT; then = REPORTS));
                CLEAN }
    :: atomic { st == REPORTS ->
                assert(H[me] >= T[me]);
                assert(REC(me, T[me] - 1) == RECORD(cur) && made[cur]);
                c = cur;
                MISTAKE(COUNTED_BEFORE_DONE,
                    WHEN(is_future[c] && !counted,
                        counted = true; COUNT_DOWN(); goto again);)
                if
                :: is_future[c] ->
                    fulfilled[c] = true;
                    got = waiters[c];
                    waiters[c] = 0;
                    SORT_OUT(got);
                    WHEN(got != 0,
                        next = 0;
                        UNTIL(got & (1 << next), next++);
                        got = got & ~(1 << next);
                        QUEUE(got));
                    got = 0;
                    st = COUNTS
                :: else ->
                    arrived[c]++;
                    WHEN(arrived[c] > 1, next = waiter[c]);
                    DROP(me, c);
                    LEAVE()
                fi;
                CLEAN }
    :: atomic { st == COUNTS ->
                DROP(me, cur);
#ifdef MISTAKE_COUNTED_BEFORE_DONE
                counted = false;
#elif defined(LATE)
                left++;
#else
                COUNT_DOWN();
#endif
                LEAVE(); CLEAN }
    WITH(LATE, :: atomic { IDLE && left > 0 -> left--; COUNT_DOWN() })
    od
}

/* The watcher, when nothing moves any more (deadlock.pml). */
active proctype watch()
{
    do
    :: atomic { timeout ->
                WHEN(done || reported, break);
                if
                EITHER(GIVEN_UP_AT_RETURN,
                    :: root_waits != 0 ->,
                    EITHER(NOT_GIVEN_UP, :: root_waits > 2 ->, :: root_waits == AT_END_OF_REGION ->))
#if !defined(GIVES_UP) && !defined(DEADLOCK)
                    assert(false);      /* it could go on */
#endif
                    assert(FUTURES_LEFT && !mailbox);
                    root_waits = 0;
                    gave_up = true;
                    CORRECT(GIVEN_UP_UNCOUNTED, detached++;)
                    mailbox = true
                :: else ->
                    WITH_ELSE(DEADLOCK,
                        assert(root_waits == AT_END_OF_MAIN);
                        reported = true,
                        assert(false)       /* it could go on */)
                fi }
    od
}

init {
    byte w, n;
    atomic {
        LOAD_PROGRAM();
        for (w : 0 .. WORKERS - 1) { run worker(w) }
    }
}
