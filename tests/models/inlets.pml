/*
 * Inlets and abort: the lock with its queue, rules Q1-Q6, and A1, A4 in
 * docs/protocols/inlets.md.
 */
// check: -DCHILDREN=3
// check: -DCHILDREN=3 -DLATE_ABORT
// full: -DCHILDREN=4
// mistake: NO_PARENT_LOCK the parent runs beside its children without the lock [Q1]
// mistake: QUEUE_UNSEEN the queue's store does not look whether the lock is held [Q3]
// mistake: FREE_UNSEEN the lock becomes free without a look at the queue [Q4]
// mistake: DROP_QUEUE the holder takes the queue and does not run it [Q4]
// mistake: CHECK_EARLY whether it is aborted is looked at before the lock [Q6]
// mistake: BORN_EARLY the count is read before the lock is given back, and not again [A1]
// mistake: ARRIVE_FIRST the child arrives at its record, then brings its result [Q3]
/*
 * A parent that spawns CHILDREN times, is stolen at each spawn and so goes on
 * beside the child, and syncs.  Child 0 aborts in its inlet; with -DLATE_ABORT the
 * parent itself does, before its last spawn.
 *
 *   begin, end      a critical section: an inlet's, or the parent's own code
 *   bring           ucilk_abi_inlet
 *   release         release(), run_all() in inlets.c
 *   hold            hold(), by ucilk_abi_inlets_back
 *   spawn           ucilk_abi_inlets_leave, then the body
 *
 * The queue is the set of bits `queued', with `held': its order is of no matter
 * here.  Every step that is one locked instruction in the runtime is one atomic
 * step; what lies between is not.  All of them are locked, so store buffers add
 * nothing.  The join is a count of arrivals: join.pml has it.
 *
 * Checked: never two in a critical section; each child that was not aborted has
 * its inlet run once before the sync ends, and none runs after it; no inlet of an
 * aborted child runs; a child that is spawned behind an abort is not aborted.
 */
#include "common.h"

bool held;             /* word is not 0 */
byte queued;           /* results in the queue, by bits */
byte inside;           /* in critical sections */
byte aborts;
byte born[CHILDREN];

byte runs[CHILDREN];
byte arrived;
bool synced;

inline begin_section() { inside++; assert(inside == 1) }
inline end_section() { inside-- }

/* The inlet of child c: under the lock. */
inline run_inlet(c) {
    begin_section();
    if
    EITHER(CHECK_EARLY, :: true ->, :: aborts == born[c] ->)
        assert(aborts == born[c]);
        assert(!synced);
        runs[c]++;
        WITHOUT(LATE_ABORT, WHEN(c == 0, aborts++; mark = aborts);)
    CORRECT(CHECK_EARLY, :: else)
    fi;
    end_section()
}

/* take, i and mark, the count behind an abort, are the process's own. */
inline release_lock() {
    do
    :: true ->
        take = 0;
        EITHER(FREE_UNSEEN,
            WHEN_ELSE(queued == 0, skip, take = queued; queued = 0);
            WHEN(take == 0, held = false; break);,
            atomic {
                WHEN_ELSE(queued == 0, held = false; break, take = queued; queued = 0)
            };)
        i = 0;
        WHILE(i < CHILDREN,
            if
            CORRECT(DROP_QUEUE, :: take & (1 << i) -> run_inlet(i))
            :: else
            fi;
            i++)
    od
}

proctype Child(byte c) {
    byte take, i, mark;
    bool mine;
    MISTAKE(CHECK_EARLY, WHEN(aborts != born[c], goto arrive);)
    MISTAKE(ARRIVE_FIRST, arrived++;)
    EITHER(QUEUE_UNSEEN,
        if
        :: atomic { !held -> held = true; mine = true }
        :: held -> queued = queued | (1 << c)
        fi;,
        atomic {
            WHEN_ELSE(!held, held = true; mine = true, queued = queued | (1 << c))
        };)
    WHEN(mine, run_inlet(c); release_lock());
arrive:
    CORRECT(ARRIVE_FIRST, arrived++;)
}

init {
    byte c, take, i, before, seen, mark;
    bool mine;
    c = 0;
    do
    :: c < CHILDREN ->
        before = aborts;
        WHEN(mine, mine = false; release_lock(); seen = mark);
        EITHER(BORN_EARLY, born[c] = before;, born[c] = aborts;)
        assert(born[c] >= seen); /* what it has run itself is behind it */
        run Child(c);
        /* Stolen: it goes on beside the child. */
        CORRECT(NO_PARENT_LOCK, atomic { !held -> held = true }; mine = true;)
        begin_section();
        WITH(LATE_ABORT, WHEN(c == CHILDREN - 2, aborts++);)
        end_section();
        c++
    :: else -> break
    od;
    WHEN(mine, release_lock());
    arrived == CHILDREN;
    synced = true;
    assert(queued == 0 && !held);
    c = 0;
    WHILE(c < CHILDREN,
        assert(runs[c] <= 1);
        assert(runs[c] == 1 || born[c] < aborts);
        c++)
}
