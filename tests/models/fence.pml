/*
 * The pop fence that is mostly left out: rule D3 in docs/protocols/deque.md.
 */
// check: -DK=2 -DLEAD=2 -DSLOTS=5 -DBUFFER=3
// check: -DNEAR -DK=2 -DLEAD=0 -DSLOTS=5 -DBUFFER=3
// full: -DK=2 -DLEAD=1 -DSLOTS=5 -DBUFFER=3
// full: -DNEAR -DK=2 -DLEAD=1 -DSLOTS=5 -DBUFFER=3
// full: -DK=2 -DLEAD=2
// full: -DK=2 -DLEAD=1
// full: -DNEAR -DK=2 -DLEAD=2 -DBUFFER=3
// full: -DNEAR -DK=2 -DLEAD=0
// full: -DK=3 -DLEAD=3 -DSLOTS=6 -DBUFFER=3
// full: -DK=3 -DLEAD=3
// full: -DK=2 -DLEAD=2 -DEVERY=3 -DBUFFER=3
// full: -DK=2 -DLEAD=2 -DTHIEVES=3 -DSLOTS=5 -DBUFFER=3
// search: -DREVERSE
// mistake: NO_BARRIER no thief calls membarrier [D3]
// mistake: ONE_WITHOUT_BARRIER one of the thieves does not call membarrier [D3]
// mistake: BARRIER_BEFORE_CAS membarrier, then the claim [D3]
// mistake: BARRIER_AFTER_T -DK=2 -DLEAD=1 T is read before membarrier [D3]
// mistake: SPARSE_BARRIER -DK=2 -DLEAD=2 -DEVERY=4 -DSLOTS=5 -DBUFFER=2 membarrier at multiples of K + 2 [D3]
// mistake: SHORT_LEAD -DK=3 -DLEAD=1 -DSLOTS=5 -DBUFFER=2 the owner asks for H + K - 2 <= t [D3]
// mistake: NO_NOTE -DNEAR -DK=2 -DLEAD=0 -DSLOTS=5 -DBUFFER=2 a claim leaves near as it is until its unlock [D3]
// mistake: NOTE_AFTER_BARRIER -DNEAR -DK=2 -DLEAD=0 -DSLOTS=5 -DBUFFER=2 membarrier, then near [D3]
// mistake: NOTE_AFTER_UNLOCK -DNEAR -DK=2 -DLEAD=1 -DSLOTS=5 -DBUFFER=2 a claim in vain gives H back, then near [D3]
// mistake: NO_NEAR_FENCE the owner near H does without its fence [D2]
// mistake: H_BEFORE_T the owner reads H, then stores T [D2]
// mistake: CAS_AFTER_T the thief reads T, then claims [D5]
// mistake: UNFENCED_UNSEEN the owner goes over to pops without fences and does not fence [D3]
// mistake: UNFENCED_READ_EARLY the thief looks whether pops fence, then claims [D3]
// mistake: NOTE_UNSEEN -DNEAR -DK=2 -DLEAD=0 -DSLOTS=5 -DBUFFER=3 the thief looks whether pops fence before near is visible [D3]
// mistake: RESET_UNLOCKED the indices start anew without the lock [D6]
// mistake: RESET_H_FIRST the reset stores H before T [D6]
/*
 * One owner that pushes and pops forever, and thieves.  There is no bound on
 * the number of pushes: the state is finite because a reset brings the indices
 * back.
 *
 *   push           spawn.S, `spawn': slot, then T
 *   go over        uci_deque_may_leave_fences_out, at any time; back where
 *                  there is no thread, uci_deque_set_base
 *   pop, near      spawn.S, abi.h: T = t, compare of H + LEAD with t, `near'
 *   conflict       uci_deque_conflict
 *   reset          uci_deque_tidy, allowed whenever there is no thread
 *   look ... take  claim() in steal.c, then the slot; publish() unlocks
 *
 * Without -DNEAR the owner compares H itself, as in programs for clusters; with it
 * the word near, as in those of one process.  What thieves store there is in
 * `note' until Memory lets it be seen; what they store later waits for that.
 *
 * K is UCI_POP_SLACK as the thieves use it, LEAD as the owner does, EVERY the
 * distance of fenced claims.  The runtime has LEAD = EVERY = K.  LEAD = K - 1
 * passes, and so does EVERY = K + 1: any K consecutive indices hold a multiple
 * of K, and the entries from H to t are LEAD + 1.  The bound is EVERY <= LEAD + 1.
 * near counts the lock as held, which is one entry more: there the bound is EVERY
 * <= LEAD + 2.
 *
 * The checks are the runtime's LEAD without near, and the bound with near.  The
 * bound without near, and a LEAD above the bound with it, are the first two of
 * `full', last run when they were still checks: 3,974,121 and 4,274,240 states,
 * no error.  SLOTS=4 is too small: with it half of the mistakes are not found.
 *
 * H is twice the index, plus the lock.  slot[i] holds which of its pushes it
 * is, modulo 2, so that a stale one is noticed.  The owner's stores go through
 * a FIFO; membarrier and the owner's fence wait until it is empty, which is
 * the same as to drain it then.  A thief's stores but for near are seen at once:
 * it does nothing between its unlock and its next CAS, which drains.
 *
 * Not here: segments and records (deque.pml); a record is one bit that says
 * that the entry is stolen.
 */
#include "common.h"

#ifndef THIEVES
#define THIEVES 2
#endif
#ifndef EVERY
#define EVERY K
#endif
#ifndef BUFFER
#define BUFFER 4
#endif
#ifndef SLOTS
#define SLOTS (K + 4)           /* indices 1 .. SLOTS - 1 */
#endif

#define FENCES(i) \
    EITHER(ONE_WITHOUT_BARRIER, ((i) % EVERY == 0 && _pid != 2), \
           ((i) % EVERY == 0))

byte H = UNLOCKED_AT(1), T = 1;
#ifdef NEAR
#define NEAR_AT(i) LOCKED_AT(i) /* LEAD is added by the owner here */
byte near = NEAR_AT(1);
#endif
bit slot[SLOTS], record[SLOTS];
bit is_unfenced;

/* What is true, whatever the words above say. */
bit live[SLOTS];                /* pushed, neither popped nor stolen */
bit push_count[SLOTS];          /* modulo 2 */

/* The owner's store buffer: (word, index or value, value). */
mtype = { STORE_T, STORE_H, STORE_NEAR, STORE_SLOT, CLEAR_RECORDS, STORE_UNFENCED };
chan buffer = [BUFFER] of { mtype, byte, bit };

/* What the thief with the lock has stored to near, and nobody sees yet. */
#ifdef NEAR
chan note = [2] of { byte };
#define NOTE(i) note!i
#define NOTED empty(note)
#else
#define NOTE(i) skip
#define NOTED true
#endif

active proctype Memory()
{
    byte i;
    bit v;
end:
    do
    :: atomic { buffer?STORE_T(i, _) -> T = i; i = 0 }
    :: atomic { buffer?STORE_H(i, _) -> H = UNLOCKED_AT(i); i = 0 }
    WITH(NEAR,
        :: atomic { buffer?STORE_NEAR(i, _) -> near = NEAR_AT(i); i = 0 }
        :: atomic { note?i -> near = NEAR_AT(i); i = 0 })
    :: atomic { buffer?STORE_SLOT(i, v) -> slot[i] = v; i = 0; v = 0 }
    :: atomic { buffer?STORE_UNFENCED(i, _) -> is_unfenced = i; i = 0 }
    :: d_step { buffer?CLEAR_RECORDS(_, _) ->
           for (i : 0 .. SLOTS - 1) { record[i] = 0 }
           i = 0
       }
    od
}

/* The owner's load of H: its own store, if it is still in the buffer. */
#define LOAD_H(h) \
    if \
    :: buffer??[STORE_H, _, _] -> h = UNLOCKED_AT(1) \
    :: else -> h = H \
    fi

/* What it compares without a fence. */
#ifdef NEAR
#define LOAD_BOUND(h) \
    if \
    :: buffer??[STORE_NEAR, _, _] -> h = NEAR_AT(1) \
    :: else -> h = near \
    fi
#else
#define LOAD_BOUND(h) LOAD_H(h)
#endif

#define FENCE empty(buffer)

active proctype Owner()
{
    byte t = 1;                 /* its own T */
    byte base = 1;              /* entries [base, t) were pushed here */
    byte h;
    bit unfenced;
end:
    do
    :: !unfenced ->             /* go over */
        atomic { unfenced = 1; buffer!STORE_UNFENCED(1, 0) }
        CORRECT(UNFENCED_UNSEEN, FENCE)
    :: t < SLOTS - 1 ->         /* push */
        atomic {
            assert(!live[t] && !record[t] || buffer??[CLEAR_RECORDS, _, _]);
            push_count[t] = 1 - push_count[t];
            live[t] = 1;
            buffer!STORE_SLOT(t, push_count[t])
        }
        atomic { t++; buffer!STORE_T(t, 0) }
    :: t > base ->              /* pop */
        MISTAKE(H_BEFORE_T, LOAD_BOUND(h);
                            t--;
                            buffer!STORE_T(t, 0);)
        CORRECT(H_BEFORE_T, atomic { t--; buffer!STORE_T(t, 0) }
                            atomic { LOAD_BOUND(h) })
        WHEN_ELSE(unfenced && h + 2 * LEAD <= UNLOCKED_AT(t),
            skip,
            /* near */
            CORRECT(NO_NEAR_FENCE, FENCE;)
            atomic { LOAD_H(h) }
            WHEN_ELSE(h <= UNLOCKED_AT(t),
                skip,
                /* conflict */
                if
                :: atomic { record[t] -> assert(!live[t]); t++;
                            buffer!STORE_T(t, 0) }
                    base = t;
                    goto no_thread
                :: INDEX(H) <= t -> skip
                fi));
popped: atomic { assert(live[t]); live[t] = 0; h = 0 }
    :: t == base ->
no_thread:
        h = 0;
        if
        :: unfenced -> atomic { unfenced = 0; buffer!STORE_UNFENCED(0, 0) }
        :: skip
        fi;
        if
        :: t > 1 ->             /* reset */
            CORRECT(RESET_UNLOCKED,
                atomic { FENCE && H == UNLOCKED_AT(t) -> H = LOCKED_AT(t) })
            buffer!CLEAR_RECORDS(0, 0);
            MISTAKE(RESET_H_FIRST, buffer!STORE_H(1, 0);)
            buffer!STORE_T(1, 0);
            WITH(NEAR, buffer!STORE_NEAR(1, 0);)
            CORRECT(RESET_H_FIRST, buffer!STORE_H(1, 0);)
            atomic { t = 1; base = 1 }
        :: skip
        fi
    od
}

active [THIEVES] proctype Thief()
{
    byte head, t;
    bit got, fences;
end:
    do
    :: atomic {                 /* look */
           !LOCKED(H) && INDEX(H) < T -> head = INDEX(H)
       }
        MISTAKE(BARRIER_BEFORE_CAS, WHEN(FENCES(head), FENCE);)
        MISTAKE(CAS_AFTER_T, t = T;)
        MISTAKE(UNFENCED_READ_EARLY, fences = is_unfenced;)
        if                      /* claim */
        :: atomic { H == UNLOCKED_AT(head) -> H = LOCKED_AT(head + 1);
                    CORRECT(NO_NOTE,
                        CORRECT(NOTE_AFTER_BARRIER, NOTE(head + 1)))
                  }
        :: atomic { H != UNLOCKED_AT(head) -> head = 0; t = 0; goto again }
        fi;
        EITHER(NOTE_UNSEEN, fences = is_unfenced;,
            CORRECT(UNFENCED_READ_EARLY, atomic { NOTED -> fences = is_unfenced }))
        MISTAKE(BARRIER_AFTER_T, t = T;)
        CORRECT(NO_BARRIER,
            CORRECT(BARRIER_BEFORE_CAS, WHEN(fences && FENCES(head), FENCE && NOTED);))
        MISTAKE(NOTE_AFTER_BARRIER, NOTE(head + 1);)
        CORRECT(BARRIER_AFTER_T, CORRECT(CAS_AFTER_T, t = T;))
        if
        :: head + 1 > t ->
#ifdef MISTAKE_NOTE_AFTER_UNLOCK
            NOTED;
            H = UNLOCKED_AT(head);
            near = NEAR_AT(head)
#else
            WITH(NEAR, NOTE(head);)
            atomic { NOTED -> H = UNLOCKED_AT(head) }
#endif
        :: else ->              /* take */
            got = slot[head];
            atomic {
                assert(live[head]);
                assert(got == push_count[head]);
                live[head] = 0
            }
            MISTAKE(NO_NOTE, NOTE(head + 1);)
            atomic { NOTED -> record[head] = 1 }
            H = UNLOCKED_AT(head + 1)
        fi;
again:  atomic { head = 0; t = 0; got = 0; fences = 0 }
    od
}
