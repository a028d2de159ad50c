// check: -DPUSHES=4 -DLEVELS=2 -DFAR=2 -DNEAR=0
// check: -DPUSHES=3 -DLEVELS=2 -DFAR=1 -DNEAR=1
// check: -DPUSHES=3 -DLEVELS=2 -DFAR=1 -DNEAR=1 -DOWN
// check: -DPUSHES=3 -DLEVELS=2 -DFAR=1 -DNEAR=1 -DBLIND
// full: -DPUSHES=4 -DLEVELS=3 -DFAR=2 -DNEAR=1
// full: -DPUSHES=4 -DLEVELS=3 -DFAR=2 -DNEAR=1 -DOWN
// full: -DPUSHES=3 -DLEVELS=2 -DFAR=2 -DNEAR=0 -DBLIND -DOWN
// mistake: NOT_DRIVEN what is posted waits for its thread's next flush [N1]
// mistake: NEAR_BY_CPU -DPUSHES=3 -DLEVELS=2 -DFAR=1 -DNEAR=1 -DOWN a near thief claims by the CPU [N2]
// mistake: UNLOCK_BY_STORE -DPUSHES=3 -DLEVELS=2 -DFAR=1 -DNEAR=1 -DOWN a near thief unlocks by a store [N2]
// mistake: UNLOCK_BY_PUT -DPUSHES=3 -DLEVELS=2 -DFAR=2 -DNEAR=0 -DOWN a far thief unlocks by a put [N2]
// mistake: RESET_BY_CPU -DPUSHES=3 -DLEVELS=2 -DFAR=2 -DNEAR=0 -DOWN the owner's reset locks by the CPU [N2]
// mistake: RESET_BY_STORE -DPUSHES=3 -DLEVELS=2 -DFAR=2 -DNEAR=0 -DOWN ... and unlocks by a store [N2]
// mistake: T_BEFORE_CAS T is got before the claim, or with it [N4]
// mistake: T_BEFORE_ADD -DPUSHES=3 -DLEVELS=2 -DFAR=1 -DNEAR=1 -DBLIND a blind claim gets T between its OR and its ADD [N4]
// mistake: OR_IN_TWO -DPUSHES=3 -DLEVELS=2 -DFAR=1 -DNEAR=1 -DBLIND a blind claim's OR is a get and a put [N2]
// mistake: ONE_READ the slots that came with T are taken as they are [N5]
// mistake: SEGMENT_KEPT the slots are read again, the segment is not [N5]
// mistake: RECORD_WITH_T the record that came with T is taken [N5]
// mistake: NO_RECORD nobody waits for slot[h-1].record [N5]
// mistake: PUBLISH_EARLY record and unlock are posted with the segment's get [N6]
// mistake: PUBLISH_UNSEEN record and unlock are posted before slot[h-1].record was seen [N6]
// mistake: NEAR_TRUSTS -DPUSHES=3 -DLEVELS=2 -DFAR=1 -DNEAR=1 a near thief takes the lock for a sign that the record is there [N8]
// mistake: NO_FENCE the owner's pop does not fence [N9]
// mistake: RESET_LOCKED the owner resets although the lock is held [N9]
// mistake: RESET_EARLY the owner resets before the last record is there [N9]
/*
 * Thieves on other nodes: rules N1-N9 of docs/protocols/remote.md.
 *
 * One victim, whose owner pushes PUSHES entries in all, pops, loses, resumes
 * other threads above slots that are used up, and starts the indices anew; FAR
 * thieves on other nodes, NEAR ones on its own.
 *
 *   Owner: push, pop  spawn.S; uci_deque_push, uci_deque_pop, _conflict
 *   Owner: reset      uci_deque_tidy, uci_deque_unlock (deque.c)
 *   Far: look, cas    look(), claim() in steal_far.c; BLIND: claim_blindly()
 *   Far: T and slots  get() there, up to the first complete()
 *   Far: slots again  ... up to the second, and where it finds another sp or no
 *                     record
 *   publish, unlock   publish(), unlock() there; of near thieves in steal.c
 *   Near              claim(), record_below() in steal.c, which waits; and a
 *                     thief by message: take_entry() in steal_message.c claims,
 *                     copies or undoes, handle_publication() comes later
 *   Network           delivers what is posted, in any order
 *
 * OWN: the network's atomics are a read and a write back of their own, also
 * where the comparison fails, and are atomic with each other only.  Then all
 * use them (loopback); else the network's are atomic with the CPU's.
 *
 * Checked: each entry is taken once, by its owner or by one thief; the thief's
 * bytes are whole and of this entry, between the right ends, with the record of
 * the thread below; the child whose pop failed finds its own record; nobody
 * waits in vain.
 *
 * Simplified, and why nothing is lost:
 * - Thieves run nothing and are not robbed: deque.pml has that.  They take what
 *   they can get.
 * - A segment is one frame in two halves, at a level of the stack; sp is the
 *   number of the push, so that an old one is told from a new one at the same
 *   place.
 * - The owner has a store buffer for T and slots, a near thief's record gets to
 *   memory before its unlock.  The stack's bytes bypass both (see deque.pml).
 * - A look reads H and T at once: it is a hint, and both are read again.
 */
#include "common.h"

#define THIEVES (FAR + NEAR)
#define SLOTS (PUSHES + 2)
#define BUFFER 3

/* The record of the child at push p is p; bases, and their upper ends, are
 * numbered from here. */
#define BASE 32
#define GARBAGE 255

byte T = 1;
byte H = UNLOCKED_AT(1);
byte slot_sp[SLOTS], slot_record[SLOTS];
byte low[LEVELS + 1] = GARBAGE, high[LEVELS + 1] = GARBAGE;

/* In truth, of each push. */
byte level[PUSHES + 1], upper_of[PUSHES + 1], record_of[PUSHES + 1];
bit taken[PUSHES + 1];
bit over;

/* Posted, a word each; value + 1, or 0. */
byte post_record[THIEVES], post_record_at[THIEVES];
byte post_H[THIEVES + 1];
#define OWNER THIEVES
#ifdef MISTAKE_NOT_DRIVEN
bit idle[THIEVES + 1];
#define DRIVEN(i) !idle[i]
#else
#define DRIVEN(i) true
#endif

/* The network card's atomic unit is at work. */
bit busy;

mtype = { STORE_T, STORE_SP, STORE_RECORD, CLEAR };
chan buffer = [BUFFER] of { mtype, byte, byte };
#define FENCED empty(buffer)

/* CAS of H: by the CPU, or by the network. */
inline cas_by_cpu(old, new, won)
{
    atomic {
        WHEN_ELSE(H == old, H = new; won = 1, won = 0)
    }
}

inline cas_by_network(old, new, won)
{
    WITH_ELSE(OWN,
        atomic { !busy -> busy = 1; seen = H }
        atomic {
            WHEN_ELSE(seen == old, H = new; won = 1, H = seen; won = 0);
            seen = 0;
            busy = 0
        },
        cas_by_cpu(old, new, won))
}

/* Of a blind claim: the lock's bit; then an entry more. */
inline or_by_network(old)
{
#ifdef OWN
    atomic { !busy -> busy = 1; old = H }
    atomic { H = old | 1; busy = 0 }
#elif defined MISTAKE_OR_IN_TWO
    old = H;
    H = old | 1
#else
    atomic { old = H; H = old | 1 }
#endif
}

inline add_by_network()
{
    WITH_ELSE(OWN,
        atomic { !busy -> busy = 1; seen = H }
        atomic { H = seen + UNLOCKED_AT(1); seen = 0; busy = 0 },
        H = H + UNLOCKED_AT(1))
}

inline give_up_region()
{
    d_step {
        for (i : 1 .. LEVELS) {
            low[i] = GARBAGE;
            high[i] = GARBAGE
        }
        i = 0
    }
}

inline set_base()
{
    b++;
    buffer!STORE_SP(t - 1, BASE + b);
    buffer!STORE_RECORD(t - 1, BASE + b);
    bottom = t
}

active proctype Owner()
{
    byte t = 1, bottom, b, n, l, i, seen;
    byte entry[LEVELS + 1];     /* the pushes it has not popped */
    bit won;

    set_base();
    do
    :: n < PUSHES && t - bottom < LEVELS ->     /* push */
        atomic {
            n++;
            l = t - bottom + 1;
            entry[l] = n;
            low[l] = n;
            high[l] = n;
            level[n] = l;
            upper_of[n] = (l == 1 -> BASE + b : entry[l - 1]);
            record_of[n] = upper_of[n];
            l = 0;
            buffer!STORE_SP(t, n)
        }
        atomic { t++; buffer!STORE_T(0, t) }
    :: t > bottom ->                            /* pop */
        atomic { t--; l = t - bottom + 1; buffer!STORE_T(0, t) }
        CORRECT(NO_FENCE, FENCED;)
        if
        :: atomic { H <= UNLOCKED_AT(t) -> goto popped }
        :: atomic { H > UNLOCKED_AT(t) -> skip }
        fi;
        EITHER(RESET_EARLY,
            if
            :: atomic { INDEX(H) > t -> goto lost }
            :: atomic { INDEX(H) <= t -> goto popped }
            fi;,
            if
            :: atomic { slot_record[t] != 0 ->
                    assert(slot_record[t] == entry[l] && taken[entry[l]]);
                    goto lost }
            :: atomic { INDEX(H) <= t -> goto popped }
            fi;)
popped: atomic {
            assert(!taken[entry[l]]);
            taken[entry[l]] = 1;
            assert(low[l] == entry[l] && high[l] == entry[l]);
            low[l] = 0;                         /* it runs on */
            high[l] = 0;
            entry[l] = 0;
            l = 0
        }
        goto next;
lost:   atomic {
            t++;
            buffer!STORE_T(0, t);
            give_up_region();
            for (i : 1 .. LEVELS) { entry[i] = 0 }
            i = 0;
            l = 0
        }
        if                                      /* scheduler */
        :: t > 1 && n < PUSHES ->
            FENCED;
            EITHER(RESET_LOCKED,
                atomic { INDEX(H) == t -> H = LOCKED_AT(t) },
                UNTIL(won,
                    H == UNLOCKED_AT(t);            /* instead of a retry in vain */
                    EITHER(RESET_BY_CPU,
                        cas_by_cpu(UNLOCKED_AT(t), LOCKED_AT(t), won),
                        cas_by_network(UNLOCKED_AT(t), LOCKED_AT(t), won)));
                won = 0;)
            buffer!CLEAR(0, 0);
            t = 1;
            buffer!STORE_T(0, t);
            FENCED;
            assert(post_H[OWNER] == 0);
            post_H[OWNER] = 1 + UNLOCKED_AT(1)
        :: true                 /* or not */
        fi;
        WHEN_ELSE(n < PUSHES, set_base(), bottom = t);
next:   skip
    :: t == bottom && n == PUSHES -> break
    od;
    over = 1
}

#define ENTRIES (!LOCKED(H) && INDEX(H) < T)

/* The claim stands: this entry is the thief's. */
inline take()
{
    mine = slot_sp[head];
    assert(0 < mine && mine <= PUSHES && !taken[mine]);
    taken[mine] = 1
}

/* What it has got is that entry, whole. */
inline check_stolen()
{
    d_step {
        assert(sp == mine && one == mine && other == mine);
        assert(up == upper_of[mine] && record == record_of[mine])
    }
}

inline publish()
{
    atomic {
        post_record[me] == 0 ->
        post_record_at[me] = head;
        post_record[me] = 1 + sp
    }
}

inline unlock(at)
{
    atomic { assert(post_H[me] == 0); post_H[me] = 1 + UNLOCKED_AT(at) }
}

/* A look that has found something, or the end. */
inline look()
{
    MISTAKE(NOT_DRIVEN, idle[me] = 1;)
    atomic {
        head = 0;
        if
        :: over -> goto out
        :: ENTRIES -> head = INDEX(H)
        fi;
        MISTAKE(NOT_DRIVEN, idle[me] = 0)
    }
}

/* An sp that is in nobody's stack is not used. */
#define IS_SP(p) (0 < (p) && (p) <= PUSHES)

proctype Far(byte me)
{
    byte head, top, mine, sp, up, old_sp, old_up, record, one, other, seen, got;
    bit won;

again:
    atomic {
        head = 0; top = 0; mine = 0; sp = 0; up = 0; old_sp = 0; old_up = 0;
        record = 0; one = 0; other = 0
    }
    WITH_ELSE(BLIND,
        if
        :: over -> goto out
        :: !over && !LOCKED(H)      /* instead of a retry in vain */
        fi;
        or_by_network(head);
        WHEN_ELSE(LOCKED(head), goto again, head = INDEX(head));
        MISTAKE(T_BEFORE_ADD, top = T;)
        add_by_network();,
        look();
        MISTAKE(T_BEFORE_CAS, top = T;)
        cas_by_network(UNLOCKED_AT(head), LOCKED_AT(head + 1), won);
        if
        :: atomic { won -> won = 0 }
        :: atomic { else -> goto again }
        fi;)
    do                          /* T and slots, in any order */
    :: atomic { !(got & 1) -> got = got + 1;
            CORRECT(T_BEFORE_CAS, CORRECT(T_BEFORE_ADD, top = T))
        }
    :: atomic { !(got & 2) -> got = got + 2; old_sp = slot_sp[head] }
    :: atomic { !(got & 4) -> got = got + 4; old_up = slot_sp[head - 1];
            MISTAKE(RECORD_WITH_T, record = slot_record[head - 1])
        }
    :: atomic { got == 7 -> got = 0; break }
    od;
    if
    :: atomic { top < head + 1 -> unlock(head); goto again }
    :: atomic { else -> top = 0; take() }
    fi;
    MISTAKE(PUBLISH_EARLY, sp = old_sp;
                           publish();
                           unlock(head + 1);)
    do                          /* slots again, and the segment */
    :: atomic { !(got & 1) -> got = got + 1; sp = slot_sp[head] }
    :: atomic { !(got & 2) -> got = got + 2; up = slot_sp[head - 1];
            CORRECT(RECORD_WITH_T, record = slot_record[head - 1])
        }
    :: atomic { !(got & 4) -> got = got + 4;
            WHEN(IS_SP(old_sp), one = low[level[old_sp]]) }
    :: atomic { !(got & 8) -> got = got + 8;
            WHEN(IS_SP(old_sp), other = high[level[old_sp]]) }
    :: atomic { got == 15 -> got = 0; break }
    od;
    if
    EITHER(ONE_READ,
        :: atomic { true -> sp = old_sp; up = old_up },
        CORRECT(SEGMENT_KEPT,
            :: sp != old_sp || up != old_up ->
                one = low[level[sp]];
                other = high[level[sp]]))
    :: else
    fi;
    MISTAKE(PUBLISH_UNSEEN, publish(); unlock(head + 1);)
    CORRECT(NO_RECORD,
        WHEN(record == 0,
            atomic {
            slot_record[head - 1] != 0 -> record = slot_record[head - 1] });)
    check_stolen();
    CORRECT(PUBLISH_EARLY,
        CORRECT(PUBLISH_UNSEEN, publish(); unlock(head + 1);))
    goto again;
out: skip
}

proctype Near(byte me)
{
    byte head, mine, sp, up, record, one, other, seen;
    bit won;

again:
    atomic {
        head = 0; mine = 0; sp = 0; up = 0; record = 0; one = 0; other = 0
    }
    look();
    EITHER(NEAR_BY_CPU,
        cas_by_cpu(UNLOCKED_AT(head), LOCKED_AT(head + 1), won);,
        cas_by_network(UNLOCKED_AT(head), LOCKED_AT(head + 1), won);)
    if
    :: atomic { won -> won = 0 }
    :: atomic { else -> goto again }
    fi;
    if
    :: atomic { T < head + 1 -> unlock(head); goto again }
    :: atomic { T >= head + 1 -> take() }
    fi;
    atomic {
        sp = slot_sp[head];
        up = slot_sp[head - 1];
        record = slot_record[head - 1]
    }
    CORRECT(NEAR_TRUSTS,
        WHEN(record == 0,
            if
            :: atomic { slot_record[head - 1] != 0 ->
                    record = slot_record[head - 1] }
            :: atomic { unlock(head); taken[mine] = 0; goto again }
            fi);)
    one = low[level[sp]];
    other = high[level[sp]];
    check_stolen();
    publish();
    unlock(head + 1);
    goto again;
out: skip
}

/* A put of a record, in any order; a near thief's before its unlock. */
inline deliver_record(i)
{
    d_step {
        slot_record[post_record_at[i]] = post_record[i] - 1;
        post_record[i] = 0;
        post_record_at[i] = 0
    }
}

/* A word that only the atomic unit writes waits for it. */
#define UNIT_IS_FREE(i) \
    WITH_ELSE(OWN, \
    EITHER(UNLOCK_BY_PUT, ((i) < FAR || !busy), \
    EITHER(UNLOCK_BY_STORE, ((i) < FAR -> !busy : (i) < THIEVES || !busy), \
    EITHER(RESET_BY_STORE, ((i) == OWNER || !busy), !busy))), true)
#define H_MAY_COME(i) (post_H[i] != 0 && UNIT_IS_FREE(i) && DRIVEN(i) && \
                       ((i) < FAR || (i) == OWNER || post_record[i] == 0))

inline deliver_H(i)
{
    d_step { H = post_H[i] - 1; post_H[i] = 0 }
}

active proctype Network()
{
end:
    do
    :: atomic { post_record[0] != 0 && DRIVEN(0) -> deliver_record(0) }
    :: atomic { H_MAY_COME(0) -> deliver_H(0) }
    :: atomic { H_MAY_COME(OWNER) -> deliver_H(OWNER) }
#if THIEVES > 1
    :: atomic { post_record[1] != 0 && DRIVEN(1) -> deliver_record(1) }
    :: atomic { H_MAY_COME(1) -> deliver_H(1) }
#endif
#if THIEVES > 2
    :: atomic { post_record[2] != 0 && DRIVEN(2) -> deliver_record(2) }
    :: atomic { H_MAY_COME(2) -> deliver_H(2) }
#endif
    od
}

active proctype Memory()
{
    mtype word;
    byte at, value;
end:
    do
    :: d_step {
        buffer?word, at, value ->
        if
        :: word == STORE_T -> T = value
        :: word == STORE_SP -> slot_sp[at] = value
        :: word == STORE_RECORD -> slot_record[at] = value
        :: word == CLEAR ->
            for (at : 1 .. SLOTS - 1) { slot_record[at] = 0 }
            slot_sp[0] = BASE;
            slot_record[0] = BASE
        fi;
        word = 0; at = 0; value = 0
    }
    od
}

init
{
    byte i;
    atomic {
        for (i : 0 .. THIEVES - 1) {
            WHEN_ELSE(i < FAR, run Far(i), run Near(i))
        }
        i = 0
    }
    /* Owner, Network, Memory and this are left. */
    over && _nr_pr == 4 && FENCED && !LOCKED(H) && !post_H[OWNER];
    atomic {
        for (i : 1 .. PUSHES) { assert(taken[i]) }
        assert(INDEX(H) == T)
    }
}
