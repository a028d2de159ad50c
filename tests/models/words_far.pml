// check: -DREADY -DTAKERS=2 -DTHREADS=3
// check: -DREADY -DTAKERS=2 -DTHREADS=2 -DOWN
// check: -DFUTURE -DCONSUMERS=2 -DROUNDS=2
// check: -DFUTURE -DCONSUMERS=3 -DROUNDS=1
// check: -DFUTURE -DCONSUMERS=2 -DROUNDS=2 -DOWN
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
/*
 * Words that are not the deque's: the ready queue under a lock (READY), and a
 * future's entry (FUTURE), all far: rules N15 and N17 of docs/protocols/remote.md.
 *
 *   Owner (READY)    uci_ready_push, take() of the own queue (ready.c)
 *   Taker            take_far() there
 *   Fulfiller        uci_future_fulfil_far (future_far.c), then end_future
 *                    (join.c), which reads `next' by uci_thread_next
 *   Consumer         a get in api/future.c: uci_future_enlist, _read_far,
 *                    _count_down_far and free_far (future_far.c)
 *   Owner (FUTURE)   uci_future_make with collect (future.c)
 *   Network          delivers what is posted, in any order
 *
 * OWN: as in steal_far.pml.
 *
 * Checked: each ready thread is taken once, none is lost, n is right in the
 * end; each consumer gets the whole result of this round, is resumed once if it
 * waited, and touches the entry in no other life.
 */
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
#ifdef OWN
    do
    :: won -> break
    :: else ->
        !lock;                  /* instead of a retry in vain */
        atomic { !busy -> busy = 1; seen = lock }
        atomic {
            if
            :: seen == 0 -> lock = 1; won = 1
            :: else -> lock = seen
            fi;
            seen = 0;
            busy = 0
        }
    od;
    won = 0
#else
    atomic { !lock -> lock = 1 }
#endif
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
#ifdef MISTAKE_OWNER_BY_CPU
        atomic { !lock -> lock = 1 }
#else
        take_lock_by_network();
#endif
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
#ifdef MISTAKE_READ_BEFORE_LOCK
        first = ready;
#endif
        take_lock_by_network();
#ifndef MISTAKE_READ_BEFORE_LOCK
        first = ready;
#endif
        n = n_ready;
        if
        :: first == 0
        :: else ->
            then = next[first];
            atomic { !post_ready -> post_ready = 1; ready_to_be = then }
            atomic { !post_n -> post_n = 1; n_to_be = n - 1 }
#ifndef MISTAKE_UNLOCK_UNFLUSHED
            FLUSHED;
#endif
        fi;
        unlock();
        if
        :: first == 0
        :: else -> take(first)
        fi;
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

    do
    :: round == ROUNDS -> break
    :: else ->
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
#ifdef MISTAKE_MADE_WITHOUT_FREED
        left == 0
#else
        freed
#endif
    od;
    over = 1
}

active proctype Fulfiller()
{
    byte who, then;

end:
    do
    :: atomic { fulfils -> fulfils = 0 }
        atomic { ENTRY; post_result = 1; post_result2 = 1 }
#ifndef MISTAKE_RESULT_UNFLUSHED
        FLUSHED;
#endif
#if defined OWN && !defined MISTAKE_FULFIL_BY_CPU
        atomic { !busy -> ENTRY; busy = 1; who = state }
        atomic { ENTRY; state = DONE; busy = 0 }
#else
        atomic { ENTRY; who = state; state = DONE }
#endif
        do
        :: who == NONE -> break
        :: else ->
#ifndef MISTAKE_NEXT_AFTER_RESUME
            atomic { assert(!gone[who]); then = next[who] }
#endif
            atomic { assert(!resumed[who]); resumed[who] = 1 }
#ifdef MISTAKE_NEXT_AFTER_RESUME
            atomic { assert(!gone[who]); then = next[who] }
#endif
            atomic { who = then; then = 0 }
        od
    od
}

proctype Consumer(byte me)
{
    byte seen, was, word, word2, old;

end:
    do
    :: atomic { begun[me] -> begun[me] = 0 }
#ifdef MISTAKE_RESULT_WITH_STATE
        atomic { ENTRY; word = result }
#endif
        atomic { ENTRY; seen = state }
        do                      /* enlist */
        :: atomic { seen == DONE -> break }
        :: atomic { else -> gone[me] = 0; next[me] = seen }
#ifdef OWN
            atomic { !busy -> ENTRY; busy = 1; was = state }
            atomic { ENTRY; busy = 0;
#else
            atomic { ENTRY; was = state;
#endif
                if
                :: was == seen -> state = me; was = 0
                :: else -> state = was; seen = was; was = 0; goto again
                fi
            }
            atomic { resumed[me] -> resumed[me] = 0; gone[me] = 1; seen = DONE }
#ifdef MISTAKE_RESULT_WITH_STATE
            atomic { ENTRY; word = result }
#endif
again:      skip
        od;
#ifdef MISTAKE_COUNT_BEFORE_COPY
        atomic { ENTRY; old = left; left-- }
#endif
#ifndef MISTAKE_RESULT_WITH_STATE
        atomic { ENTRY; word = result }
#endif
        atomic { ENTRY; word2 = result2 }
        assert(word == round && word2 == round);
#ifndef MISTAKE_COUNT_BEFORE_COPY
        atomic { ENTRY; old = left; left-- }
#endif
        if
        :: old == 1 -> atomic { ENTRY; post_freed = 1 }
        :: else
        fi;
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
