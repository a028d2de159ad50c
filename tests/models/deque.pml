/*
 * Push, pop and steal with the hand-over of records: rules D1, D2, D4-D8 in
 * docs/protocols/deque.md.
 */
// check: -DLOP -DWORKERS=3 -DMARK=1
// check: -DCHAIN=4 -DWORKERS=3 -DMARK=1
// full: -DTREE -DWORKERS=3 -DMARK=1
/*
 * All workers are alike: worker 0 starts with the root, the others as thieves.
 * A thief becomes the owner of a deque with a carried base record and is
 * robbed in turn.
 */
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
#elif defined LOP               /* 1 -> 2, 3;  2 -> 4 */
#define TASKS 4
#define LEVELS 3
#define CHILDREN(k) ((k) == 1 -> 2 : ((k) == 2 -> 1 : 0))
#define CHILD(k, i) ((k) == 1 -> 2 + (i) : 4)
#define PARENT(k) ((k) == 4 -> 2 : 1)
#define LEVEL(k) ((k) == 1 -> 1 : ((k) == 4 -> 3 : 2))
#else                           /* TREE: 1 -> 2, 3;  2 -> 4, 5;  3 -> 6, 7 */
#define TASKS 7
#define LEVELS 3
#define CHILDREN(k) ((k) < 4 -> 2 : 0)
#define CHILD(k, i) (2 * (k) + (i))
#define PARENT(k) ((k) / 2)
#define LEVEL(k) ((k) < 2 -> 1 : ((k) < 4 -> 2 : 3))
#endif

/* H is twice the index, plus the lock. */
#define INDEX(h) ((h) >> 1)
#define LOCKED(h) ((h) & 1)
#define UNLOCKED_AT(i) (2 * (i))
#define LOCKED_AT(i) (2 * (i) + 1)

/* Records: null, the two that are none, and the one for child k. */
#define ROOT 1
#define NONE 2
#define RECORD(k) (2 + (k))

/* The bytes of a frame: which task it is, and its next step. */
#define FRAME(k, step) (8 * (k) + (step))
#define GARBAGE 255

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
#ifndef MISTAKE_RECORDS_LEFT
                slot_record[SLOT(w, value)] = 0
#else
                skip
#endif
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
#ifndef MISTAKE_NO_BASE_UPPER
    buffer[me]!STORE_SP(SLOT(me, t - 1), LEVEL(k) - 1);
#endif
#ifndef MISTAKE_NO_BASE_RECORD
    buffer[me]!STORE_RECORD(SLOT(me, t - 1), record);
#endif
    bottom = t
}

#define ENTRIES(w) (w != me && !LOCKED(H[w]) && INDEX(H[w]) < T[w])

active [WORKERS] proctype Worker()
{
    byte t = 1;                 /* its own T */
    byte bottom = 1;            /* T when the running thread began here */
    byte k, c;                  /* the running task; a child */
    byte v, head, level, record, i;

    atomic {
        slot_record[SLOT(me, 0)] = NONE;
        if
        :: me == 0 -> k = 1; write_frame(1, FRAME(1, 0)); set_base(ROOT)
        :: else -> goto scheduler
        fi
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
#if !defined MISTAKE_WORDS_AFTER_T
        words[CELL(me, LEVEL(k))] = c;
#endif
#ifndef MISTAKE_SLOT_AFTER_T
        buffer[me]!STORE_SP(SLOT(me, t), LEVEL(k));
#endif
    }
    atomic { t++; buffer[me]!STORE_T(me, t) }
#ifdef MISTAKE_SLOT_AFTER_T
    buffer[me]!STORE_SP(SLOT(me, t - 1), LEVEL(k));
#endif
#ifdef MISTAKE_WORDS_AFTER_T
    words[CELL(me, LEVEL(k))] = c;
#endif
    atomic { k = c; c = 0; write_frame(LEVEL(k), FRAME(k, 0)); goto go_on }

pop:
    atomic { t--; buffer[me]!STORE_T(me, t) }
#ifndef MISTAKE_NO_OWNER_FENCE
    FENCED;
#endif
    if
    :: atomic { OWN_H <= UNLOCKED_AT(t) -> goto popped }
    :: atomic { OWN_H > UNLOCKED_AT(t) -> skip }
    fi;
    /* conflict */
#ifdef MISTAKE_LEAVE_EARLY
    give_up_region();
#endif
#ifdef MISTAKE_RESET_EARLY
    atomic { FENCED && H[me] == UNLOCKED_AT(t + 1) -> H[me] = LOCKED_AT(t + 1) }
    buffer[me]!RESET_RECORDS(me, 0);
    buffer[me]!STORE_H(me, UNLOCKED_AT(t + 1));
#endif
    if
    :: atomic { slot_record[SLOT(me, t)] != 0 ->
#ifndef MISTAKE_T_NOT_RESTORED
                t++; buffer[me]!STORE_T(me, t);
#endif
                goto child_end }
#ifndef MISTAKE_NO_WAY_BACK
    :: atomic { OWN_HEAD <= t -> goto popped }
#endif
#ifdef MISTAKE_NO_WAIT
    :: atomic { OWN_HEAD > t -> t++; buffer[me]!STORE_T(me, t); goto child_end }
#endif
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
        if
        :: parent_came[k] -> handle[k] = 0; k = PARENT(k); record = carried[k]; carried[k] = 0
        :: else -> k = 0; goto scheduler
        fi
    }
    goto resume;

park:                           /* task k at its join with child c */
    atomic {
        BASE_STORED -> assert(t == bottom && OWN_HEAD >= t && BASE_RECORD != 0);
        carried[k] = BASE_RECORD
    }
    atomic {                    /* arrive */
        FENCED -> assert(!parent_came[c]);
        parent_came[c] = 1;
        if
        :: child_came[c] -> handle[c] = 0; carried[k] = 0; c = 0; goto go_on
        :: else -> k = 0; c = 0; give_up_region(); goto scheduler
        fi
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
    if
    :: t > MARK + 1 ->          /* start the indices anew */
#ifndef MISTAKE_RESET_UNLOCKED
        atomic { FENCED && H[me] == UNLOCKED_AT(t) -> H[me] = LOCKED_AT(t) }
#endif
        buffer[me]!RESET_RECORDS(me, 0);
#ifdef MISTAKE_RESET_H_FIRST
        buffer[me]!STORE_H(me, UNLOCKED_AT(1));
#endif
        buffer[me]!STORE_T(me, 1);
#ifndef MISTAKE_RESET_H_FIRST
        buffer[me]!STORE_H(me, UNLOCKED_AT(1));
#endif
        t = 1
    :: else
    fi;
look:
    atomic {
        if
        :: done -> goto out
        :: ENTRIES(0) -> v = 0
        :: ENTRIES(1) -> v = 1
#if WORKERS > 2
        :: ENTRIES(2) -> v = 2
#endif
#if WORKERS > 3
        :: ENTRIES(3) -> v = 3
#endif
        fi;
        head = INDEX(H[v])
    }
#ifdef MISTAKE_T_BEFORE_CAS
    c = T[v];
#endif
#ifdef MISTAKE_SLOT_BEFORE_T
    level = slot_sp[SLOT(v, head)];
#endif
    atomic {
        FENCED;
        if
#ifndef MISTAKE_NO_THIEF_FENCE
        :: H[v] == UNLOCKED_AT(head) -> H[v] = LOCKED_AT(head + 1)
#else
        :: H[v] == UNLOCKED_AT(head) -> H[v] = LOCKED_AT(head);
            buffer[me]!STORE_H(v, LOCKED_AT(head + 1))
#endif
        :: else -> head = 0; v = 0; c = 0; level = 0; goto look
        fi
    }
    atomic {
#ifndef MISTAKE_T_BEFORE_CAS
        c = T[v];
#endif
        if
        :: head + 1 > c -> buffer[me]!STORE_H(v, UNLOCKED_AT(head));
            head = 0; v = 0; c = 0; level = 0; goto look
        :: else -> c = 0
        fi
    }
    atomic {
#ifndef MISTAKE_SLOT_BEFORE_T
        level = slot_sp[SLOT(v, head)];
#endif
        assert(slot_sp[SLOT(v, head - 1)] == level - 1);    /* one frame */
#ifndef MISTAKE_OWN_RECORD
        record = slot_record[SLOT(v, head - 1)];
        assert(record != 0)
#endif
    }
#ifdef MISTAKE_RECORD_BEFORE_COPY
    buffer[me]!STORE_RECORD(SLOT(v, head), RECORD(words[CELL(v, level)]));
#endif
#ifdef MISTAKE_UNLOCK_BEFORE_COPY
    buffer[me]!STORE_H(v, UNLOCKED_AT(head + 1));
#endif
    low[CELL(me, level)] = low[CELL(v, level)];
    high[CELL(me, level)] = high[CELL(v, level)];
    atomic {                    /* make the record */
        c = words[CELL(v, level)];
        k = low[CELL(me, level)] / 8;
        assert(low[CELL(me, level)] == high[CELL(me, level)]);
        assert(low[CELL(me, level)] == FRAME(k, step[k]));
        assert(LEVEL(k) == level && c == CHILD(k, step[k] - 1));
        assert(!handle[c]);
        handle[c] = 1;
    }
    /* publish */
#ifndef MISTAKE_RECORD_BEFORE_COPY
    buffer[me]!STORE_RECORD(SLOT(v, head), RECORD(c));
#endif
#ifdef MISTAKE_OWN_RECORD
    record = RECORD(c);
#endif
#ifndef MISTAKE_UNLOCK_BEFORE_COPY
    buffer[me]!STORE_H(v, UNLOCKED_AT(head + 1));
#endif
    atomic {
        head = 0; v = 0; c = 0; level = 0;
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

active proctype Memory()
{
    mtype word;
    byte at, value;
end:
    do
    :: nempty(buffer[0]) -> drain(0)
    :: nempty(buffer[1]) -> drain(1)
#if WORKERS > 2
    :: nempty(buffer[2]) -> drain(2)
#endif
#if WORKERS > 3
    :: nempty(buffer[3]) -> drain(3)
#endif
    od
}
