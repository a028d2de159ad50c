/*
 * Push, pop and steal with the hand-over of records: rules D1, D2, D4-D8 in
 * docs/protocols/deque.md.
 */
// check: -DCOMB=2 -DWORKERS=3 -DMARK=0
// check: -DCOMB=2 -DWORKERS=3 -DMARK=9
// check: -DCHAIN=4 -DWORKERS=3 -DMARK=1
// full: -DCOMB=2 -DWORKERS=3 -DMARK=1 -DBUFFER=9
// full: -DCOMB=3 -DWORKERS=3 -DMARK=0
// full: -DTREE -DWORKERS=3 -DMARK=1
// full: -DCHAIN=4 -DWORKERS=4 -DMARK=1
// search: -DREVERSE
// short: 100
// mistake: SLOT_AFTER_T the owner stores T before the slot [D1]
// mistake: WORDS_AFTER_T the owner stores T before the child's words, or the return address [D1]
// mistake: NO_OWNER_FENCE no fence between T and H in a pop [D2]
// mistake: WORDS_IN_CONFLICT a pop writes over them while a thief may have the entry [D2]
// mistake: NO_WAIT a failed pop does not wait for its record [D4]
// mistake: NO_WAY_BACK a failed pop does not see that the thief gave up [D4]
// mistake: T_NOT_RESTORED T stays at t after entry t is lost [D4]
// mistake: NO_THIEF_FENCE CAS of the lock, plain store of the index [D5]
// mistake: T_BEFORE_CAS the thief reads T before its CAS [D5]
// mistake: SLOT_BEFORE_T the thief reads the slot before T [D5]
// mistake: OWN_RECORD slot[h]'s record is carried, not slot[h-1]'s [D5]
// mistake: RECORD_BEFORE_COPY the record is published before the copy [D5]
// mistake: UNLOCK_BEFORE_COPY the lock is released before the copy [D5]
// mistake: RECORD_AFTER_UNLOCK the record is published after the unlock [D5]
// mistake: RESET_EARLY the indices start anew before the last record is set [D6]
// mistake: RESET_BEFORE_READ ... before its child has read the last record [D6]
// mistake: RESET_UNLOCKED -DCOMB=3 -DWORKERS=3 -DMARK=0 -DBUFFER=2 the indices start anew without the lock [D6]
// mistake: RESET_H_FIRST the reset stores H before T [D6]
// mistake: RECORDS_LEFT -DCOMB=3 -DWORKERS=2 -DMARK=0 the reset leaves the records [D6]
// mistake: NO_BASE_RECORD a resumed thread's record is not in slot[T-1] [D7]
// mistake: NO_BASE_UPPER a resumed thread's upper end is not in slot[T-1] [D7]
// mistake: LEAVE_EARLY the region is given up before the record is set [D8]
/*
 * All workers are alike: worker 0 starts with the root, the others as thieves.
 * A thief becomes the owner of a deque with a carried base record and is
 * robbed in turn.
 *
 *   push             spawn.S, abi.h; uci_deque_push
 *   pop              spawn.S, `near', uci_promoted; uci_deque_pop
 *   conflict         uci_deque_conflict
 *   child_end        uci_child_end, also by way of ucilk_stolen (`cut')
 *   park             uci_join_frame, park() in join.c
 *   resume           uci_thread_resume; set_base is uci_deque_set_base
 *   scheduler        uci_deque_tidy, past MARK slots instead of uci_deque_high_mark
 *   look ... T       claim() in steal.c
 *   slot ... publish uci_steal_from, publish() in steal.c
 *
 * Checked: each step of a task runs once, in order, from a frame whose bytes
 * are whole; a child reports to its own record once; the copied segment has
 * the right ends and descriptor; at the end every task is complete, and nobody
 * waits in vain.
 *
 * Simplified, and why nothing is lost:
 * - A pop always fences; fence.pml has D3, and near.
 * - `words' is all by which a thief finds what was spawned: the child's words, or
 *   where a spawn is written out the return address and the registers in the slot.
 * - A segment is one frame and is copied in two halves, with other steps in
 *   between.  A worker that gives up its region fills it with garbage at once:
 *   more than any thread could overwrite.
 * - The bytes of the region bypass the store buffers.  A correct thief reads
 *   them after T, which was stored later, and TSO keeps that order; in a wrong
 *   one they can only be seen too early, which the asserts notice.
 * - An arrival at a record is one step (join.pml); the evacuated copy is where
 *   `step' and `carried' are.
 * - look reads H and T at once.  The CAS compares H again, and T is read again
 *   after it: a T out of date leads to a vain claim, or to none.
 *
 * Not here: uci_steal_own (UCILK_TEST_STEAL=always), the lock that fork() takes,
 * the ready queue, futures, coming home.
 */
#include "common.h"

#ifndef BUFFER
#define BUFFER 5                /* stores in a worker's store buffer */
#endif
#define SLOTS (MARK + LEVELS + 2)

/*
 * The program: task k, at depth LEVEL(k), spawns CHILD(k, 0) and so on, joins
 * them in this order, and ends.  Its steps are CHILDREN(k) spawns, as many
 * joins, and the end.
 */
#if defined CHAIN               /* 1 -> 2 -> ... */
#define TASKS CHAIN
#define LEVELS CHAIN
#define CHILDREN(k) ((k) < TASKS -> 1 : 0)
#define CHILD(k, i) ((k) + 1)
#define PARENT(k) ((k) - 1)
#define LEVEL(k) (k)
#define SPAWN_OF(k) 1           /* k is this child of its parent's, from 1 */
#elif defined COMB              /* 1 -> 2, 3, .. COMB + 1;  2 -> COMB + 2 */
#define TASKS (COMB + 2)
#define LEVELS 3
#define CHILDREN(k) ((k) == 1 -> COMB : ((k) == 2 -> 1 : 0))
#define CHILD(k, i) ((k) == 1 -> 2 + (i) : TASKS)
#define PARENT(k) ((k) == TASKS -> 2 : 1)
#define LEVEL(k) ((k) == 1 -> 1 : ((k) == TASKS -> 3 : 2))
#define SPAWN_OF(k) ((k) == TASKS -> 1 : (k) - 1)
#else                           /* TREE: 1 -> 2, 3;  2 -> 4, 5;  3 -> 6, 7 */
#define TASKS 7
#define LEVELS 3
#define CHILDREN(k) ((k) < 4 -> 2 : 0)
#define CHILD(k, i) (2 * (k) + (i))
#define PARENT(k) ((k) / 2)
#define LEVEL(k) ((k) < 2 -> 1 : ((k) < 4 -> 2 : 3))
#define SPAWN_OF(k) (1 + (k) % 2)
#endif

/* Records: null, the two that are none, and the one for child k. */
#define ROOT 1
#define NONE 2
#define RECORD(k) (2 + (k))

/* The bytes of a frame: which task it is, and its next step. */
#define FRAME(k, step) (8 * (k) + (step))
#define GARBAGE 255

/* A stack pointer: the level, and which of the task's spawns it is, since a
 * task need not have the same sp at each. */
#define SP(k, spawn) (8 * LEVEL(k) + (spawn))
#define UPPER(k) ((k) == 1 -> 0 : SP(PARENT(k), SPAWN_OF(k)))

#define SLOT(w, i) (SLOTS * (w) + (i))
#define CELL(w, level) ((LEVELS + 1) * (w) + (level))

byte T[WORKERS] = 1;
byte H[WORKERS] = UNLOCKED_AT(1);
byte slot_sp[WORKERS * SLOTS];
byte slot_record[WORKERS * SLOTS];

/* The region of each worker, a frame a level, in two halves; and the child's
 * words below each frame. */
byte low[WORKERS * (LEVELS + 1)] = GARBAGE;
byte high[WORKERS * (LEVELS + 1)] = GARBAGE;
byte words[WORKERS * (LEVELS + 1)] = GARBAGE;

bit handle[TASKS + 1];          /* child k has a record, linked by its parent */
bit child_came[TASKS + 1], parent_came[TASKS + 1];
byte carried[TASKS + 1];        /* the record of task k while it is suspended */

byte step[TASKS + 1];           /* what task k does next, in truth */
bit done;

/* Store buffers: word, place, value. */
mtype = { STORE_T, STORE_H, STORE_SP, STORE_RECORD, RESET_RECORDS };
chan buffer[WORKERS] = [BUFFER] of { mtype, byte, byte };

#define me _pid
#define FENCED empty(buffer[me])

/* The owner's load of H: its own store, if that is still in the buffer. */
#define OWN_H (buffer[me]??[STORE_H, eval(me), _] -> \
               UNLOCKED_AT(1) : H[me])
#define OWN_HEAD INDEX(OWN_H)

/* The owner's load of the base record waits for its own store.  That loses
 * nothing: the next access is an arrival, which drains the buffer. */
#define BASE_STORED !buffer[me]??[STORE_RECORD, eval(SLOT(me, t - 1)), _]
#define BASE_RECORD slot_record[SLOT(me, t - 1)]
#define BASE_UPPER slot_sp[SLOT(me, t - 1)]

inline drain(w)
{
    d_step {
        buffer[w]?word, at, value;
        if
        :: word == STORE_T -> T[at] = value
        :: word == STORE_H -> H[at] = value
        :: word == STORE_SP -> slot_sp[at] = value
        :: word == STORE_RECORD -> slot_record[at] = value
        :: word == RESET_RECORDS ->
            for (value : 1 .. SLOTS - 1) {
                EITHER(RECORDS_LEFT, skip, slot_record[SLOT(w, value)] = 0)
            }
            slot_sp[SLOT(w, 0)] = 0;
            slot_record[SLOT(w, 0)] = NONE
        fi;
        word = 0; at = 0; value = 0
    }
}

/* Whatever runs here next may write anywhere in the region. */
inline give_up_region()
{
    d_step {
        for (i : 0 .. LEVELS) {
            low[CELL(me, i)] = GARBAGE;
            high[CELL(me, i)] = GARBAGE;
            words[CELL(me, i)] = GARBAGE
        }
        i = 0
    }
}

inline write_frame(level, bytes)
{
    low[CELL(me, level)] = bytes;
    high[CELL(me, level)] = bytes
}

/* uci_deque_set_base, for task k. */
inline set_base(record)
{
    assert(OWN_HEAD >= t);
    CORRECT(NO_BASE_UPPER, buffer[me]!STORE_SP(SLOT(me, t - 1), UPPER(k));)
    CORRECT(NO_BASE_RECORD, buffer[me]!STORE_RECORD(SLOT(me, t - 1), record);)
    bottom = t
}

#define SEEN(w) :: (w != me && !LOCKED(H[w]) && INDEX(H[w]) < T[w]) -> v = w

active [WORKERS] proctype Worker()
{
    byte t = 1;                 /* its own T */
    byte bottom = 1;            /* T when the running thread began here */
    byte k, c;                  /* the running task; a child */
    byte v, head, sp, upper, record, i;

    atomic {
        slot_record[SLOT(me, 0)] = NONE;
        WHEN_ELSE(me == 0,
            k = 1; write_frame(1, FRAME(1, 0)); set_base(ROOT),
            goto scheduler)
    }

go_on:                            /* task k, of which step[k] is next */
    atomic {
        assert(low[CELL(me, LEVEL(k))] == FRAME(k, step[k]));
        assert(high[CELL(me, LEVEL(k))] == FRAME(k, step[k]));
        step[k]++;
        write_frame(LEVEL(k), FRAME(k, step[k]));
        if
        :: step[k] <= CHILDREN(k) -> goto push
        :: step[k] > CHILDREN(k) && step[k] <= 2 * CHILDREN(k) ->
            c = CHILD(k, step[k] - CHILDREN(k) - 1);
            if
            :: handle[c] && child_came[c] -> handle[c] = 0; c = 0; goto go_on
            :: handle[c] && !child_came[c] -> goto park
            :: else -> c = 0; goto go_on
            fi
        :: else ->
            if
            :: k == 1 -> goto end_of_root
            :: k != 1 && t == bottom -> goto child_end  /* cut */
            :: else -> goto pop
            fi
        fi
    }

push:
    atomic {
        assert(t < SLOTS);
        c = CHILD(k, step[k] - 1);
        CORRECT(WORDS_AFTER_T, words[CELL(me, LEVEL(k))] = c;)
        CORRECT(SLOT_AFTER_T, buffer[me]!STORE_SP(SLOT(me, t), SP(k, step[k]));)
    }
    atomic { t++; buffer[me]!STORE_T(me, t) }
    MISTAKE(SLOT_AFTER_T, buffer[me]!STORE_SP(SLOT(me, t - 1), SP(k, step[k]));)
    MISTAKE(WORDS_AFTER_T, words[CELL(me, LEVEL(k))] = c;)
    atomic { k = c; c = 0; write_frame(LEVEL(k), FRAME(k, 0)); goto go_on }

pop:
    atomic { t--; buffer[me]!STORE_T(me, t) }
    CORRECT(NO_OWNER_FENCE, FENCED;)
    if
    :: atomic { OWN_H <= UNLOCKED_AT(t) -> goto popped }
    :: atomic { OWN_H > UNLOCKED_AT(t) -> skip }
    fi;
/* conflict */
    MISTAKE(WORDS_IN_CONFLICT, words[CELL(me, LEVEL(k) - 1)] = GARBAGE;)
    MISTAKE(LEAVE_EARLY, give_up_region();)
    MISTAKE(RESET_EARLY,
        WHEN(LOCKED(H[me]) && slot_record[SLOT(me, t)] == 0,
            buffer[me]!RESET_RECORDS(me, 0);
            buffer[me]!STORE_T(me, 1);
            buffer[me]!STORE_H(me, UNLOCKED_AT(1));
            t = 0);)
    MISTAKE(RESET_BEFORE_READ,
        atomic { FENCED && H[me] == UNLOCKED_AT(t + 1) -> H[me] = LOCKED_AT(t + 1) }
        buffer[me]!RESET_RECORDS(me, 0);
        buffer[me]!STORE_H(me, UNLOCKED_AT(t + 1));)
    if
    :: atomic { slot_record[SLOT(me, t)] != 0 ->
                CORRECT(T_NOT_RESTORED, t++; buffer[me]!STORE_T(me, t);)
                goto child_end }
    CORRECT(NO_WAY_BACK, :: atomic { OWN_HEAD <= t -> goto popped })
    MISTAKE(NO_WAIT,
        :: atomic { OWN_HEAD > t -> t++; buffer[me]!STORE_T(me, t); goto child_end })
    fi;
popped:
    atomic {
        i = low[CELL(me, LEVEL(k) - 1)];
        assert(i == high[CELL(me, LEVEL(k) - 1)] && i / 8 == PARENT(k));
        k = i / 8; i = 0;
        goto go_on
    }

child_end:
    atomic {
        BASE_STORED -> assert(BASE_RECORD == RECORD(k));
        assert(OWN_HEAD >= t);
        give_up_region()
    }
    atomic {                    /* arrive */
        FENCED -> assert(!child_came[k]);
        child_came[k] = 1;
        WHEN_ELSE(parent_came[k],
            handle[k] = 0; k = PARENT(k); record = carried[k]; carried[k] = 0,
            k = 0; goto scheduler)
    }
    goto resume;

park:                           /* task k at its join with child c */
    atomic {
        BASE_STORED -> assert(t == bottom && OWN_HEAD >= t);
        assert(BASE_RECORD != 0 && BASE_UPPER == UPPER(k));
        carried[k] = BASE_RECORD
    }
    atomic {                    /* arrive */
        FENCED -> assert(!parent_came[c]);
        parent_came[c] = 1;
        WHEN_ELSE(child_came[c],
            handle[c] = 0; carried[k] = 0; c = 0; goto go_on,
            k = 0; c = 0; give_up_region(); goto scheduler)
    }

resume:                         /* task k, in a worker without a thread */
    atomic {
        write_frame(LEVEL(k), FRAME(k, step[k]));
        set_base(record);
        record = 0;
        goto go_on
    }

scheduler:
    bottom = 0;
    WHEN(t > MARK + 1,
        /* start the indices anew */
        CORRECT(RESET_UNLOCKED,
            atomic { FENCED && H[me] == UNLOCKED_AT(t) -> H[me] = LOCKED_AT(t) })
        buffer[me]!RESET_RECORDS(me, 0);
        SWAPPED(RESET_H_FIRST,
            buffer[me]!STORE_T(me, 1);,
            buffer[me]!STORE_H(me, UNLOCKED_AT(1));)
        t = 1);
look:
    atomic {
        if
        :: done -> goto out
        EACH(WORKERS, SEEN)
        fi;
        head = INDEX(H[v])
    }
    MISTAKE(T_BEFORE_CAS, c = T[v];)
    MISTAKE(SLOT_BEFORE_T, sp = slot_sp[SLOT(v, head)];)
    atomic {
        FENCED;
        if
        EITHER(NO_THIEF_FENCE,
            :: H[v] == UNLOCKED_AT(head) -> H[v] = LOCKED_AT(head);
                buffer[me]!STORE_H(v, LOCKED_AT(head + 1)),
            :: H[v] == UNLOCKED_AT(head) -> H[v] = LOCKED_AT(head + 1))
        :: else -> head = 0; v = 0; c = 0; sp = 0; goto look
        fi
    }
    atomic {
        CORRECT(T_BEFORE_CAS, c = T[v];)
        WHEN_ELSE(head + 1 > c,
            buffer[me]!STORE_H(v, UNLOCKED_AT(head));
            head = 0; v = 0; c = 0; sp = 0; goto look,
            c = 0)
    }
    atomic {
        CORRECT(SLOT_BEFORE_T, sp = slot_sp[SLOT(v, head)];)
        upper = slot_sp[SLOT(v, head - 1)];
        CORRECT(OWN_RECORD, record = slot_record[SLOT(v, head - 1)];
                            assert(record != 0))
    }
    MISTAKE(RECORD_BEFORE_COPY,
        buffer[me]!STORE_RECORD(SLOT(v, head), RECORD(words[CELL(v, sp / 8)]));)
    MISTAKE(UNLOCK_BEFORE_COPY, buffer[me]!STORE_H(v, UNLOCKED_AT(head + 1));)
    low[CELL(me, sp / 8)] = low[CELL(v, sp / 8)];
    high[CELL(me, sp / 8)] = high[CELL(v, sp / 8)];
    atomic {                    /* make the record */
        c = words[CELL(v, sp / 8)];
        k = low[CELL(me, sp / 8)] / 8;
        assert(low[CELL(me, sp / 8)] == high[CELL(me, sp / 8)]);
        assert(low[CELL(me, sp / 8)] == FRAME(k, step[k]));
        assert(sp == SP(k, step[k]) && upper == UPPER(k));
        assert(c == CHILD(k, step[k] - 1));
        assert(!handle[c]);
        handle[c] = 1;
    }
/* publish */
    MISTAKE(RECORD_AFTER_UNLOCK, buffer[me]!STORE_H(v, UNLOCKED_AT(head + 1));)
    CORRECT(RECORD_BEFORE_COPY,
        buffer[me]!STORE_RECORD(SLOT(v, head), RECORD(c));)
    MISTAKE(OWN_RECORD, record = RECORD(c);)
    CORRECT(UNLOCK_BEFORE_COPY,
        CORRECT(RECORD_AFTER_UNLOCK, buffer[me]!STORE_H(v, UNLOCKED_AT(head + 1));))
    atomic {
        head = 0; v = 0; c = 0; sp = 0; upper = 0;
        set_base(record);
        record = 0;
        goto go_on
    }

end_of_root:
    atomic {
        BASE_STORED -> assert(t == bottom && BASE_RECORD == ROOT);
        for (i : 1 .. TASKS) {
            assert(step[i] == 2 * CHILDREN(i) + 1);
            assert(handle[i] == 0 && carried[i] == 0);
            assert(child_came[i] || !parent_came[i])
        }
        done = 1
    }
out: skip
}

#define DRAIN(w) :: nempty(buffer[w]) -> drain(w)

active proctype Memory()
{
    mtype word;
    byte at, value;
end:
    do
    EACH(WORKERS, DRAIN)
    od
}
