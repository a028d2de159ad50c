// check: -DTURNS=6
// check: -DSLABS=1 -DTURNS=8
// full: -DTURNS=8
// mistake: MARK_STORED a block freed just before FULL is lost [B3]
// mistake: NOT_RETURNED who took FULL away does not say so [B3]
// mistake: LISTED_TWICE the owner lists a slab that is being returned [B4]
// mistake: RETIRED_EARLY the owner empties a slab that is being returned [B4]
// mistake: TAKEN_IN_TWO a block freed between load and store is lost [B2]
// mistake: LINK_LATE the link is written after the swap [B2]
// mistake: LINK_OLD the link is not written again after a failed swap [B2]
// mistake: NOT_COUNTED used does not count what is in remote [B1]
// mistake: STACK_IN_TWO -DTURNS=8 two that return slabs lose one [B4]
/*
 * Frees from elsewhere: docs/protocols/heap.md, rules B1 to B5.
 *
 * The owner has SLABS slabs of two blocks.  TURNS times it does one of what an
 * owner may do: allocate a block, for itself or for one of two other workers;
 * free one of its own; drain; look into what is listed.  The others free what
 * they get.  In the end the owner must find every slab empty.
 *
 *   owner           uci_slabs_refill (allocate), uci_slabs_push and _turn
 *                   (free), drain, uci_slabs_collect (runtime/mem/slabs.c)
 *   TAKE_REMOTE     take_remote
 *   worker          uci_slabs_push_remote, give_to_owner
 *
 * A slab that is retired and made anew starts its next life at once: who still
 * touches it in the old one fails an assertion.
 *
 * Left out, and why that is sound:
 *   - Store buffers: the stores that others read (a block's link, the link of
 *     `returned') come before a locked instruction of the same worker, which
 *     drains them; the owner's own words nobody else reads.
 *   - Size classes: a slab has one for its life.
 *   - Arenas under a lock: whoever holds it is the owner.
 */
#ifndef SLABS
#define SLABS 2
#endif
#ifndef TURNS
#define TURNS 5
#endif
#define BLOCKS (2 * SLABS)      /* block b is slab b / 2's */
#define WORKERS 2
#define NIL 100
#define FULL 50                 /* in remote, for a block's number */
#define SLAB(b) ((b) / 2)

/* --- Shared --- */
byte remote[SLABS] = NIL;       /* the first block, and how many */
byte count[SLABS];
byte link[BLOCKS] = NIL;
byte returned = NIL, below[SLABS] = NIL;
byte box[WORKERS] = NIL;        /* a block on its way to a worker */
byte busy;                      /* blocks that workers have not freed yet */

/* --- Ghosts --- */
bool out[BLOCKS];               /* given out */
byte touching[SLABS];           /* workers between the two steps of B3, B4 */

/* --- The owner's --- */
mtype = { CURRENT, LISTED, FULL_, RETURNING, EMPTY };
mtype state[SLABS] = EMPTY;
byte free_list[SLABS] = NIL;
byte used[SLABS];
byte current = NIL;
bool kept[BLOCKS];              /* the owner has it */

proctype worker(byte w)
{
    byte b, s, old, n, top;
end:
    do
    :: atomic { box[w] != NIL -> b = box[w]; box[w] = NIL; s = SLAB(b) }
       atomic { old = remote[s]; n = count[s] }
       if :: old == FULL -> link[b] = NIL :: else -> link[b] = old fi;
       do
       :: atomic {
              remote[s] == old && count[s] == n ->
              assert(state[s] != EMPTY);
              assert(out[b]);
              out[b] = false;
              remote[s] = b;
              count[s] = n + 1;
#ifdef MISTAKE_LINK_LATE
              link[b] = NIL;
#endif
              if :: old == FULL -> touching[s]++ :: else fi;
              break
          }
       :: atomic { !(remote[s] == old && count[s] == n) ->
              old = remote[s]; n = count[s] }
#ifndef MISTAKE_LINK_OLD
          if :: old == FULL -> link[b] = NIL :: else -> link[b] = old fi
#endif
       od;
#ifdef MISTAKE_LINK_LATE
       if :: old == FULL -> skip :: else -> link[b] = old fi;
#endif
#ifdef MISTAKE_NOT_RETURNED
       touching[s] = 0;
#else
       if
       :: old == FULL ->
          top = returned;
          do
          :: below[s] = top;
             assert(touching[s] == 1);
#ifdef MISTAKE_STACK_IN_TWO
             atomic { returned = s; touching[s]--; break }
#else
             if
             :: atomic { returned == top -> returned = s; touching[s]--; break }
             :: atomic { returned != top -> top = returned }
             fi
#endif
          od
       :: else
       fi;
#endif
       atomic { busy--; b = 0; s = 0; old = 0; n = 0; top = 0 }
    od
}

byte x, y, first, k, turns, m;

/* Into free_list and used. */
inline TAKE_REMOTE(s)
{
#ifdef MISTAKE_TAKEN_IN_TWO
    atomic { first = remote[s]; k = count[s] }
    if :: first != NIL -> atomic { remote[s] = NIL; count[s] = 0 } :: else fi;
#else
    atomic { first = remote[s]; k = count[s]; remote[s] = NIL; count[s] = 0 }
#endif
    d_step {
        assert(first != FULL);
        if
        :: first != NIL ->
            y = first;
            m = 1;
            do
            :: link[y] != NIL -> y = link[y]; m++; assert(m <= 2)
            :: else -> break
            od;
            assert(m == k); /* the list is as long as was said */
            link[y] = free_list[s];
            free_list[s] = first;
            assert(used[s] >= k);
            used[s] = used[s] - k
        :: else
        fi;
        first = 0; k = 0; y = 0; m = 0
    }
}

/* The slab's memory goes elsewhere, and its next life begins. */
inline RETIRE(s)
{
    d_step {
        assert(!out[2 * (s)] && !out[2 * (s) + 1]);
        assert(touching[s] == 0);
        assert(remote[s] == NIL);
        state[s] = EMPTY;
        free_list[s] = NIL
    }
}

/* B4.  LISTED or EMPTY it is nobody's business but the owner's. */
inline DRAIN()
{
    atomic { x = returned; returned = NIL }
    do
    :: x != NIL ->
        d_step {
            assert(state[x] == FULL_ || state[x] == RETURNING);
            rest = below[x]
        }
        TAKE_REMOTE(x);
        if
        :: used[x] == 0 -> RETIRE(x)
        :: else -> state[x] = LISTED
        fi;
        x = rest
    :: else -> break
    od;
    atomic { x = 0; rest = 0 }
}

/* A slab becomes current that has a free block, if there is one. */
inline FIND_SLAB()
{
    atomic {
        x = 0;
        do
        :: x < SLABS && state[x] != LISTED && state[x] != EMPTY -> x++
        :: else -> break
        od;
        skip
    }
    if
    :: x < SLABS ->
        if
        :: state[x] == EMPTY ->
            d_step {
                link[2 * x] = 2 * x + 1;
                link[2 * x + 1] = NIL;
                free_list[x] = 2 * x;
                used[x] = 0
            }
        :: else -> TAKE_REMOTE(x)
        fi;
        atomic { state[x] = CURRENT; current = x }
    :: else
    fi;
    x = 0
}

inline ALLOCATE()
{
    if :: current == NIL -> DRAIN(); FIND_SLAB() :: else fi;
    if
    :: current != NIL && free_list[current] == NIL -> TAKE_REMOTE(current)
    :: else
    fi;
    if
    :: current != NIL && free_list[current] != NIL ->
        d_step {
            x = free_list[current];
            free_list[current] = link[x];
            used[current]++;
            assert(!out[x]);
            out[x] = true
        }
        if
        :: kept[x] = true
        :: atomic { box[0] == NIL -> busy++; box[0] = x }
        :: atomic { box[1] == NIL -> busy++; box[1] = x }
        fi
    :: current != NIL && free_list[current] == NIL -> /* B3 */
#ifdef MISTAKE_MARK_STORED
        atomic { remote[current] = FULL; count[current] = 0 }
        atomic { state[current] = FULL_; current = NIL }
#else
        if
        :: atomic { remote[current] == NIL -> remote[current] = FULL;
                    state[current] = FULL_; current = NIL }
        :: remote[current] != NIL /* found the next time */
        fi
#endif
    :: else
    fi;
    x = 0
}

/* B5 */
inline FREE(b)
{
    d_step {
        out[b] = false;
        kept[b] = false;
        link[b] = free_list[SLAB(b)];
        free_list[SLAB(b)] = b;
        used[SLAB(b)]--
    }
    if
    :: state[SLAB(b)] == FULL_ ->
        if
        :: atomic { remote[SLAB(b)] == FULL -> remote[SLAB(b)] = NIL;
                    state[SLAB(b)] = LISTED }
        :: remote[SLAB(b)] != FULL ->
#ifdef MISTAKE_LISTED_TWICE
            state[SLAB(b)] = LISTED
#else
            state[SLAB(b)] = RETURNING
#endif
        fi
    :: state[SLAB(b)] == LISTED && used[SLAB(b)] == 0 -> RETIRE(SLAB(b))
    :: else
    fi
}

#ifdef MISTAKE_RETIRED_EARLY
#define MAY_LOOK(s) (state[s] == LISTED || state[s] == RETURNING)
#else
#define MAY_LOOK(s) (state[s] == LISTED)
#endif

inline COLLECT()
{
    x = 0;
    do
    :: x < SLABS ->
        if
        :: MAY_LOOK(x) ->
            TAKE_REMOTE(x);
#ifdef MISTAKE_NOT_COUNTED
            if :: used[x] <= 1 -> RETIRE(x) :: else fi
#else
            if :: used[x] == 0 -> RETIRE(x) :: else fi
#endif
        :: else
        fi;
        x++
    :: else -> break
    od;
    x = 0
}

active proctype owner()
{
    byte rest, b;
    atomic { run worker(0); run worker(1) }
    do
    :: turns < TURNS ->
        turns++;
        if
        :: ALLOCATE()
        :: DRAIN()
        :: COLLECT()
        :: d_step {
               b = 0;
               do :: b < BLOCKS && !kept[b] -> b++ :: else -> break od;
               skip
           }
           if :: b < BLOCKS -> FREE(b) :: else fi;
           b = 0
        fi
    :: else -> break
    od;
    /* Everything is freed: everything is found. */
    b = 0;
    do
    :: b < BLOCKS -> if :: kept[b] -> FREE(b) :: else fi; b++
    :: else -> break
    od;
    busy == 0;
    DRAIN();
    COLLECT();
    if :: current != NIL -> TAKE_REMOTE(current) :: else fi;
    b = 0;
    do
    :: b < SLABS ->
        assert(state[b] == EMPTY || b == current);
        assert(used[b] == 0 || state[b] == EMPTY);
        b++
    :: else -> break
    od
}
