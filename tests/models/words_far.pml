// check: -DREADY -DTAKERS=2 -DTHREADS=3
// check: -DREADY -DTAKERS=2 -DTHREADS=2 -DOWN
// check: -DFUTURE -DCONSUMERS=2 -DROUNDS=2
// check: -DFUTURE -DCONSUMERS=3 -DROUNDS=1
// check: -DFUTURE -DCONSUMERS=2 -DROUNDS=2 -DOWN
// check: -DMESSAGES -DWORKERS=2 -DGETS=2 -DROUNDS=2
// check: -DMESSAGES -DASKS -DWORKERS=2 -DGETS=2 -DROUNDS=2
// full: -DMESSAGES -DWORKERS=2 -DGETS=3 -DROUNDS=3
// full: -DMESSAGES -DASKS -DWORKERS=2 -DGETS=2 -DROUNDS=3
// full: -DREADY -DTAKERS=3 -DTHREADS=3 -DOWN
// full: -DFUTURE -DCONSUMERS=3 -DROUNDS=2
// mistake: UNLOCK_UNFLUSHED the lock is released while ready and n are under way [N17]
// mistake: READ_BEFORE_LOCK ready is got before the lock is taken [N17]
// mistake: OWNER_BY_CPU -DREADY -DTAKERS=2 -DTHREADS=2 -DOWN the owner locks by the CPU, the others by a network that is atomic with itself only [N2]
// mistake: FULFIL_BY_CPU -DFUTURE -DCONSUMERS=2 -DROUNDS=2 -DOWN the owner of an entry fulfils it by the CPU, waiters register by the network [N2]
// mistake: RESULT_UNFLUSHED -DFUTURE -DCONSUMERS=2 -DROUNDS=2 the state is exchanged while the result is under way [N15]
// mistake: RESULT_WITH_STATE -DFUTURE -DCONSUMERS=2 -DROUNDS=2 state and result come in one get [N15]
// mistake: COUNT_BEFORE_COPY -DFUTURE -DCONSUMERS=2 -DROUNDS=2 life is counted down before the copy is complete [N15]
// mistake: NEXT_AFTER_RESUME -DFUTURE -DCONSUMERS=2 -DROUNDS=2 the next waiter is read after this one was resumed [N15]
// mistake: MADE_WITHOUT_FREED -DFUTURE -DCONSUMERS=2 -DROUNDS=2 the owner takes a count of 0 for free [N15]
// mistake: COUNTED_BEFORE_SENT -DMESSAGES -DWORKERS=2 -DGETS=2 -DROUNDS=2 the handler counts a get, then copies the result into its answer [N15]
// mistake: KEPT_AND_COUNTED -DMESSAGES -DWORKERS=2 -DGETS=1 -DROUNDS=2 the handler counts the get of a result that is kept [N15]
// mistake: KEPT_WHEN_PAID -DMESSAGES -DWORKERS=2 -DGETS=2 -DROUNDS=2 a worker keeps a result that it has paid for [N15]
// mistake: PAID_TWICE -DMESSAGES -DWORKERS=2 -DGETS=2 -DROUNDS=2 the get that fetched what is kept is counted by the handler and paid, too [N15]
// mistake: ASKED_FOR_EVER -DMESSAGES -DASKS -DWORKERS=1 -DGETS=1 -DROUNDS=2 what was asked for long ago is got [N15]
// mistake: ASK_COUNTED -DMESSAGES -DASKS -DWORKERS=1 -DGETS=1 -DROUNDS=2 the handler counts a get that is only asked for [N15]
// mistake: ASK_NOT_PAID -DMESSAGES -DASKS -DWORKERS=1 -DGETS=1 -DROUNDS=2 a get of what was asked for is not counted [N15]
// mistake: ASKED_BEFORE_DONE -DMESSAGES -DASKS -DWORKERS=1 -DGETS=1 -DROUNDS=2 the handler of an ask does not look at the state [N15]
/*
 * Words that are not the deque's: the ready queue under a lock (READY), and a
 * future's entry (FUTURE), all far, and gets by message (MESSAGES): rules N15
 * and N17 of docs/protocols/remote.md.
 *
 *   Owner (READY)    uci_ready_push, take() of the own queue (ready.c)
 *   Taker            take_far() there
 *   Fulfiller        uci_future_fulfil_far (future_far.c), then end_future
 *                    (join.c), which reads `next' by uci_thread_next
 *   Consumer         a get in api/future.c: uci_future_enlist, _read_far,
 *                    _count_down_far and free_far (future_far.c)
 *   Worker           uci_future_get_by_message, take_kept, settle, with
 *                    handle_get and handle_count (future_message.c)
 *   ASKS             uci_future_ask, take_asked, answer_ask: at any time; what
 *                    is asked for in one life is fresh in no other one
 *   Near             a get of a worker of the owner's node
 *   Owner (FUTURE)   uci_future_make with collect (future.c)
 *   Network          delivers what is posted, in any order
 *
 * OWN: as in steal_far.pml.
 *
 * Checked: each ready thread is taken once, none is lost, n is right in the
 * end; each consumer gets the whole result of this round, is resumed once if it
 * waited, and touches the entry in no other life.
 */
#include "common.h"

bit over;

#ifdef READY

bit lock, busy;
byte ready, n_ready;            /* a thread, from 1; how many */
byte next[THREADS + 1];
bit taken[THREADS + 1];
byte n_pushed, n_taken;

/* Posted by whoever holds the lock; only the unlock may be late. */
bit post_ready, post_n, post_unlock;
byte ready_to_be, n_to_be;
#define FLUSHED (!post_ready && !post_n)

inline take_lock_by_network()
{
    WITH_ELSE(OWN,
        UNTIL(won,
            !lock;                  /* instead of a retry in vain */
            atomic { !busy -> busy = 1; seen = lock }
            atomic {
                WHEN_ELSE(seen == 0, lock = 1; won = 1, lock = seen);
                seen = 0;
                busy = 0
            });
        won = 0,
        atomic { !lock -> lock = 1 })
}

inline unlock() { atomic { !post_unlock -> post_unlock = 1 } }

inline take(thread)
{
    atomic {
        assert(!taken[thread]);
        taken[thread] = 1;
        n_taken++
    }
}

active proctype Owner()
{
    byte first;
    bit won, seen;

    do
    :: n_pushed < THREADS || ready != 0 ->
        EITHER(OWNER_BY_CPU,
            atomic { !lock -> lock = 1 },
            take_lock_by_network();)
        if
        :: n_pushed < THREADS ->
            n_pushed++;
            next[n_pushed] = ready;
            ready = n_pushed;
            n_ready = n_ready + 1
        :: ready != 0 ->
            first = ready;
            ready = next[first];
            n_ready = n_ready - 1;
            take(first);
            first = 0
        :: else
        fi;
        unlock()
    :: n_pushed == THREADS && n_taken == THREADS -> break
    od;
    over = 1
}

active [TAKERS] proctype Taker()
{
    byte first, then, n;
    bit won, seen;

    do
    :: over -> break
    :: ready != 0 ->
        SWAPPED(READ_BEFORE_LOCK, take_lock_by_network();, first = ready;)
        n = n_ready;
        UNLESS(first == 0,
            then = next[first];
            atomic { !post_ready -> post_ready = 1; ready_to_be = then }
            atomic { !post_n -> post_n = 1; n_to_be = n - 1 }
            CORRECT(UNLOCK_UNFLUSHED, FLUSHED;));
        unlock();
        UNLESS(first == 0, take(first));
        atomic { first = 0; then = 0; n = 0 }
    od
}

active proctype Network()
{
end:
    do
    :: d_step { post_ready -> ready = ready_to_be;
            post_ready = 0; ready_to_be = 0 }
    :: d_step { post_n -> n_ready = n_to_be; post_n = 0; n_to_be = 0 }
    :: d_step { post_unlock && !busy -> lock = 0; post_unlock = 0 }
    od
}

init
{
    over && !lock && FLUSHED;
    assert(ready == 0 && n_ready == 0)
}

#elif defined MESSAGES

#define N_CONSUMERS (WORKERS * GETS + 1)
byte result, result2;
bit done;                       /* state */
byte left;                      /* consumers, in life */
bit freed;                      /* FREED, in life */
bit live;                       /* in truth: made, and not yet freed */
byte round;
bit fulfils;
byte begun[WORKERS + 1];        /* gets that each has to do; 0 is Near */
byte post_count[WORKERS];       /* COUNT under way */
bit handles;                    /* one message at a time */
#define ENTRY assert(live)

inline free()
{
    atomic { ENTRY; assert(!freed); freed = 1; live = 0 }
}

/* All handles bear the same tag, as those of a generation and of the one that
 * comes a million lives later. */
active proctype Owner()
{
    byte i;

    UNTIL(round == ROUNDS,
        atomic {
            round++;
            assert(!live);
            done = 0;
            left = N_CONSUMERS;
            freed = 0;
            live = 1;
            fulfils = 1;
            begun[0] = 1;
            for (i : 1 .. WORKERS) { begun[i] = GETS; }
            i = 0
        }
        freed);
    over = 1
}

active proctype Fulfiller()
{
end:
    do
    :: atomic { fulfils -> fulfils = 0; ENTRY; result = round }
        atomic { ENTRY; result2 = round }
        atomic { ENTRY; done = 1 }
    od
}

active proctype Near()
{
    byte old;
end:
    do
    :: atomic { begun[0] && done -> begun[0] = 0; ENTRY }
        atomic { ENTRY; assert(result == round) }
        atomic { ENTRY; assert(result2 == round); old = left; left-- }
        WHEN(old == 1, free());
        old = 0
    od
}

inline pay()
{
    atomic {
        post_count[me] == 0 -> post_count[me] = owed;
        owed = 0;
        CORRECT(KEPT_WHEN_PAID,
            kept = 0; kept_word = 0; kept_word2 = 0; seen_left = 0)
    }
}

proctype Worker(byte me)
{
    byte word, word2, kept_word, kept_word2, seen_left, owed, old;
    bit kept;
    /* asked: the life, or 0. */
    WITH(ASKS, byte asked_word, asked_word2, asked_left, asked;)

end:
    do
    :: atomic { begun[me + 1] > 0 && kept -> begun[me + 1]--;
            assert(kept_word == round && kept_word2 == round);
            owed++ }
        WHEN(owed == seen_left, pay())
    :: atomic { begun[me + 1] > 0 && !kept && done && !handles -> handles = 1;
            begun[me + 1]--; ENTRY; seen_left = left }
        MISTAKE(COUNTED_BEFORE_SENT,
            atomic {
                WHEN(seen_left == 1, ENTRY; left--; old = 1)
            }
            WHEN(old == 1, free());)
        atomic { ENTRY; word = result }
        atomic { ENTRY; word2 = result2;
            assert(word == round && word2 == round) }
        if
        :: seen_left > 1 ->     /* OWED */
            atomic { kept = 1; kept_word = word; kept_word2 = word2; owed = 1 }
#if defined MISTAKE_KEPT_AND_COUNTED || defined MISTAKE_PAID_TWICE
            atomic { ENTRY; old = left; left-- }
            MISTAKE(KEPT_AND_COUNTED, owed = 0;)
            WHEN(old == 1, free())
#endif
        :: else ->              /* COUNTED */
            CORRECT(COUNTED_BEFORE_SENT, atomic { ENTRY; old = left; left-- }
                                         WHEN(old == 1, free());)
            seen_left = 0
        fi;
        atomic { handles = 0; word = 0; word2 = 0; old = 0 }
#ifdef ASKS
#define CAN_BE_SENT EITHER(ASKED_BEFORE_DONE, true, done)
#define IS_FRESH EITHER(ASKED_FOR_EVER, true, (asked == round))
    /* Others may get meanwhile what this worker would: no ENTRY. */
    :: atomic { !asked && !handles && left > 0 && CAN_BE_SENT -> handles = 1; asked_left = left; asked = round;
            asked_word = result }
        asked_word2 = result2;
        MISTAKE(ASK_COUNTED, atomic { old = left; left-- }
                             WHEN(old == 1, free());
                             old = 0;)
        handles = 0
    :: atomic { begun[me + 1] > 0 && !kept && asked && IS_FRESH -> begun[me + 1]--;
            assert(asked_word == round && asked_word2 == round);
            kept = 1; kept_word = asked_word; kept_word2 = asked_word2;
            seen_left = asked_left; owed = 1;
            asked = 0; asked_word = 0; asked_word2 = 0; asked_left = 0 }
        MISTAKE(ASK_NOT_PAID, owed = 0;)
        WHEN(owed == seen_left, pay())
    :: atomic { asked && !IS_FRESH ->
            asked = 0; asked_word = 0; asked_word2 = 0; asked_left = 0 }
#endif
    :: kept && owed > 0 -> pay()        /* another result takes its place */
    od
}

/* handle_count */
active proctype Counts()
{
    byte i, n, old;

end:
    do
    :: atomic { !handles && (post_count[0] > 0 || post_count[WORKERS - 1] > 0) ->
            handles = 1;
            i = 0;
            UNTIL(post_count[i] > 0, i++);
            n = post_count[i];
            post_count[i] = 0 }
        atomic { ENTRY; assert(left >= n); old = left; left = left - n }
        WHEN(old == n, free());
        atomic { handles = 0; i = 0; n = 0; old = 0 }
    od
}

init
{
    byte i;
    atomic { for (i : 0 .. WORKERS - 1) { run Worker(i) } i = 0 }
    over && !live
}

#else /* FUTURE */

#define DONE 255
#define NONE 0
byte state, result, result2;
byte left;                      /* consumers, in life */
bit freed;                      /* FREED, in life */
bit live;                       /* in truth: made, and not yet freed */
byte round;
bit begun[CONSUMERS + 1];

byte next[CONSUMERS + 1];       /* in the waiter's own copy */
bit resumed[CONSUMERS + 1];
bit gone[CONSUMERS + 1];        /* that copy is given back */
bit fulfils;
bit busy;                       /* as above; for state alone */

bit post_result, post_result2, post_freed;
#define FLUSHED (!post_result && !post_result2)
#define ENTRY assert(live)

active proctype Owner()
{
    byte i;

    UNTIL(round == ROUNDS,
        atomic {
            round++;
            assert(!live);
            state = NONE;
            left = CONSUMERS;
            freed = 0;
            live = 1;
            fulfils = 1;
            for (i : 1 .. CONSUMERS) { begun[i] = 1; }
            i = 0
        }
        EITHER(MADE_WITHOUT_FREED, left == 0, freed));
    over = 1
}

active proctype Fulfiller()
{
    byte who, then;

end:
    do
    :: atomic { fulfils -> fulfils = 0 }
        atomic { ENTRY; post_result = 1; post_result2 = 1 }
        CORRECT(RESULT_UNFLUSHED, FLUSHED;)
#if defined OWN && !defined MISTAKE_FULFIL_BY_CPU
        atomic { !busy -> ENTRY; busy = 1; who = state }
        atomic { ENTRY; state = DONE; busy = 0 }
#else
        atomic { ENTRY; who = state; state = DONE }
#endif
        UNTIL(who == NONE,
            SWAPPED(NEXT_AFTER_RESUME,
                atomic { assert(!gone[who]); then = next[who] },
                atomic { assert(!resumed[who]); resumed[who] = 1 })
            atomic { who = then; then = 0 })
    od
}

proctype Consumer(byte me)
{
    byte seen, was, word, word2, old;

end:
    do
    :: atomic { begun[me] -> begun[me] = 0 }
        MISTAKE(RESULT_WITH_STATE, atomic { ENTRY; word = result })
        atomic { ENTRY; seen = state }
        do                      /* enlist */
        :: atomic { seen == DONE -> break }
        :: atomic { else -> gone[me] = 0; next[me] = seen }
            WITH(OWN, atomic { !busy -> ENTRY; busy = 1; was = state })
            atomic {
                ENTRY;
                WITH_ELSE(OWN, busy = 0, was = state);
                WHEN_ELSE(was == seen,
                    state = me; was = 0,
                    state = was; seen = was; was = 0; goto again)
            }
            atomic { resumed[me] -> resumed[me] = 0; gone[me] = 1; seen = DONE }
            MISTAKE(RESULT_WITH_STATE, atomic { ENTRY; word = result })
again:      skip
        od;
        MISTAKE(COUNT_BEFORE_COPY, atomic { ENTRY; old = left; left-- })
        CORRECT(RESULT_WITH_STATE, atomic { ENTRY; word = result })
        atomic { ENTRY; word2 = result2 }
        assert(word == round && word2 == round);
        CORRECT(COUNT_BEFORE_COPY, atomic { ENTRY; old = left; left-- })
        WHEN(old == 1, atomic { ENTRY; post_freed = 1 });
        atomic { seen = 0; word = 0; word2 = 0; old = 0 }
    od
}

active proctype Network()
{
end:
    do
    :: d_step { post_result -> ENTRY; result = round; post_result = 0 }
    :: d_step { post_result2 -> ENTRY; result2 = round; post_result2 = 0 }
    :: d_step { post_freed -> ENTRY; freed = 1; live = 0; post_freed = 0 }
    od
}

init
{
    byte i;
    atomic { for (i : 1 .. CONSUMERS) { run Consumer(i) } i = 0 }
    over && !live && FLUSHED
}

#endif
