// check: -DBLOCKS=2 -DALLOCS=4
// full: -DBLOCKS=3 -DALLOCS=4
// mistake: FREED_TWICE the second free ends the block's next life [H1]
// mistake: TOUCH_AFTER_FREE a store lands in the block's next life [H1]
// mistake: BIT_BEFORE_LAST_STORE the same, since the bit is set too early [H1]
// mistake: REMOTE_PUSH whoever frees puts the block into the list itself [H1]
// mistake: BIT_NOT_CLEARED a block is collected twice [H2]
// mistake: BIT_CLEARED_LATE the free bit is lost, and the block [H2]
// mistake: COLLECT_IN_USE the walk does not look at the bit [H2]
// mistake: NO_LAST_COLLECTION there are free blocks, but none is found [H3]
/*
 * The evacuation heap: docs/protocols/join.md, rules H1-H3.
 *
 * The owner allocates ALLOCS times from a heap of BLOCKS blocks.  It gives
 * each block to one of two other workers, or keeps it.  Whoever has it reads
 * and writes it and frees it.  In the end the owner must find every block.
 *
 *   owner           uci_heap_alloc, find, take, carve (runtime/cluster/mem/heap.c)
 *   COLLECT, PUT_BACK   collect, put_back
 *   user, HAVE      a worker that gets the block by a reference; uci_heap_free
 *
 * Each worker has a store buffer.  The free bit, the contents and the words
 * through which blocks are handed over go through it.  `holder' is a ghost: it
 * changes when a block is given out, when the free bit gets to memory, and when
 * the owner frees.
 *
 * Left out, and why that is sound:
 *   - Size classes: a block keeps its class for good, so each class is a heap
 *     of this kind; a bigger block that serves a smaller request does, too.
 *   - Order among the loads of one worker (the acquire in collect): x86 keeps
 *     it, the compiler is told by the acquire.
 *   - A heap that is really full: the model waits where the code says that
 *     UCILK_EVAC_SIZE is too small; waiting in vain is an error here.
 *   - MIN_COLLECT is 1, so that the walks of H3 come early.
 */
#include "common.h"

#define USERS 2
#define OWNER USERS             /* workers: the users, then the owner */
#define NOBODY 255
#define NIL BLOCKS

/* --- Memory and store buffers --- */
#define FREED(b) (b)
#define DATA(b)  (BLOCKS + (b))
#define BOX(u)   (2 * BLOCKS + (u))     /* 1 + a block for user u */
byte memory[2 * BLOCKS + USERS];
byte holder[BLOCKS] = NOBODY;

/* `holder' changes where the free bit gets to memory. */
#define WORKERS (USERS + 1)
#define DEPTH 4
#define AT(a) memory[a]
#define PLACE(a) (a)
#define ACCESS(a) skip
#define LEAVES(w, a, v) \
    if \
    :: a < BLOCKS && v == 1 && w != OWNER -> /* free now */ \
        assert(holder[a] == w); \
        holder[a] = NOBODY \
    :: a >= BLOCKS && a < 2 * BLOCKS && w != OWNER -> \
        assert(holder[a - BLOCKS] == w) \
    :: else \
    fi
#include "store_buffers.h"

/* --- Lists: the owner's, but for MISTAKE_REMOTE_PUSH --- */
byte next[BLOCKS] = NIL;
byte free_list = NIL;
byte top;                       /* blocks below were carved */
bool out[BLOCKS];               /* ghost: given out and not put back */
/* A walk would find something: the owner waits for this instead of walking in
 * vain for ever. */
#define FOUND(b)  (out[b] && memory[FREED(b)] == 1)
#if BLOCKS > 2
#define SOME_FREED (sb[OWNER].n == 0 && (FOUND(0) || FOUND(1) || FOUND(2)))
#else
#define SOME_FREED (sb[OWNER].n == 0 && (FOUND(0) || FOUND(1)))
#endif

byte n_given, n_new;            /* as in heap.c */

inline PUT_BACK(block)
{
    d_step {
        next[block] = free_list;
        free_list = block;
        n_given--;
        out[block] = false
    }
}

inline FREE(me, b)
{
    WHEN_ELSE(me == OWNER,
        atomic { holder[b] = NOBODY; PUT_BACK(b) },
        STORE(me, FREED(b), 1))
}

/* Worker `me' has block b: contents are its own until it frees the block. */
inline HAVE(me, b)
{
    LOAD(me, DATA(b), word);
    assert(word == me + 1);             /* as the owner gave it */
    STORE(me, DATA(b), me + 11);
    LOAD(me, DATA(b), word);
    assert(word == me + 11);
    EITHER(BIT_BEFORE_LAST_STORE,
        STORE(me, FREED(b), 1);
        STORE(me, DATA(b), me + 21);,
        EITHER(REMOTE_PUSH,
            word = free_list;
            holder[b] = NOBODY;
            next[b] = word;
            free_list = b;,
            STORE(me, DATA(b), me + 21);
            FREE(me, b);))
    MISTAKE(FREED_TWICE, FREE(me, b);)
    MISTAKE(TOUCH_AFTER_FREE, LOAD(me, DATA(b), word); assert(word == me + 21);)
    word = 0
}

proctype user(byte u)
{
    byte b, word;
end:
    do
    :: LOAD(u, BOX(u), b);
        if
        :: b == 0 ->
end_no_more:
            memory[BOX(u)] != 0
        :: else ->
            b = b - 1;
            STORE(u, BOX(u), 0);
            HAVE(u, b)
        fi
    od
}

inline COLLECT()
{
    b = 0;
    UNTIL(b == top,
        LOAD(OWNER, FREED(b), word);
        MISTAKE(COLLECT_IN_USE, word = 1;)
        WHEN(word == 1,
            CORRECT(BIT_NOT_CLEARED,
                CORRECT(BIT_CLEARED_LATE, STORE(OWNER, FREED(b), 0);))
            PUT_BACK(b));
        b++);
    atomic { b = 0; word = 0; n_new = 0 }
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
    byte b, word, u, n = 0;
    UNTIL(n == ALLOCS,
        /* find */
        TAKE();
        WHEN(b == NIL && n_new >= top / 2 + 1, COLLECT(); TAKE());
        WHEN(b == NIL && top < BLOCKS, d_step { b = top; top++ });
        do
        :: b != NIL -> break
        CORRECT(NO_LAST_COLLECTION, :: else -> SOME_FREED; COLLECT(); TAKE())
        od;
        /* uci_heap_alloc */
        assert(holder[b] == NOBODY);
        if
        :: u = 0
        :: u = 1
        :: u = OWNER
        fi;
        holder[b] = u;
        d_step { out[b] = true; n_given++; n_new++ }
        STORE(OWNER, DATA(b), u + 1);
        WHEN_ELSE(u == OWNER,
            HAVE(OWNER, b),
            LOAD(OWNER, BOX(u), word);
            UNLESS(word == 0,
                /* it takes the last one first */
                sb[OWNER].n == 0 && memory[BOX(u)] == 0;
                word = 0);
            STORE(OWNER, BOX(u), b + 1));
        MISTAKE(BIT_CLEARED_LATE, STORE(OWNER, FREED(b), 0);)
        d_step { b = 0; u = 0; n++ });
    /* Every block comes back. */
    UNTIL(n_given == 0, SOME_FREED; COLLECT());
    atomic {
        n = BLOCKS - top;       /* not carved */
        b = free_list;
        UNTIL(b == NIL, n++; b = next[b]);
        assert(n == BLOCKS)
    }
}

init {
    byte u;
    atomic {
        for (u : 0 .. USERS) { run drain(u) }
        run user(0);
        run user(1);
        run owner()
    }
}
