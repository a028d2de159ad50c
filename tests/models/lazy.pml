/*
 * A spawn is a call until a thief comes: rules W1-W3 in docs/protocols/lazy.md.
 */
// check: -DDEPTH=3 -DSPAWNS=4 -DTHIEVES=1
// check: -DDEPTH=2 -DSPAWNS=3 -DTHIEVES=2
// full: -DDEPTH=3 -DSPAWNS=5 -DTHIEVES=2
// mistake: LIMIT_AFTER_WALK the owner walks, then raises the limit [W1]
// mistake: T_BEFORE_SLOT T is stored before the slots [W3]
// mistake: T_BEFORE_PATCH T is stored before the return addresses [W3]
// mistake: MARK_LEFT a child that has returned leaves its mark: its frame seems promoted [W3]
// mistake: SHADOW_AFTER_T T is stored before the return addresses are kept [W3]
// mistake: WALKS_PAST the walk goes on past the youngest entry [W2]
// mistake: YOUNGEST_FIRST entries are pushed from the youngest to the oldest [W3]
// mistake: NO_FENCE the pop does without its fence [D2]
// mistake: NO_WAIT a conflict is lost before the thief has taken the frame [D4]
/*
 * One owner runs a thread: it spawns (calls), and its children return, as it
 * likes, SPAWNS times at most and DEPTH deep.  Thieves ask where they find no
 * entry, and take entries.
 *
 *   SPAWN          UCILK_ABI_SPAWN_ASM: compare with the limit, call
 *   POLL           uci_spawn_poll, promote: the limit, the walk, and of some of
 *                  the oldest spawns slots, shadows and return addresses; T
 *   RETURN         the child's return: plain, or uci_promoted
 *   Thief          uci_steal_claim, uci_stack_take, publish
 *
 * Frame f, counted from 1, is the parent of the f-th spawn on the stack.  called[f]
 * is the return address below it: PLAIN, PROMOTED or NONE; shadow[f] is whether the
 * address is kept.  life[f] counts the activations at this depth, so that an entry
 * knows of which of them it is.  The owner's stores go through a FIFO (TSO); the
 * fence of the pop waits until it is empty, and so does its raise of the limit.
 * H is twice the index, plus the lock.
 *
 * Checked: a continuation goes on once, by its owner's return or by a thief, with
 * its own registers and a return address that leads somewhere; entries lie from the
 * oldest to the youngest; an owner that was asked before it polls does not pass
 * that poll without an answer.  Not here: what becomes of stolen frames
 * (stacks.pml), records, D3.
 */
#include "common.h"

#define SLOTS (DEPTH + 2)
#define BUFFER 8

mtype = { NONE, PLAIN, PROMOTED, S_SLOT, S_SHADOW, S_CALLED, S_T };

byte H = 2, T = 1;              /* as memory has them; entries are [H / 2, T) */
byte slot[SLOTS];               /* the frame of an entry */
bit slot_life[SLOTS];
bit record[SLOTS];              /* the entry is stolen */
mtype called[DEPTH + 1];
bit shadow[DEPTH + 1];
bit life[DEPTH + 1];
bit gone[DEPTH + 1];            /* a thief goes on with this activation */
bit limit = 1;
bit asked;                      /* a thief has lowered the limit, and the owner
                                 * has not raised it since */

chan buffer = [BUFFER] of { mtype, byte, byte };

inline memory_takes(what, i, v)
{
    if
    :: what == S_SLOT -> slot[i] = v / 2; slot_life[i] = v % 2
    :: what == S_SHADOW -> shadow[i] = v
    :: what == S_CALLED -> called[i] = (v -> PROMOTED : PLAIN); shadow[i] = (v -> shadow[i] : 0)
    :: what == S_T -> T = i
    fi
}

active proctype Memory()
{
    mtype what;
    byte i, v;
end:
    do
    :: atomic { buffer?what, i, v -> memory_takes(what, i, v); what = NONE; i = 0; v = 0 }
    od
}

byte depth, n_spawns, t = 1;    /* the owner's own view of T */
byte own_called[DEPTH + 1];     /* 1: it has replaced the return address */
byte f, n, lowest, highest;
bit is_over;

/* Walks from the current frame up to the youngest entry; lowest is the oldest
 * frame that it finds, and highest the youngest that it promotes. */
inline walk()
{
    EITHER(WALKS_PAST,
        lowest = 1,
        f = depth;
        WHILE(f > 0 && own_called[f] == 0, f--);
        lowest = f + 1;
        f = 0)
}

inline store_slots()
{
    f = lowest; n = t;
    WHILE(f <= highest,
        EITHER(YOUNGEST_FIRST,
            buffer!S_SLOT(n, (highest + lowest - f) * 2 + life[highest + lowest - f]);,
            buffer!S_SLOT(n, f * 2 + life[f]);)
        f++; n++)
}

inline store_patches()
{
    f = lowest;
    WHILE(f <= highest,
        CORRECT(SHADOW_AFTER_T, buffer!S_SHADOW(f, 1);)
        buffer!S_CALLED(f, 1);
        own_called[f] = 1;
        f++);
    f = 0
}

inline store_t()
{
    t = t + highest + 1 - lowest;
    buffer!S_T(t, 0)
}

inline promote()
{
    walk();
    WHEN(lowest <= depth,
        highest = lowest;
        do
        :: highest < depth -> highest++
        :: break
        od;
        EITHER(T_BEFORE_SLOT,
            store_patches(); store_t(); t = t - (highest + 1 - lowest); store_slots();
            t = t + highest + 1 - lowest,
            EITHER(T_BEFORE_PATCH,
                store_slots(); store_t(); store_patches(),
                store_slots(); store_patches(); store_t()))
        MISTAKE(SHADOW_AFTER_T,
            ;f = lowest;
            WHILE(f <= highest, buffer!S_SHADOW(f, 1); f++);
            f = 0));
    n = 0; lowest = 0; highest = 0
}

inline raise()
{
    atomic { empty(buffer) -> limit = 1; asked = 0 }
}

active proctype Owner()
{
    do
    :: depth < DEPTH && n_spawns < SPAWNS ->
        /* a spawn: the call's return address, in the owner's order of stores */
        n_spawns++;
        atomic { depth++; life[depth] = 1 - life[depth]; gone[depth] = 0;
                 CORRECT(MARK_LEFT, own_called[depth] = 0;)
        }
        buffer!S_CALLED(depth, 0);
        if
        :: atomic { limit == 1 -> assert(!asked) }
        :: limit == 0 ->
            EITHER(LIMIT_AFTER_WALK,
                promote();
                limit = 1,
                raise();
                promote())
        fi
    :: depth > 0 ->
        /* the youngest child returns */
        if
        :: own_called[depth] == 0 ->
            assert(!gone[depth]);
            gone[depth] = 1     /* gone on with, by its owner */
        :: else ->
            assert(t > 1);
            t--;
            buffer!S_T(t, 0);
            CORRECT(NO_FENCE, empty(buffer);)
            WHEN_ELSE(H <= t * 2,
                skip,
                /* the conflict */
                if
                :: H <= t * 2 -> skip
                :: record[t] -> is_over = 1
                MISTAKE(NO_WAIT, :: H > t * 2 -> is_over = 1)
                fi);
            WHEN_ELSE(is_over,
                atomic { assert(gone[depth]); break },
                atomic {
                    assert(!gone[depth]);
                    gone[depth] = 1
                });
            CORRECT(MARK_LEFT, own_called[depth] = 0)
        fi;
        depth--
    :: depth == 0 && n_spawns == SPAWNS -> break
    od
}

proctype Thief()
{
    byte h, took;
    bit took_life;
end:
    do
    :: h == 0 ->
        atomic {
            if
            :: H / 2 >= T && H % 2 == 0 -> /* empty */
                WHEN(limit == 1, limit = 0; asked = 1)
            :: H / 2 < T && H % 2 == 0 -> h = H / 2; H = (h + 1) * 2 + 1
            fi
        }
    :: h > 0 ->
        WHEN_ELSE(h + 1 > T,
            atomic { H = h * 2; h = 0 },
            /* the oldest entry; its frame must be what it was at the walk */
            atomic { took = slot[h]; took_life = slot_life[h] };
            atomic {
                assert(took > 0 && took_life == life[took]);
                assert(called[took] == PROMOTED && shadow[took]);
                assert(!gone[took]);
                /* all older activations are this thread's or stolen */
                gone[took] = 1
            };
            record[h] = 1;
            atomic { H = (h + 1) * 2; h = 0; took = 0 })
    od
}

init {
    atomic {
        byte i = 0;
        WHILE(i < THIEVES, run Thief(); i++)
    }
}
