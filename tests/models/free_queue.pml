// check: -DBLOCKS=2 -DALLOCS=4 -DROOM=2
// check: -DBLOCKS=2 -DALLOCS=4 -DROOM=1
// full: -DBLOCKS=3 -DALLOCS=5 -DROOM=2
// mistake: ENTRY_BEFORE_LOCK two workers write the same entry, and a block is lost [P5]
// mistake: COUNT_BEFORE_LOCK the same, with the count [P5]
// mistake: NOT_FLUSHED the owner finds no entry, or an old one [P5]
// mistake: NO_ROOM_CHECK -DBLOCKS=2 -DALLOCS=4 -DROOM=1 an entry behind the queue's end [P5]
// mistake: FULL_FORGOTTEN -DBLOCKS=2 -DALLOCS=4 -DROOM=1 a block that finds no room is lost [P5]
// mistake: BIT_TOO a block is freed twice [P5]
// mistake: TOUCH_AFTER_FREE a put lands in the block's next life [H1]
// mistake: EMPTIED_UNLOCKED an entry that comes meanwhile is lost [P6]
// mistake: COUNT_KEPT the blocks are given back twice [P6]
// mistake: COUNT_CLEARED_LATE an entry that comes behind the unlock is lost [P6]
// mistake: NEVER_EMPTIED the owner finds nothing, though blocks are free [P6]
/*
 * Remote frees by a queue: docs/policies.md, rules P5 and P6.
 *
 * As heap.pml: the owner allocates ALLOCS times from BLOCKS blocks and gives each
 * block to one of two workers of other nodes, which writes it and frees it.  In
 * the end the owner must find every block.
 *
 *   owner       uci_heap_alloc, find, carve (runtime/cluster/mem/heap.c)
 *   EMPTY       what the owner does when it finds no block in its list
 *   user, PUSH  uci_heap_free of a block of another worker
 *   Network     delivers puts, in any order
 *
 * Everything is far from the users; that includes what near ones can do, whose
 * stores are complete at each locked instruction.  `holder' is a ghost: a block
 * is its user's until the unlock, or until its free bit has come.
 *
 * Left out, and why that is sound:
 *   - Size classes, and a heap that is really full: as in heap.pml.
 *   - The owner's own frees: they go to its list.
 *   - Failed attempts at the lock: they change nothing.
 */
#include "common.h"

#define USERS 2
#define NOBODY 255
#define NIL BLOCKS

/* --- The owner's memory --- */
bool lock;
byte n;
byte entry[ROOM];               /* 1 + the block */
byte data[BLOCKS];
bool freed[BLOCKS];             /* the free bit */
byte box[USERS];                /* 1 + a block for this user */
byte holder[BLOCKS] = NOBODY;

/* --- Puts under way, of each user --- */
byte put_n[USERS];              /* 1 + the value */
byte put_entry[USERS], put_at[USERS];
byte put_data[USERS];           /* 1 + the block */
byte put_bit[USERS];            /* 1 + the block */
#define FLUSHED(u) (!put_n[u] && !put_entry[u] && !put_data[u] && !put_bit[u])

proctype Network(byte u)
{
end:
    do
    :: d_step { put_n[u] -> n = put_n[u] - 1; put_n[u] = 0 }
    :: d_step { put_entry[u] ->
        entry[put_at[u]] = put_entry[u];
        put_entry[u] = 0;
        put_at[u] = 0 }
    :: d_step { put_data[u] ->
        assert(holder[put_data[u] - 1] == u);
        data[put_data[u] - 1] = 11 + u;
        put_data[u] = 0 }
    :: d_step { put_bit[u] ->
        assert(holder[put_bit[u] - 1] == u);
        holder[put_bit[u] - 1] = NOBODY;
        freed[put_bit[u] - 1] = true;
        put_bit[u] = 0 }
    od
}

/* --- Users --- */

inline PUT_ENTRY(u, at, block)
{
    atomic {
        put_entry[u] == 0;
        assert(at < ROOM);
        put_at[u] = at;
        put_entry[u] = 1 + block
    }
}

#define HAS_ROOM(k) EITHER(NO_ROOM_CHECK, true, (k < ROOM))

inline PUSH(u, block)
{
#if defined(MISTAKE_COUNT_BEFORE_LOCK) || defined(MISTAKE_ENTRY_BEFORE_LOCK)
    k = n;
#endif
    MISTAKE(ENTRY_BEFORE_LOCK,
        WHEN(k < ROOM, PUT_ENTRY(u, k, block); FLUSHED(u));)
    atomic { !lock -> lock = true };
    CORRECT(COUNT_BEFORE_LOCK, k = n;)
    WHEN_ELSE(HAS_ROOM(k),
        CORRECT(ENTRY_BEFORE_LOCK, PUT_ENTRY(u, k, block);)
        put_n[u] = 1 + k + 1,
        is_full = true);
    CORRECT(NOT_FLUSHED, FLUSHED(u);)
    atomic {
        lock = false;
        UNLESS(is_full, holder[block] = NOBODY)
    };
    if
    EITHER(FULL_FORGOTTEN, :: is_full, :: is_full -> put_bit[u] = 1 + block)
    :: else
    fi
}

proctype user(byte u)
{
    byte b, k;
    bool is_full;
end:
    do
    :: atomic { box[u] != 0 -> b = box[u] - 1; box[u] = 0 };
        assert(holder[b] == u && data[b] == 1 + u);
        CORRECT(TOUCH_AFTER_FREE,
            atomic { put_data[u] == 0 -> put_data[u] = 1 + b };)
        PUSH(u, b);
        MISTAKE(BIT_TOO, atomic { put_bit[u] == 0 -> put_bit[u] = 1 + b };)
        MISTAKE(TOUCH_AFTER_FREE,
            atomic { put_data[u] == 0 -> put_data[u] = 1 + b };)
        /* It has the next block when the bit is there: at most one is under way. */
        atomic { put_bit[u] == 0; b = 0; k = 0; is_full = false }
    od
}

/* --- The owner --- */
bool out[BLOCKS];               /* given out and not put back */
byte next[BLOCKS] = NIL;
byte free_list = NIL;
byte top;                       /* blocks below were carved */
byte n_given;
#if BLOCKS > 2
#define BIT_SEEN (freed[0] || freed[1] || freed[2])
#else
#define BIT_SEEN (freed[0] || freed[1])
#endif
#define SOME_FREED EITHER(NEVER_EMPTIED, BIT_SEEN, (BIT_SEEN || n > 0 && !lock))

inline PUT_BACK(block)
{
    d_step {
        assert(out[block] && holder[block] == NOBODY);
        out[block] = false;
        next[block] = free_list;
        free_list = block;
        n_given--
    }
}

inline EMPTY()
{
    EITHER(NEVER_EMPTIED,
        skip,
        if
        EITHER(EMPTIED_UNLOCKED,
            :: n > 0 ->,
            :: atomic { n > 0 && !lock -> lock = true };)
            d_step { k = n; i = 0 };
            WHILE(i < k,
                assert(entry[i] != 0);
                b = entry[i] - 1;
                PUT_BACK(b);
                i++);
            CORRECT(COUNT_KEPT, CORRECT(COUNT_CLEARED_LATE, n = 0;))
            CORRECT(EMPTIED_UNLOCKED, lock = false;)
            MISTAKE(COUNT_CLEARED_LATE, n = 0;)
            d_step { k = 0; i = 0; b = NIL }
        :: else
        fi)
}

inline COLLECT()
{
    i = 0;
    do
    :: i < BLOCKS && freed[i] -> freed[i] = false; PUT_BACK(i); i++
    :: i < BLOCKS && !freed[i] -> i++
    :: else -> break
    od;
    i = 0
}

inline TAKE()                   /* a free block, or NIL, into b */
{
    d_step {
        b = free_list;
        WHEN(b != NIL, free_list = next[b])
    }
}

proctype owner()
{
    byte b, k, i, u, given;
    UNTIL(given == ALLOCS,
        TAKE();
        WHEN(b == NIL, EMPTY(); TAKE());
        WHEN(b == NIL && top < BLOCKS, d_step { b = top; top++ });
        UNTIL(b != NIL, SOME_FREED; EMPTY(); COLLECT(); TAKE());
        assert(holder[b] == NOBODY && !out[b]);
        if
        :: u = 0
        :: u = 1
        fi;
        atomic {
            box[u] == 0;
            d_step {
                holder[b] = u;
                out[b] = true;
                n_given++;
                data[b] = 1 + u;
                box[u] = 1 + b;
                b = 0;
                u = 0;
                given++
            }
        });
    /* Every block comes back. */
    UNTIL(n_given == 0, SOME_FREED; EMPTY(); COLLECT())
}

init {
    byte u;
    atomic {
        for (u : 0 .. USERS - 1) { run user(u); run Network(u) }
        run owner()
    }
}
