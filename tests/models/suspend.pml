// check: -DWORKERS=3
// check: -DWORKERS=3 -DREADY
// check: -DWORKERS=3 -DFUTURE
// full: -DWORKERS=4 -DREADY
// full: -DWORKERS=4 -DREADY -DFUTURE
// mistake: NO_EVACUATION a suspended thread stays in its place, the worker goes on [S1]
// mistake: RECORD_LOST the evacuated thread does not carry its record along [S1]
// mistake: RECORD_OF_ENTRY the stolen thread carries its child's record [D5]
// mistake: RESUME_ABOVE_ENTRY -DWORKERS=3 -DREADY resumed with an entry in the deque [S2]
// mistake: BASE_NOT_SET the thread's record is not written into its slot [S2]
// mistake: END_ON_OWN_STACK what the child resumes lies where the child still runs [J1]
// mistake: NO_HOMECOMING main goes on where it was joined [C3]
// mistake: HOME_FROM_INNER_SYNC the region closes too early [C3]
// mistake: READY_WITHOUT_TAKERS -DWORKERS=3 -DREADY nobody looks into ready queues [S5]
// mistake: NO_MARK_AT_OPEN -DWORKERS=3 -DFUTURE main's last sync does not come home [C2]
/*
 * Segments that move: docs/protocols/suspend.md (S1-S3, S5), join.md (J1, J2,
 * J5, J6), home.md (C1-C4), and what of the deque they need (D4-D8).
 *
 * main (task 0) spawns task 1, calls g, which spawns task 2 and syncs, then
 * syncs itself.  Task 1 spawns task 3 and syncs.  With FUTURE, task 1 is not
 * linked to main's frame, and g waits for it by its handle, as a future's get
 * does (wait.pml has the rest of futures).  With READY every entry may be moved into the
 * ready queue (UCILK_TEST_STEAL=always).
 *
 *   SPAWN, TASK_END    ucilk_abi_spawn (spawn.S, deque.c), uci_spawn_push,
 *                      uci_spawn_pop (spawn.c); uci_child_end (join.c)
 *   STEAL, STEAL_OWN   uci_steal_from, uci_steal_own (steal.c)
 *   RUN                uci_thread_run (thread.c)
 *   RESUME, EVACUATE   uci_thread_resume, uci_thread_evacuate
 *   a join             one turn of uci_join_frame, and park (join.c)
 *   SYNC               main's sync: fast path, uci_join_frame, uci_home_return;
 *                      where it comes home every task has ended
 *   the scheduler      uci_sched_loop, uci_home_receive
 *
 * A region has CELLS addresses, the highest first.  cell[] says whose live
 * bytes are there: nobody puts bytes into a cell that is in use.  A thread at
 * a sync takes one cell more (the frames of the runtime's own functions).
 *
 * Left out, and why that is sound:
 *   - Races inside of a push, pop or steal (deque.pml) and of a join (join.pml):
 *     each is one step here.  What a park does before it arrives is seen by
 *     nobody until it has.
 *   - Blocks of the heap (heap.pml) and wake-ups (idle.pml): who looks for
 *     work looks until there is some.
 *   - The cut (S4): the end of a thread that has moved goes straight to
 *     uci_child_end, as ucilk_stolen does.
 *   - D6, the reset: no run here comes near the high mark.
 */
#include "common.h"

#define TASKS 4
#define CELLS 3
#define SLOTS 5                 /* the base, and one a lost entry */
#define NONE 255

/* Deques: entries are [H, T); the segment of an entry is [SP of the slot
 * before, its own SP). */
byte H[WORKERS] = 1, T[WORKERS] = 1;
byte cells[WORKERS * CELLS] = NONE;
byte sps[WORKERS * SLOTS], records[WORKERS * SLOTS];
#define AT(w, k)  cells[w * CELLS + k]
#define SP(w, i)  sps[w * SLOTS + i]
#define REC(w, i) records[w * SLOTS + i]
#define ROOT 1                  /* values of a slot's record */
#define RECORD(t) (10 + t)

/* Suspended threads: their bytes of [upper, sp), and their record. */
bool saved[TASKS];
byte saved_upper[TASKS], saved_sp[TASKS], saved_record[TASKS];
byte ready_at[TASKS] = NONE;    /* in whose ready queue */
bool mailbox, done;

/* The records, by child. */
byte arrived[TASKS], waiter[TASKS] = NONE;
bool made[TASKS], freed[TASKS], ended[TASKS];
#define ACCESS(c) assert(made[c] && !freed[c])

/* What lies in the threads' segments: their lower end; where they are in the
 * program; what they join, and how far they are in that. */
byte size[TASKS], pc[TASKS], joins[TASKS] = NONE, in_sync[TASKS];
bool moved[TASKS], slow;

/* Frames, by the child that is spawned there: linked to it, marked. */
bool linked[TASKS], marked[TASKS];
byte outermost;                 /* frame of the open region; 0: none */

/* What is marked, and sent home. */
#define MARK_AT_OPEN EITHER(NO_MARK_AT_OPEN, false, true)
#define COMES_HOME(f) \
    EITHER(HOME_FROM_INNER_SYNC, (outermost != 0), (outermost == f))

/* The thread th goes one cell down, or up again. */
inline GROW(th)
{
    assert(AT(me, size[th]) == NONE);
    AT(me, size[th]) = th;
    size[th]++
}

inline SHRINK(th)
{
    size[th]--;
    assert(AT(me, size[th]) == th);
    AT(me, size[th]) = NONE
}

/* [from, to) in worker wk becomes th's, or is free again. */
inline PUT(wk, th)
{
    k = from;
    WHILE(k < to, assert(AT(wk, k) == NONE); AT(wk, k) = th; k++)
}

inline DROP(wk, th)
{
    k = from;
    WHILE(k < to, assert(AT(wk, k) == th); AT(wk, k) = NONE; k++)
}

/* Thread t, whose bytes are in place at [from, to), runs in worker me. */
inline RUN()
{
    assert(H[me] >= T[me]);
    SP(me, T[me] - 1) = from;
    CORRECT(BASE_NOT_SET, REC(me, T[me] - 1) = rec;)
    cur = t
}

inline RESUME()                 /* thread t */
{
    assert(saved[t]);
    saved[t] = false;
    from = saved_upper[t]; to = saved_sp[t]; rec = saved_record[t];
    PUT(me, t);
    RUN()
}

inline EVACUATE(slot)           /* thread t, down to its lower end */
{
    assert(!saved[t]);
    from = SP(me, slot); to = size[t]; rec = REC(me, slot);
    MISTAKE(RECORD_LOST, rec = ROOT;)
    saved[t] = true;
    moved[t] = true;
    saved_upper[t] = from; saved_sp[t] = to; saved_record[t] = rec
    CORRECT(NO_EVACUATION, ; DROP(me, t))
}

inline SPAWN(child)             /* by cur */
{
    WHEN(cur == 0 && outermost == 0,
        /* C1 */
        assert(me == 0);
        SP(0, T[0] - 1) = 0;
        REC(0, T[0] - 1) = ROOT;
        outermost = child;
        marked[child] = MARK_AT_OPEN);
    SP(me, T[me]) = size[cur];
    T[me]++;
    size[child] = size[cur];
    GROW(child);
    cur = child
}

/* Thread t, entry H of worker wk, goes on after its spawn of child. */
inline PUBLISH(wk, child)
{
    made[child] = true;
    REC(wk, H[wk]) = RECORD(child);
    H[wk]++;
    pc[t]++
}

inline LINK(child)
{
    WITH_ELSE(FUTURE,
        WHEN(child != 1, linked[child] = true; marked[child] = false),
        linked[child] = true;
        marked[child] = false)
}

inline STEAL(vic)
{
    from = SP(vic, H[vic] - 1); to = SP(vic, H[vic]);
    t = AT(vic, (to - 1));
    c = AT(vic, to);
    DROP(vic, t);
    PUT(me, t);
    moved[t] = true;
    EITHER(RECORD_OF_ENTRY, rec = RECORD(c);, rec = REC(vic, H[vic] - 1);)
    PUBLISH(vic, c);
    RUN();
    LINK(c)
}

inline STEAL_OWN()
{
    to = SP(me, H[me]);
    t = AT(me, (to - 1));
    c = AT(me, to);
    EVACUATE(H[me] - 1);
    PUBLISH(me, c);
    LINK(c);
    ready_at[t] = me
}

inline TASK_END()               /* of c, that is, cur */
{
    c = cur;
    ended[c] = true;
    WHEN_ELSE(moved[c] || H[me] >= T[me],
        /* CHILD_END */
        assert(REC(me, T[me] - 1) == RECORD(c));
        ACCESS(c);
        cur = NONE;
        arrived[c]++;
        WHEN(arrived[c] > 1, next = waiter[c]);
        EITHER(END_ON_OWN_STACK, WHEN(next == NONE, SHRINK(c)), SHRINK(c)),
        /* the pop */
        T[me]--;
        SHRINK(c);
        cur = (c == 3 -> 1 : 0);
        pc[cur]++)
}

inline SYNC(child)              /* main's, of the frame that spawned child */
{
    if
    :: linked[child] -> joins[0] = child; slow = true
    :: !linked[child] && !slow && !marked[child] -> pc[0]++
    :: !linked[child] && (slow || marked[child]) ->
        slow = false;
        marked[child] = false;
        pc[0]++;
        if
        :: COMES_HOME(child) && me == 0 -> outermost = 0
        :: COMES_HOME(child) && me != 0 ->      /* C3 */
            EITHER(NO_HOMECOMING,
                outermost = 0,
                t = 0;
                EVACUATE(T[me] - 1);
                cur = NONE;
                mailbox = true)
        :: else
        fi
    fi
}

#define IDLE (cur == NONE && next == NONE)
#define CLEAN t = 0; c = 0; k = 0; from = 0; to = 0; rec = 0
#define STEAL_STEP(v) \
    :: atomic { IDLE && v != me && H[v] < T[v] -> STEAL(v); CLEAN }
#define READY_STEP(th) \
    :: atomic { \
        IDLE && ready_at[th] != NONE && ready_at[th] != me -> \
        t = th; ready_at[t] = NONE; RESUME(); CLEAN \
    }
#define STEP(task, at) \
    :: atomic { cur == task && pc[task] == at && joins[task] == NONE ->

proctype worker(byte me)
{
    byte cur = NONE, next = NONE, k, t, c, from, to, rec;

    atomic {
        WHEN(me == 0, cur = 0; GROW(0))
    };
    do
    /* --- The scheduler --- */
    :: atomic { IDLE && done -> break }
    :: atomic {                                 /* C4 */
        IDLE && me == 0 && mailbox ->
        mailbox = false; outermost = 0; t = 0; RESUME(); CLEAN
    }
    EACH(WORKERS, STEAL_STEP)
    CORRECT(READY_WITHOUT_TAKERS, READY_STEP(0) READY_STEP(1))
    :: atomic {                                 /* came second: greedy */
        cur == NONE && next != NONE ->
        t = next; next = NONE; RESUME(); CLEAN
    }

    /* --- A join --- */
    :: atomic {
        cur != NONE && joins[cur] != NONE && in_sync[cur] == 0 ->
        c = joins[cur];
        ACCESS(c);
        WHEN_ELSE(arrived[c] > 0, in_sync[cur] = 2, GROW(cur); in_sync[cur] = 1);
        CLEAN
    }
    :: atomic {                                 /* park */
        cur != NONE && joins[cur] != NONE && in_sync[cur] == 1 ->
        assert(T[me] == H[me]);                 /* J6 */
        c = joins[cur];
        ACCESS(c);
        waiter[c] = cur;
        arrived[c]++;
        in_sync[cur] = 3;
        WHEN(arrived[c] == 1, t = cur; EVACUATE(T[me] - 1); cur = NONE);
        CLEAN
    }
    :: atomic {                                 /* joined */
        cur != NONE && joins[cur] != NONE && in_sync[cur] >= 2 ->
        c = joins[cur];
        ACCESS(c);
        assert(ended[c]);
        WHEN(in_sync[cur] == 3, SHRINK(cur));
        freed[c] = true; linked[c] = false;
        joins[cur] = NONE; in_sync[cur] = 0;
        WHEN(cur == 1 || pc[0] == 4, pc[cur]++);
        CLEAN
    }

    /* --- The programs --- */
    STEP(0, 0) SPAWN(1) }
    STEP(0, 1) GROW(0); pc[0] = 2 }             /* calls g */
    STEP(0, 2) SPAWN(2) }
    STEP(0, 3) SYNC(2); CLEAN }
    STEP(0, 4)
        WITH_ELSE(FUTURE,
            if
            :: made[1] -> joins[0] = 1              /* get */
            :: else -> pc[0] = 5
            fi,
            pc[0] = 5)
    }
    STEP(0, 5) SHRINK(0); pc[0] = 6 }           /* g returns */
    STEP(0, 6) SYNC(1); CLEAN }
    STEP(0, 7)
        assert(me == 0 && outermost == 0);
        assert(ended[1] && ended[2] && ended[3]);
        assert(freed[1] == made[1] && freed[2] == made[2]);
        assert(freed[3] == made[3]);
        SHRINK(0);
        cur = NONE;
        done = true
    }
    STEP(1, 0) SPAWN(3) }
    STEP(1, 1)
        WHEN_ELSE(linked[3], joins[1] = 3, pc[1] = 2)
    }
    STEP(1, 2) TASK_END(); CLEAN }
    STEP(2, 0) TASK_END(); CLEAN }
    STEP(3, 0) TASK_END(); CLEAN }
#ifdef READY
    :: atomic {                                 /* migrate */
        cur != NONE && pc[cur] == 0 && T[me] == H[me] + 1 ->
        STEAL_OWN();
        CLEAN
    }
    MISTAKE(RESUME_ABOVE_ENTRY,
        :: atomic {                                 /* instead of a pop */
            cur > 1 && cur != NONE && H[me] < T[me] && ready_at[0] != NONE ->
            ended[cur] = true; SHRINK(cur);
            t = 0; ready_at[0] = NONE; RESUME(); CLEAN
        })
#endif
    od
}

init {
    byte w;
    atomic { for (w : 0 .. WORKERS - 1) { run worker(w) } }
}
