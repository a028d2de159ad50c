// check: -DCHILDREN=3 -DMARK=1
// check: -DCHILDREN=3 -DMARK=9
// full: -DCHILDREN=4 -DMARK=1
// mistake: T_BEFORE_BLOCK T is raised before the block is filled in [L1]
// mistake: T_BEFORE_SLOT T is raised before the slot is [L1]
// mistake: NO_OWNER_FENCE no fence between T and H in a pop [L2]
// mistake: KEPT_UNLOCKED the owner takes an entry below H for its own [L2]
// mistake: T_NOT_RESTORED T stays below the entry that is lost [L2]
// mistake: T_BEFORE_CAS the thief reads T before its claim [L2]
// mistake: GUESS_KEPT the slot that is read with T is not compared with a later one [L2]
// mistake: UNLOCK_FIRST the thief unlocks before it reads the slot [L2]
// mistake: NOT_FLUSHED `done' overtakes the result [L3]
// mistake: FREED_EARLY the parent takes the result before it sees `done' [L4]
// mistake: RESET_LOCKED the deque is reset while a claim may fail [L7]
// mistake: RESET_WITHOUT_LOCK the deque is reset without the lock [L7]
/*
 * Child stealing's deque and blocks: docs/protocols/child.md, L1-L4 and L7.
 *
 * The owner spawns children, runs and joins them, in any order, as the frames of
 * a worker do together.  It has two blocks, which it uses again, and two thieves
 * take what they can.
 *
 *   push        spawn() in spawn.c, uci_child_push (runtime/study/child/blocks.c)
 *   pop, keep   uci_child_pop, keep_locked
 *   tidy        uci_deque_tidy, with MARK slots for uci_deque_high_mark
 *   join        join() in spawn.c
 *   Thief       attempt() in steal.c: look, claim, copy_far; uci_child_deliver
 *   Network     delivers the thieves' puts and unlocks, in any order
 *
 * Checked: each child runs once, with its own block; the parent gets its result;
 * nobody waits in vain.
 *
 * Left out, and why that is sound:
 *   - Near thieves: their stores are buffered as the puts are, but in order.
 *   - What a child does: a worker that runs one is owner of its own deque, which
 *     is like this one; L5 and L6 choose which of the steps here comes next.
 *   - look reads H and T at once: the claim compares H again.
 *   - A thief's gets of T and of the guess may come in any order: the older
 *     guess is the worse.
 */
#include "common.h"

#define SLOTS (CHILDREN + 2)
#define THIEVES 2
#define NONE 255

byte T = 1;
byte H = 2;
byte slot[SLOTS] = NONE;        /* the block */
byte child[2];                  /* a block's child, from 1 */
byte result[2];
bit done[2];
bit ran[CHILDREN + 1];

/* The owner's store buffer: word, place, value. */
mtype = { STORE_T, STORE_H, STORE_SLOT, STORE_CHILD, STORE_DONE };
chan buffer = [7] of { mtype, byte, byte };
#define FENCED empty(buffer)

/* --- Under way, of each thief --- */
byte put_h[THIEVES];            /* an unlock: 1 + the index */
byte put_result[THIEVES];       /* the child, */
bit put_done[THIEVES];
byte put_to[THIEVES];           /* and the block of both */

inline begin(c)
{
    assert(c != 0 && !ran[c]);
    ran[c] = 1
}

proctype Buffer()
{
    mtype word;
    byte at, value;
end:
    do
    :: d_step {
        buffer?word, at, value;
        if
        :: word == STORE_T -> T = value
        :: word == STORE_H -> H = value
        :: word == STORE_SLOT -> slot[at] = value
        :: word == STORE_CHILD -> child[at] = value
        :: word == STORE_DONE -> done[at] = value
        fi;
        word = 0; at = 0; value = 0 }
    od
}

proctype Network(byte i)
{
end:
    do
    :: d_step { put_h[i] -> assert(LOCKED(H)); H = 2 * (put_h[i] - 1); put_h[i] = 0 }
    :: d_step { put_result[i] -> result[put_to[i]] = put_result[i]; put_result[i] = 0 }
    :: d_step { put_done[i] -> done[put_to[i]] = 1; put_done[i] = 0 }
    od
}

#define OWN_H (buffer??[STORE_H, _, _] -> unlocked : H)
#define OWN_HEAD INDEX(OWN_H)
#define MAY_RESET EITHER(RESET_LOCKED, true, !LOCKED(OWN_H))
#define IS_DONE(b) (is_own[b] || (done[b] && !buffer??[STORE_DONE, eval(b), _]))

#define CAN_JOIN(b) \
    EITHER(FREED_EARLY, (kid[b] && (IS_DONE(b) || OWN_HEAD == t)), \
           (kid[b] && IS_DONE(b)))
#define UNLOCK(i) atomic { unlocked = 2 * (i); buffer!STORE_H(0, unlocked) }

proctype Owner()
{
    byte t = 1, made, b, head, unlocked;
    byte mine[SLOTS];           /* the slots as it has written them */
    byte kid[2];             /* 0, or the child of the block in use */
    bit is_own[2];              /* it has run that child itself */

go_on:                          /* what its frames want next */
    if
    :: atomic { made < CHILDREN && !kid[0] -> b = 0; goto push }
    :: atomic { made < CHILDREN && !kid[1] -> b = 1; goto push }
    :: atomic { CAN_JOIN(0) -> b = 0; goto join }
    :: atomic { CAN_JOIN(1) -> b = 1; goto join }
    :: atomic { OWN_HEAD < t -> goto pop }
    :: atomic { OWN_HEAD >= t && t > MARK && MAY_RESET -> goto tidy }
    :: atomic { made == CHILDREN && !kid[0] && !kid[1] -> goto over }
    fi;

push:
    atomic {
        assert(t < SLOTS);
        made++;
        kid[b] = made;
        is_own[b] = 0;
        mine[t] = b;
        buffer!STORE_DONE(b, 0)
    }
    CORRECT(T_BEFORE_BLOCK, buffer!STORE_CHILD(b, made);)
    CORRECT(T_BEFORE_SLOT, buffer!STORE_SLOT(t, b);)
    atomic { t++; buffer!STORE_T(0, t) }
    MISTAKE(T_BEFORE_BLOCK, buffer!STORE_CHILD(b, made);)
    MISTAKE(T_BEFORE_SLOT, buffer!STORE_SLOT(t - 1, b);)
    atomic { b = 0; goto go_on }

join:
    atomic {
        assert(is_own[b] || result[b] == kid[b]);
        kid[b] = 0;
        result[b] = 0;
        is_own[b] = 0;
        b = 0;
        goto go_on
    }

pop:
    atomic { t--; buffer!STORE_T(0, t) }
    CORRECT(NO_OWNER_FENCE, FENCED;)
    if
    :: atomic { OWN_H <= 2 * t -> goto own }
    :: atomic { OWN_H > 2 * t -> skip }
    fi;
    MISTAKE(KEPT_UNLOCKED, goto own;)
/* keep */
    atomic { FENCED && !LOCKED(H) -> head = INDEX(H); H = H | 1 }
    WHEN_ELSE(head <= t,
        UNLOCK(head); head = 0,
        CORRECT(T_NOT_RESTORED, atomic { t++; buffer!STORE_T(0, t) })
        UNLOCK(head);
        atomic { head = 0; goto go_on });

own:
    atomic {
        is_own[mine[t]] = 1;
        begin(kid[mine[t]]);
        goto go_on
    }

tidy:
    CORRECT(RESET_WITHOUT_LOCK, atomic { FENCED && !LOCKED(H) -> H = H | 1 })
    atomic { t = 1; buffer!STORE_T(0, t) }
    UNLOCK(1);
    goto go_on;

over:
    assert(t == OWN_HEAD || LOCKED(OWN_H))
}

proctype Thief(byte i)
{
    byte head, top, s, c;

end:
    atomic { !LOCKED(H) && INDEX(H) < T -> head = INDEX(H) }
    MISTAKE(T_BEFORE_CAS, top = T;)
/* claim */
    if
    :: atomic { H == 2 * head -> H = 2 * (head + 1) + 1 }
    :: atomic { H != 2 * head -> head = 0; top = 0; goto end }
    fi;
    s = slot[head];             /* the guess */
    CORRECT(T_BEFORE_CAS, top = T;)
    WHEN(top < head + 1, atomic { put_h[i] = 1 + head; goto clean });
    MISTAKE(UNLOCK_FIRST, put_h[i] = 2 + head;)
    WHEN(s != NONE, c = child[s]);
    CORRECT(GUESS_KEPT,
        if
        :: atomic { slot[head] == s -> skip }
        :: atomic { slot[head] != s -> s = slot[head] }
           c = child[s]
        fi;)
    CORRECT(UNLOCK_FIRST, put_h[i] = 2 + head;)
    atomic { begin(c); put_to[i] = s; put_result[i] = c }
    CORRECT(NOT_FLUSHED, !put_result[i];)
    put_done[i] = 1;
    atomic { !put_done[i] && !put_result[i] -> put_to[i] = 0 }
clean:
    atomic { head = 0; top = 0; s = 0; c = 0; goto end }
}

init {
    atomic {
        run Buffer();
        run Network(0);
        run Network(1);
        run Owner();
        run Thief(0);
        run Thief(1)
    }
}
