// check: -DWORKERS=3
// check: -DWORKERS=2 -DALWAYS
// full: -DWORKERS=3 -DALWAYS
// mistake: NOT_MOVED -DONLY=LOOP the stolen parent keeps its stack pointer, over its child [K3]
// mistake: REGISTERS_LATE -DONLY=LOOP the thief loads the registers when it has published [K4]
// mistake: REGISTERS_AFTER_LISTED -DONLY=WAITS a waiting child is listed, then its parent's registers are loaded [K4]
// mistake: REGISTERS_LEFT -DONLY=LOOP -DALWAYS a parent in the ready queue has its registers on the chunk [K4]
// mistake: NO_CUT -DONLY=LOOP the stolen parent returns to its old worker's pop [K5]
// mistake: CUT_AFTER_LISTED -DONLY=WAITS a waiting thread is resumed before its bottom is cut [K5]
// mistake: CUT_KEPT -DONLY=WAITS its parent is pushed again with its bottom cut [K5]
// mistake: PUT_BACK_LATE -DONLY=WAITS ... or before the bottom is its child's return address again [K5]
// mistake: FREES_AFTER_PUBLICATION -DONLY=LOOP the child ends before it is told to free [K6]
// mistake: FREES_ALWAYS -DONLY=LOOP the first child frees the chunk with its parent's frame [K6]
// mistake: FREES_NEVER -DONLY=LOOP a loop keeps a chunk for each steal until its sync [K6]
// mistake: INNER_FREES -DONLY=NESTED a child of an inner frame frees the home of that frame [K6]
// mistake: NO_COMPARISON -DONLY=ROOM a child frees what its parent has put there [K6]
// mistake: JOIN_KEEPS -DONLY=ROOM nobody frees what the child must not free [K7]
// mistake: FREED_LATE -DONLY=LOOP the flag is read from a freed record [K8]
// mistake: ARRIVES_ON_CHUNK -DONLY=LOOP the parent comes home while the child still runs there [K8]
// mistake: FREED_UNDER_CHILD -DONLY=LOOP the child frees the chunk that it runs on [K8]
// mistake: FREED_BEFORE_RESULT -DONLY=LOOP the result lies in a freed chunk [K8]
// mistake: HOME_TOO_EARLY -DONLY=LOOP the parent comes home over its first child [K9]
// mistake: HOME_AFTER_ANY -DONLY=LOOP the same: it waited for another child [K9]
// mistake: CONTEXT_PUT_HOME -DONLY=LOOP the words of the context are put over the first child [K9]
// mistake: CONTEXT_LEFT -DONLY=LOOP they lie in the chunk that is freed [K9]
// mistake: HOME_NOT_ADJUSTED -DONLY=ROOM home is where the first spawn was [K10]
// mistake: NO_ROOM_ABOVE -DONLY=ROOM the parent pops more than it has pushed there [K10]
// mistake: STAYS_AWAY -DONLY=LOOP the parent returns on another chunk [K9]
// mistake: SYNC_FREES_ITSELF -DONLY=LOOP the sync frees the chunk that it runs on [K11]
// mistake: SYNC_KEEPS -DONLY=LOOP the last chunk is never freed [K11]
// mistake: WAITER_KEEPS -DONLY=LOOP the same, where the sync had to wait [K11]
// mistake: GET_GIVES_UP -DONLY=WAITS a get frees the chunk with its context [K12]
// mistake: APART_FREED_ON_IT -DONLY=APARTS the pop frees the chunk that it runs on [K13]
// mistake: APART_KEPT -DONLY=APARTS the pop does not free it [K13]
// mistake: APART_NOT_FREED -DONLY=APARTS the child's end does not free it [K13]
// mistake: APART_MOVED -DONLY=APARTS a caller that needs its stack pointer is moved [K13]
// mistake: FUTURE_BELOW -DONLY=FUTURES no sync brings the creator home [K13]
// mistake: MIXED -DONLY=MIXTURE one frame spawns below and apart [K14]
// mistake: NOT_HOME_AT_CLOSE -DONLY=GUEST main goes on, not on its own stack [K15]
// mistake: OPENING_KEPT -DONLY=GUEST the chunk of main's part is not freed [K15]
// mistake: OPENING_CHILD_KEEPS -DONLY=GUEST nor that of the first child [K15]
// mistake: OPENING_MOVES_ANY -DONLY=OPENING main is moved though it spawns apart [K15]
/*
 * Stacks that stay: docs/protocols/stacks.md, rules K1-K16, with what they need
 * of D4, D5, D7, J1-J6, F1-F5, S5, C1-C4.
 *
 * A run takes any of ten programs (LOAD_PROGRAMS) of main, that is task 0, and
 * up to four tasks.  Frames lie on chunks, a frame in a cell; a place, as the
 * stack pointer is one, is the index of a cell, and the next one is lower in
 * memory.  ALWAYS: workers steal from themselves, too.
 *
 *   SPAWN, APART   a spawn below, or apart; in GUEST and OPENING main's first
 *                  one opens a region
 *   FUTURE         apart and not linked
 *   CALL, RETURN   a function that main calls, with a frame object of its own
 *   PUSH, POP      room below the frame: stack arguments, alloca
 *   STEALS, MOVES  a thief, up to the publication of the record; going on
 *   REPORTS, ARRIVES
 *                  a child's end when its parent is gone: it leaves its chunk,
 *                  delivers, frees; then J3
 *   POPS, CONFLICT, PREPARES, LISTS, LEAVES
 *                  a wait: F3 (1); (2), (3); (4), (5); (6)
 *
 * Checked: a frame, a context, room is put into free cells only; who starts to
 * run at a place has nothing below it on that chunk, and nobody else runs on
 * that chunk; a chunk that is freed is in use, bears no frame, no context, no
 * registers that somebody has still to load, and nobody runs on it; main, tasks
 * and functions return just below their own frame; who comes home comes to
 * where its stack pointer would be if it had not been stolen; an end of a task
 * that was not stolen is in the worker that pushed, any other reports to its
 * record, once; who takes an entry finds its child's return address, not cut; at
 * the end all chunks and records are freed; at a
 * sync of LOOP nobody keeps a chunk that nobody uses; no deadlock.
 *
 * Left out, and why that is sound:
 *   - Races in a pop or a claim (deque.pml), a join (join.pml), at a future
 *     (future.pml): a step each, without store buffers.
 *   - Pools of workers: one pool of all, which gives the same chunk out again
 *     at once.  What goes wrong with a pool of one's own goes wrong here.
 *   - Futures at a region's end (wait.pml): main gets them before.
 *   - The pages that are given back: with the free.
 */
#include "common.h"

#ifndef WORKERS
#define WORKERS 3
#endif
#define NONE 255

/* --- Programs --- */
#define SPAWN  16               /* + a task */
#define APART  32
#define FUTURE 48
#define GET    64               /* + a future's task, or the promise */
#define SET    80
#define SYNC   96               /* + a frame object */
#define END    112
#define CALL   128
#define RETURN 144
#define PUSH   160
#define POP    176
#define OP(o)  ((o) / 16 * 16)
#define ARG(o) ((o) % 16)
#define TASKS 5
#define P TASKS                 /* the promise */
#define STEPS 9
#define FRAMES 3
#define PROGRAMS 11
hidden byte program[PROGRAMS * TASKS * STEPS];
hidden byte kind[PROGRAMS * (TASKS + 1)], frame_of[PROGRAMS * (TASKS + 1)];
#define NEXT(t)  program[STEPS * (TASKS * now + (t)) + pc[t]]
#define KIND(c)  kind[(TASKS + 1) * now + (c)]      /* how it is spawned */
#define FRAME_OF(c) frame_of[(TASKS + 1) * now + (c)] /* what it is linked to */

#define LOOP    0
#define NESTED  1               /* a scope within the function */
#define CALLED  2               /* a function that spawns, and a deeper tree */
#define ROOM    3               /* the stack pointer goes down, and up */
#define APARTS  4               /* in a task, and in main where it has moved */
#define WAITS   5               /* gets with older entries in the deque */
#define FUTURES 6               /* and a get while main is away */
#define GUEST   7               /* two regions of main's */
#define OPENING 8               /* one that a spawn apart opens */
#define OLDER   9               /* a sync with an older entry in the deque */
#define MIXTURE 10              /* not allowed */
byte now;                       /* the program that runs */

inline BEGIN(p, t) { n = STEPS * (TASKS * p + t); c = (TASKS + 1) * p }
inline DO(what, arg) { program[n] = what + arg; n++ }
inline CHILD(what, task, f)
{
    DO(what, task);
    kind[c + task] = what; frame_of[c + task] = f
}
inline LEAF(p, t) { program[STEPS * (TASKS * p + t)] = END }

inline LOAD_PROGRAMS()
{
    for (w : 0 .. PROGRAMS - 1) {
        for (n : 1 .. TASKS - 1) { LEAF(w, n) }
    }
    BEGIN(LOOP, 0); CHILD(SPAWN, 1, 0); CHILD(SPAWN, 2, 0); CHILD(SPAWN, 3, 0);
        DO(SYNC, 0); DO(END, 0);
    BEGIN(LOOP, 1); CHILD(SPAWN, 4, 1); DO(SYNC, 1); DO(END, 0);

    BEGIN(NESTED, 0); CHILD(SPAWN, 1, 0); CHILD(SPAWN, 2, 1);
        CHILD(SPAWN, 3, 1); DO(SYNC, 1); CHILD(SPAWN, 4, 0); DO(SYNC, 0);
        DO(END, 0);

    BEGIN(CALLED, 0); CHILD(SPAWN, 1, 0); DO(CALL, 0); CHILD(SPAWN, 2, 1);
        DO(SYNC, 1); DO(RETURN, 0); CHILD(SPAWN, 4, 0); DO(SYNC, 0); DO(END, 0);
    BEGIN(CALLED, 1); CHILD(SPAWN, 3, 2); DO(SYNC, 2); DO(END, 0);

    BEGIN(ROOM, 0); CHILD(SPAWN, 1, 0); DO(PUSH, 0); CHILD(SPAWN, 2, 0);
        DO(POP, 0); CHILD(SPAWN, 3, 0); CHILD(SPAWN, 4, 0); DO(SYNC, 0);
        DO(END, 0);

    BEGIN(APARTS, 0); CHILD(SPAWN, 1, 0); CHILD(APART, 2, 1); DO(SYNC, 1);
        CHILD(SPAWN, 3, 0); DO(SYNC, 0); DO(END, 0);
    BEGIN(APARTS, 1); CHILD(APART, 4, 2); DO(SYNC, 2); DO(END, 0);

    BEGIN(WAITS, 0); CHILD(SPAWN, 1, 0); DO(SET, P); DO(SYNC, 0); DO(END, 0);
    BEGIN(WAITS, 1); CHILD(SPAWN, 2, 1); CHILD(SPAWN, 3, 1); DO(SYNC, 1);
        DO(END, 0);
    BEGIN(WAITS, 2); DO(GET, P); DO(END, 0);
    BEGIN(WAITS, 3); DO(GET, P); DO(END, 0);

    BEGIN(FUTURES, 0); CHILD(SPAWN, 1, 0); CHILD(FUTURE, 2, 0);
        CHILD(SPAWN, 3, 0); DO(GET, 2); DO(SYNC, 0); DO(END, 0);
    BEGIN(FUTURES, 1); DO(SET, P); DO(END, 0);
    BEGIN(FUTURES, 2); CHILD(SPAWN, 4, 1); DO(SYNC, 1); DO(END, 0);
    BEGIN(FUTURES, 4); DO(GET, P); DO(END, 0);

    BEGIN(GUEST, 0); CHILD(SPAWN, 1, 0); CHILD(SPAWN, 2, 0); DO(SET, P);
        DO(SYNC, 0); CHILD(SPAWN, 3, 0); DO(SYNC, 0); DO(END, 0);
    BEGIN(GUEST, 1); DO(GET, P); DO(END, 0);
    BEGIN(GUEST, 3); CHILD(SPAWN, 4, 1); DO(SYNC, 1); DO(END, 0);

    BEGIN(OPENING, 0); CHILD(APART, 1, 0); CHILD(APART, 2, 0); DO(SYNC, 0);
        DO(END, 0);
    BEGIN(OPENING, 1); CHILD(SPAWN, 4, 1); DO(SYNC, 1); DO(END, 0);

    BEGIN(OLDER, 0); CHILD(SPAWN, 1, 0); DO(SYNC, 0); DO(END, 0);
    BEGIN(OLDER, 1); CHILD(SPAWN, 2, 1); CHILD(SPAWN, 3, 1); DO(SYNC, 1);
        DO(END, 0);
    BEGIN(OLDER, 2); DO(GET, P); DO(END, 0);
    BEGIN(OLDER, 3); DO(SET, P); DO(END, 0);

    BEGIN(MIXTURE, 0); CHILD(APART, 1, 0); CHILD(SPAWN, 2, 0); DO(SYNC, 0);
        DO(END, 0);
    n = 0; c = 0; w = 0
}

inline CHOOSE_PROGRAM()
{
#ifdef ONLY
    now = ONLY
#else
    select(now : 0 .. OLDER)
#endif
}

/* --- Chunks; chunk 0 is main's own stack --- */
#define CHUNKS 8
#define LEVELS 5
#define OF(place)  ((place) / LEVELS)
#define MAINS 0
#define TOP EITHER(NO_ROOM_ABOVE, 0, 1 /* room above the stack pointer */)
byte cells[CHUNKS * LEVELS] = NONE;
bool taken[CHUNKS];
byte on[WORKERS] = NONE;        /* the chunk that a worker runs on */
/* A child's parent's; where its spawn is written out the return address, by
 * which a thief finds the site: on which chunk. */
byte registers[TASKS] = NONE;
#define FRAME(t)   (t)
#define CALLEE     (TASKS + 1)
#define ROOM_OF    (TASKS + 2)
#define CONTEXT(t) (TASKS + 3 + (t))

/* --- Deques.  Entries are [H, T); a worker that goes idle starts anew. --- */
#define SLOTS 6
byte H[WORKERS] = 1, T[WORKERS] = 1;
bool locked[WORKERS];
byte entries[WORKERS * SLOTS], records[WORKERS * SLOTS];
#define ENTRY(w, i) entries[(w) * SLOTS + (i)]
#define REC(w, i)   records[(w) * SLOTS + (i)]
#define ROOT 100
#define RECORD(t) (1 + (t))

/* --- Threads --- */
byte pc[TASKS];
byte rsp[TASKS];                /* while it does not run, and while it does */
byte bottom[TASKS];             /* place of its frame */
bool cut[TASKS];
byte pusher[TASKS], slot[TASKS]; /* what its bottom knows if it is not cut */
bool saved[TASKS], ready[TASKS];
byte saved_record[TASKS], how[TASKS];
#define IN_PLACE 1              /* how to resume it */
#define AT_HOME  2
#define BY_MOVE  3
byte called, room;              /* place of main's callee; of its room */

/* --- Records, by child; frame objects --- */
bool made[TASKS], freed[TASKS], ended[TASKS], fulfilled[TASKS + 1];
bool frees[TASKS];
byte spawn_rsp[TASKS], set[TASKS], home[TASKS];
byte arrived[TASKS], waiter[TASKS], waiters[TASKS + 1];
byte linked[FRAMES];            /* a set of children */
bool came_home[FRAMES];
#define ACCESS(c) assert(made[c] && !freed[c])

/* --- The region, in GUEST --- */
bool open, mailbox, done;
byte opener = NONE;             /* the child with which it was opened */
byte left_at, went_on;          /* main's places, if it was popped */

/* Ghosts: where the stack pointer is at a frame's syncs; the room there. */
byte expected[FRAMES];
bool has_room;

/* What a worker is about to do. */
mtype = { RUNS, CONFLICT, PREPARES, LISTS, LEAVES, STEALS, MOVES, REPORTS, ARRIVES, LATE,
          POPS };

inline PUT(place, what)
{
    assert(cells[place] == NONE && taken[OF(place)]);
    cells[place] = what
}
inline DROP(place, what)
{
    assert(cells[place] == what && taken[OF(place)]);
    cells[place] = NONE
}

#define ON(k) (on[0] == k || on[1] == k || on[WORKERS - 1] == k)
#define CELL(k, i) (cells[(k) * LEVELS + i] != NONE)
#define IN_USE(k) (ON(k) || CELL(k, 0) || CELL(k, 1) || CELL(k, 2) || \
                   CELL(k, 3) || CELL(k, 4))

/* The lowest: the next one gets what was freed last. */
inline TAKE(into)
{
    into = 1;
    UNTIL(!taken[into], into++; assert(into < CHUNKS));
    taken[into] = true
}

inline FREE(chunk)
{
    assert(chunk != MAINS && taken[chunk]);
    for (i : 0 .. LEVELS - 1) { assert(cells[chunk * LEVELS + i] == NONE) }
    for (i : 0 .. WORKERS - 1) { assert(on[i] != chunk) }
    for (i : 0 .. TASKS - 1) { assert(registers[i] != chunk) }
    taken[chunk] = false
}

/* A thread runs, in worker me, with its stack pointer there. */
inline RUN_AT(place)
{
    on[me] = NONE;
    for (i : 0 .. WORKERS - 1) { assert(on[i] != OF(place)) }
    on[me] = OF(place);
    assert(taken[OF(place)]);
    i = place;
    do
    :: assert(cells[i] == NONE);
       i++;
       WHEN(i % LEVELS == 0, break)
    od
}

#define first_of(m) ((m) & 1 -> 0 : ((m) & 2 -> 1 : ((m) & 4 -> 2 : \
                    ((m) & 8 -> 3 : 4))))
#define last_of(m)  ((m) & 16 -> 4 : ((m) & 8 -> 3 : ((m) & 4 -> 2 : \
                    ((m) & 2 -> 1 : 0))))

#define MOVED_BY(c) \
    EITHER(FUTURE_BELOW, (KIND(c) != APART), \
    EITHER(APART_MOVED, (KIND(c) != FUTURE), (KIND(c) == SPAWN)))
#define IS_FUTURE(c) (KIND(c) == FUTURE)
#define OPENED(c) (opener == (c))
#define OPENS_MOVES(c) \
    EITHER(OPENING_MOVES_ANY, OPENED(c), (OPENED(c) && MOVED_BY(c)))

/* Is a thread at its sync of frame object f away from home? May it come? */
#define NEEDS_HOME(f) (linked[f] != 0 && !came_home[f] && \
                       MOVED_BY(first_of(linked[f])))
#define CHILD_IS_GONE(f) \
    EITHER(HOME_TOO_EARLY, true, \
    EITHER(HOME_AFTER_ANY, \
           (arrived[first_of(linked[f])] > 0 || arrived[last_of(linked[f])] > 0), \
           (arrived[first_of(linked[f])] > 0)))
#define CHUNK_AT_SYNC(f) OF(set[last_of(linked[f])])

/* Who frees the chunk that child c of t ends on: K6. */
#define LIST(t, c) \
    EITHER(INNER_FREES, \
           (linked[FRAME_OF(c)] | (t == 0 -> linked[0] | linked[1] : 0)), \
           linked[FRAME_OF(c)])
inline DECIDE()
{
    if
    :: !MOVED_BY(c) -> frees[c] = true
    :: MOVED_BY(c) && OPENED(c) ->
        EITHER(OPENING_CHILD_KEEPS, frees[c] = false, frees[c] = true)
    :: MOVED_BY(c) && !OPENED(c) ->
        EITHER(FREES_ALWAYS,
            frees[c] = true,
            EITHER(FREES_NEVER,
                frees[c] = false,
                EITHER(NO_COMPARISON,
                    frees[c] = (LIST(t, c) != 0),
                    frees[c] = (LIST(t, c) != 0 && rsp[t] == set[last_of(LIST(t, c))]))))
    fi
}

#define CUT(t) EITHER(NO_CUT, skip, cut[t] = true)

/* K9: t, at its sync of a frame object, comes home. */
inline GO_HOME()
{
    k = ARG(NEXT(t));
    l = last_of(linked[k]);
    ACCESS(l);
    rsp[t] = home[l] + rsp[t] - set[l];
    assert(rsp[t] == expected[k] + (t == 0 && has_room));
    came_home[k] = true;
    runs = true
}

/* t goes on after its spawn of c, with a handle, and links it: K3, K10. */
inline GO_ON()
{
    registers[c] = NONE;
    i = rsp[t];
    MISTAKE(FREES_AFTER_PUBLICATION, DECIDE();)
    if
    EITHER(NOT_MOVED,
        :: true,
        :: !MOVED_BY(c)
        :: MOVED_BY(c) ->
            TAKE(k);
            set[c] = k * LEVELS + TOP;
            rsp[t] = set[c])
    fi;
    assert(KIND(c) != APART || rsp[t] == i);
    UNLESS(IS_FUTURE(c),
        k = FRAME_OF(c);
        WHEN_ELSE(linked[k] == 0,
            home[c] = spawn_rsp[c],
            l = last_of(linked[k]);
            ACCESS(l);
            EITHER(HOME_NOT_ADJUSTED,
                home[c] = home[l],
                home[c] = home[l] + spawn_rsp[c] - set[l]));
        linked[k] = linked[k] | (1 << c));
    pc[t]++;
    runs = true
}

/* Worker me has no thread any more. */
inline LEAVE()
{
    cur = NONE; st = RUNS; on[me] = NONE;
    WHEN(H[me] >= T[me],
        assert(!locked[me]);
        for (i : 0 .. SLOTS - 1) { ENTRY(me, i) = 0; REC(me, i) = 0 }
        H[me] = 1; T[me] = 1)
}

#define IDLE (cur == NONE && st == RUNS && next == NONE)
#define RUNNING(what) (cur != NONE && st == RUNS && OP(NEXT(cur)) == what)
#define A_GUEST   (now == GUEST || now == OPENING)
#define OPENS     (A_GUEST && cur == 0 && !open)
#define CLOSES(t) (A_GUEST && t == 0 && open)
#define CLAIM(v) \
    :: IDLE && v != me && !locked[v] && H[v] < T[v] -> \
        locked[v] = true; H[v]++; victim = v; st = STEALS
#define TAKE_READY(th) \
    :: IDLE && ready[th] -> ready[th] = false; next = th

/*
 * Each turn is one step: what a worker does, then what several such have in
 * common, in this order: a record is made; somebody goes on, home, or runs; a
 * chunk is freed; the worker is left without a thread.
 */
proctype worker(byte me)
{
    byte cur = NONE, next = NONE, victim, i, t, c, k, l, frd = NONE;
    mtype st = RUNS, then = RUNS;
    bool won, was_cut, makes, goes_on, goes_home, runs, leaves, over;

    atomic {
        WHEN(me == 0,
            taken[MAINS] = true;
            PUT(0, FRAME(0));
            rsp[0] = 1;
            on[0] = MAINS;
            REC(0, 0) = ROOT;
            cur = 0)
    };
    do
    :: over -> break
    :: atomic {
        !over;
        if
        /* --- The scheduler --- */
        :: IDLE && done -> over = true
        :: IDLE && me == 0 && mailbox -> mailbox = false; next = 0
        EACH(WORKERS, CLAIM)
        EACH(TASKS, TAKE_READY)
        :: st == STEALS ->                      /* K4, K5, K6 under the lock */
            l = H[victim] - 1;
            t = ENTRY(victim, l);
            c = ARG(NEXT(t));
            makes = true;
            assert(!cut[c]);                    /* the site: K4 */
            CUT(t);
            saved_record[t] = REC(victim, l - 1);
            assert(saved_record[t] != 0);
            CORRECT(REGISTERS_LATE, registers[c] = NONE;)
            REC(victim, l) = RECORD(c);
            locked[victim] = false;
            victim = t;
            st = MOVES
        :: st == MOVES ->                       /* by a steal, or F3 (6) */
            t = victim;
            c = ARG(NEXT(t));
            victim = 0;
            if                  /* F3 (6): the slot is as it was */
            :: saved_record[t] != 0 -> REC(me, T[me] - 1) = saved_record[t]
            :: else
            fi;
            saved_record[t] = 0;
            cur = t;
            st = RUNS;
            goes_on = true
        :: cur == NONE && st == RUNS && next != NONE -> /* uci_thread_resume */
            t = next;
            next = NONE;
            assert(saved[t] && H[me] >= T[me]);
            saved[t] = false;
            REC(me, T[me] - 1) = saved_record[t];
            saved_record[t] = 0;
            cur = t;
            if
            :: how[t] == IN_PLACE -> DROP(rsp[t], CONTEXT(t)); runs = true
            :: how[t] == AT_HOME -> goes_home = true
            :: how[t] == BY_MOVE -> c = ARG(NEXT(t)); goes_on = true
            fi;
            how[t] = 0

        /* --- uci_wait --- */
        :: st == CONFLICT && REC(me, T[me]) != 0 ->
            T[me]++;
            st = then;
            then = RUNS
        :: st == POPS ->                   /* F3 (1) */
            WHEN_ELSE(REC(me, T[me] - 1) != 0,
                st = PREPARES,
                T[me]--;
                WHEN_ELSE(H[me] <= T[me],
                    won = true; st = PREPARES,
                    st = CONFLICT; then = PREPARES))
        :: st == PREPARES ->                    /* (2), (3) */
            on[me] = NONE;
            WHEN_ELSE(OP(NEXT(cur)) == SYNC && NEEDS_HOME(ARG(NEXT(cur))),
                how[cur] = AT_HOME;
                MISTAKE(CONTEXT_LEFT, PUT(rsp[cur], CONTEXT(cur));)
                MISTAKE(CONTEXT_PUT_HOME,
                    l = home[last_of(linked[ARG(NEXT(cur))])];
                    PUT(l, CONTEXT(cur));)
                CORRECT(WAITER_KEEPS, frd = CHUNK_AT_SYNC(ARG(NEXT(cur)))),
                how[cur] = IN_PLACE;
                PUT(rsp[cur], CONTEXT(cur));
                MISTAKE(GET_GIVES_UP, frd = OF(rsp[cur])));
            WHEN_ELSE(won,
                t = ENTRY(me, T[me]);
                c = cur;
                makes = true;
                assert(!cut[c]);
                CORRECT(REGISTERS_AFTER_LISTED, registers[c] = NONE;)
                saved_record[cur] = RECORD(cur),
                saved_record[cur] = REC(me, T[me] - 1));
            was_cut = cut[cur];
            CORRECT(CUT_AFTER_LISTED, CUT(cur);)
            saved[cur] = true;
            st = LISTS
        :: st == LISTS ->                       /* (4) */
            t = cur;
            c = ARG(NEXT(t));
            if
            :: OP(NEXT(t)) == GET && fulfilled[c] -> st = RUNS
            :: OP(NEXT(t)) == GET && !fulfilled[c] ->
                waiters[c] = waiters[c] | (1 << t);
                st = LEAVES
            :: else ->
                c = first_of(linked[c]);
                ACCESS(c);
                waiter[c] = t;
                arrived[c]++;
                st = (arrived[c] > 1 -> RUNS : LEAVES)
            fi;
            UNLESS(st == LEAVES,
                /* (5) */
                saved[t] = false;
                saved_record[t] = 0;
                WHEN(won,
                    made[t] = false; frees[t] = false; spawn_rsp[t] = 0;
                    k = ENTRY(me, T[me]);
                    registers[t] = OF(rsp[k]);
                    CORRECT(CUT_KEPT, CORRECT(PUT_BACK_LATE, cut[t] = was_cut;))
                    T[me]++;
                    MISTAKE(PUT_BACK_LATE, st = LATE;)
                    won = false);
                WHEN_ELSE(how[t] == AT_HOME,
                    goes_home = true,
                    DROP(rsp[t], CONTEXT(t)); runs = true);
                how[t] = 0;
                was_cut = false)
        MISTAKE(PUT_BACK_LATE, :: st == LATE -> cut[cur] = false; st = RUNS)
        :: st == LEAVES ->                      /* (6) */
            MISTAKE(CUT_AFTER_LISTED, CUT(cur);)
            was_cut = false;
            WHEN_ELSE(won,
                won = false;
                victim = ENTRY(me, T[me]);
                st = MOVES,
                leaves = true)

        /* --- The programs --- */
        :: RUNNING(SPAWN) || RUNNING(APART) || RUNNING(FUTURE) ->
            t = cur;
            c = ARG(NEXT(t));
            k = FRAME_OF(c);
            WHEN(!IS_FUTURE(c) && linked[k] == 0,
                expected[k] = rsp[t] - (t == 0 && has_room));
            WHEN_ELSE(MOVED_BY(c) && !OPENS,
                bottom[c] = rsp[t],
                WHEN(OPENS, open = true; opener = c);
                TAKE(k);
                bottom[c] = k * LEVELS + TOP);
            registers[c] = OF(rsp[t]);
            assert(T[me] < SLOTS && REC(me, T[me]) == 0);
            ENTRY(me, T[me]) = t;
            pusher[c] = me; slot[c] = T[me];
            T[me]++;
            PUT(bottom[c], FRAME(c));
            rsp[c] = bottom[c] + 1;
            cur = c;
            t = c;
            runs = true
        :: RUNNING(CALL) ->
            called = rsp[cur];
            PUT(called, CALLEE);
            rsp[cur]++; pc[cur]++
        :: RUNNING(RETURN) ->
            assert(rsp[cur] == called + 1 && on[me] == OF(called));
            DROP(called, CALLEE);
            called = 0;
            rsp[cur]--; pc[cur]++
        :: RUNNING(PUSH) ->
            room = rsp[cur];
            PUT(room, ROOM_OF);
            has_room = true;
            rsp[cur]++; pc[cur]++
        :: RUNNING(POP) ->
            DROP(room, ROOM_OF);
            has_room = false; room = 0;
            assert(rsp[cur] % LEVELS > 0);
            rsp[cur]--; pc[cur]++
        :: RUNNING(GET) ->
            c = ARG(NEXT(cur));
            assert(c == P || made[c] || fulfilled[c]);
            WHEN_ELSE(fulfilled[c], pc[cur]++, st = POPS)
        :: RUNNING(SET) ->
            fulfilled[P] = true;
            for (i : 0 .. TASKS - 1) {
                WHEN(waiters[P] & (1 << i), ready[i] = true)
            }
            waiters[P] = 0;
            pc[cur]++
        :: RUNNING(SYNC) && linked[ARG(NEXT(cur))] != 0 ->
            t = cur;
            l = ARG(NEXT(cur));
            c = first_of(linked[l]);
            ACCESS(c);
            /* K6: no chunk is kept until the sync. */
            for (k : 0 .. CHUNKS - 1) {
                assert(now != LOOP || !taken[k] || IN_USE(k))
            }
            if
            EITHER(STAYS_AWAY,
                :: arrived[c] > 0 ->,
                :: NEEDS_HOME(l) && CHILD_IS_GONE(l) ->     /* K9, K11 */
                    CORRECT(SYNC_KEEPS, frd = CHUNK_AT_SYNC(l);)
                    MISTAKE(SYNC_FREES_ITSELF, assert(on[me] != frd);)
                    goes_home = true
                :: !(NEEDS_HOME(l) && CHILD_IS_GONE(l)) && arrived[c] > 0 ->)
                assert(ended[c]);
                CORRECT(JOIN_KEEPS,
                    if                              /* K7 */
                    :: MOVED_BY(c) && !frees[c] &&
                       OF(home[c]) != OF(spawn_rsp[c]) ->
                        frd = OF(spawn_rsp[c])
                    :: else
                    fi;)
                freed[c] = true;
                linked[l] = linked[l] & ~(1 << c);
                spawn_rsp[c] = 0; set[c] = 0; home[c] = 0; waiter[c] = 0;
                frees[c] = false
            EITHER(STAYS_AWAY,
                :: arrived[c] == 0 ->,
                :: !(NEEDS_HOME(l) && CHILD_IS_GONE(l)) && arrived[c] == 0 ->)
                st = POPS
            fi
        :: RUNNING(SYNC) && linked[ARG(NEXT(cur))] == 0 ->
            t = cur;
            k = ARG(NEXT(cur));
            WHEN_ELSE(CLOSES(t) && me != 0,
                /* C3, in place */
                how[0] = IN_PLACE;
                PUT(rsp[0], CONTEXT(0));
                saved[0] = true;
                saved_record[0] = REC(me, T[me] - 1);
                mailbox = true;
                leaves = true,
                WHEN(CLOSES(t) && me == 0,
                    /* K15 */
                    open = false; opener = NONE;
                    CORRECT(NOT_HOME_AT_CLOSE,
                        WHEN(went_on != 0,
                            rsp[0] = left_at + rsp[0] - went_on;
                            runs = true;
                            CORRECT(OPENING_KEPT, frd = OF(went_on);)
                            went_on = 0; left_at = 0);)
                    assert(rsp[0] == 1));
                came_home[k] = false; expected[k] = 0;
                pc[t]++)
        :: RUNNING(END) && cur == 0 ->
            assert(rsp[0] == 1 && on[me] == MAINS && !open);
            assert(me == 0 || !A_GUEST);
            DROP(0, FRAME(0));
            done = true;
            leaves = true
        :: RUNNING(END) && cur != 0 ->
            c = cur;
            assert(rsp[c] == bottom[c] + 1 && on[me] == OF(bottom[c]));
            assert(!ended[c]);
            ended[c] = true;
            WHEN_ELSE(cut[c],
                st = REPORTS,
                assert(pusher[c] == me && slot[c] == T[me] - 1);
                T[me]--;
                WHEN_ELSE(H[me] > T[me],
                    st = CONFLICT; then = REPORTS,
                    /* popped */
                    DROP(bottom[c], FRAME(c));
                    registers[c] = NONE;
                    fulfilled[c] = IS_FUTURE(c);
                    t = ENTRY(me, T[me]);
                    if
                    :: OPENS_MOVES(c) ->        /* K15: in its child's chunk */
                        left_at = rsp[t];
                        went_on = OF(bottom[c]) * LEVELS + TOP;
                        rsp[t] = went_on;
                        assert(KIND(c) != APART)
                    :: !MOVED_BY(c) && !OPENS_MOVES(c) ->
                        MISTAKE(APART_FREED_ON_IT,
                            assert(on[me] != OF(bottom[c]));)
                        CORRECT(APART_KEPT, frd = OF(bottom[c]))
                    :: else
                    fi;
                    WHEN(OPENED(c), opener = NONE);
                    runs = true;
                    rsp[c] = 0; bottom[c] = 0;
                    cur = t;
                    pc[t]++))
        :: st == REPORTS ->                     /* K8 */
            c = cur;
            assert(REC(me, T[me] - 1) == RECORD(c));
            ACCESS(c);
            st = ARRIVES;
            if
#if defined(MISTAKE_FREED_LATE) || defined(MISTAKE_ARRIVES_ON_CHUNK)
            :: frees[c] && !MOVED_BY(c) -> frd = OF(bottom[c])
#elif defined(MISTAKE_APART_NOT_FREED)
            :: frees[c] && MOVED_BY(c) -> frd = OF(bottom[c])
#else
            :: frees[c] -> frd = OF(bottom[c])
#endif
            :: else
            fi;
            MISTAKE(FREED_BEFORE_RESULT,
                assert(frd == NONE || cells[bottom[c]] == NONE);)
            DROP(bottom[c], FRAME(c));
            CORRECT(FREED_UNDER_CHILD, CORRECT(ARRIVES_ON_CHUNK, on[me] = NONE))
        :: st == ARRIVES ->                     /* J3, F1 */
            c = cur;
            ACCESS(c);
            WHEN_ELSE(IS_FUTURE(c),
                fulfilled[c] = true;
                freed[c] = true;                /* an entry: no record */
                frees[c] = false; spawn_rsp[c] = 0;
                WHEN(waiters[c] != 0,
                    next = first_of(waiters[c]);
                    waiters[c] = 0),
                arrived[c]++;
                WHEN(arrived[c] > 1, next = waiter[c]));
#if defined(MISTAKE_FREED_LATE) || defined(MISTAKE_ARRIVES_ON_CHUNK)
            st = LATE
        :: st == LATE ->
            c = cur;
            on[me] = NONE;
            ACCESS(c);
            WHEN(frees[c] && MOVED_BY(c), frd = OF(bottom[c]));
#endif
            rsp[c] = 0; bottom[c] = 0;
            leaves = true
        WITH(ALWAYS,
            :: cur != NONE && cur != 0 && st == RUNS && pc[cur] == 0 &&
               H[me] < T[me] && !locked[me] ->      /* K16: uci_steal_own */
                l = H[me];
                H[me]++;
                t = ENTRY(me, l);
                c = ARG(NEXT(t));
                makes = true;
                assert(!cut[c]);
                CUT(t);
                CORRECT(REGISTERS_LEFT, registers[c] = NONE;)
                saved[t] = true;
                how[t] = BY_MOVE;
                saved_record[t] = REC(me, l - 1);
                assert(saved_record[t] != 0);
                REC(me, l) = RECORD(c);
                ready[t] = true)
        fi;

        WHEN(makes,
            assert(!made[c]);
            made[c] = true;
            spawn_rsp[c] = rsp[t];
            CORRECT(FREES_AFTER_PUBLICATION, DECIDE();)
            makes = false);
        if
        :: goes_home -> GO_HOME()
        :: goes_on -> GO_ON()
        :: else
        fi;
        WHEN(runs, RUN_AT(rsp[t]));
        WHEN(frd != NONE, FREE(frd));
        WHEN(leaves, LEAVE());
        goes_home = false; goes_on = false; runs = false; leaves = false;
        i = 0; t = 0; c = 0; k = 0; l = 0; frd = NONE
    }
    od
}

init {
    byte w, c;
    short n;
    atomic {
        LOAD_PROGRAMS();
        CHOOSE_PROGRAM();
        for (w : 0 .. WORKERS - 1) { run worker(w) }
        w = 0
    }
    /* When all workers are through. */
    atomic {
        _nr_pr == 1 ->
        for (w : 1 .. CHUNKS - 1) { assert(!taken[w]) }
        for (w : 0 .. CHUNKS * LEVELS - 1) { assert(cells[w] == NONE) }
        for (w : 1 .. TASKS - 1) {
            assert(KIND(w) == 0 || ended[w]);
            assert(made[w] == freed[w] && !saved[w] && !ready[w])
        }
    }
}
