// check: -DCONSUMERS=3
// check: -DCONSUMERS=2 -DPROMISE
// full: -DCONSUMERS=3 -DPROMISE
// mistake: ENTRY_AFTER_RECORD -DCONSUMERS=2 the task ends before the entry is made [F1]
// mistake: CONSUMERS_AFTER_HANDLE the first get frees the entry [F2]
// mistake: RESULT_AFTER_DONE a get takes half a result [F1]
// mistake: DONE_BY_LOAD_AND_STORE a waiter is lost [F1]
// mistake: TOUCH_AFTER_DONE -DCONSUMERS=2 the finisher reads an entry that is another's [F1]
// mistake: NEXT_AFTER_RESUME the next waiter is read from a block that is freed [F4]
// mistake: LISTED_BY_LOAD_AND_STORE a waiter is lost, or DONE is [F3]
// mistake: LISTED_UPON_DONE a waiter is listed after DONE, and waits for ever [F3]
// mistake: LINK_AFTER_LISTED the waiters after it in the list are lost [F3]
// mistake: BYTES_AFTER_LISTED a waiter is resumed before its bytes are in its copy [F3]
// mistake: COPY_KEPT the thread goes on in place, and its copy is never freed [F3]
// mistake: NO_TEST a get takes a result that is not ready [F2]
// mistake: COUNT_BEFORE_COPY the result is copied out of an entry that is another's [F2]
// mistake: COUNT_BY_LOAD_AND_STORE two consumers count down by one only [F2]
// mistake: LOOK_AT_THE_COUNT two consumers take themselves for the last: the entry is freed twice [F2]
// mistake: FIRST_FREES the other consumers read a freed entry [F2]
// mistake: MARK_BEFORE_LAST_READ the block of the next result is freed [F2]
// mistake: OWNER_SCANS_COUNTS the owner takes a count of 0 for free, while the last consumer still uses the entry [F2]
// mistake: NO_SCAN an entry that another worker freed is lost [F2]
// mistake: SAME_GENERATION a stale handle takes another's result [F2]
/*
 * The entry of a future: docs/protocols/future.md, rules F1, F2, and of F3, F4
 * what happens at the entry.
 *
 * The child runs in worker 0.  Worker 1 has stolen its parent: it makes the
 * entry, which is its own, gives the handle to consumers in other workers, and
 * is the first consumer.  All may suspend, and go on in any worker that is
 * idle.  When the entry is freed, worker 1 uses it for another future; somebody
 * asks with the old handle.
 *
 *   make             uci_record_make, uci_steal_from (runtime/sched/);
 *                    take_over (runtime/api/future.c)
 *   next_life        collect, uci_future_make_done (runtime/sched/future.c)
 *   child            end_future (join.c), or ucilk_abi_promise_set (PROMISE)
 *   FULFIL           uci_future_fulfil
 *   consumer         take (api/future.c), suspend (wait.c), uci_future_enlist
 *   COUNT_DOWN       uci_future_count_down, uci_future_free
 *   a resume         uci_thread_resume
 *   QUEUE            uci_ready_push, uci_ready_take: under a lock, one step
 *   stale            find, refuse
 *
 * Each worker has a store buffer.  An access to the entry, also by a store that
 * leaves a buffer, is tagged with the life that it means; one in another life,
 * or after the entry was freed (in program order), is an error.  So with the
 * block of the result, and with suspended threads.
 *
 * Left out, and why that is sound:
 *   - Where the segments lie, older entries in the deque: wait.pml.
 *   - Collection of blocks (heap.pml): here a freed one stays poisoned.
 *   - Several entries: they have nothing in common but the owner's free list,
 *     which nobody else touches.
 */
#include "common.h"

#define WORKERS (CONSUMERS + 1) /* the child's, and one a consumer */
#define OWNER 1

/* Memory.  The entry's words carry the life: 8 * life. */
#define STATE  0
#define LIFE   1
#define RESULT 2                /* the reference to the block */
#define BLOCK  3                /* the block's contents */
#define RECORD 4                /* slot[T-1].record of the child */
#define HANDLE 5
#define OF_LIFE(g, a) (8 * (g) + (a))
#define NEXT(i)  (32 + 2 * (i))
#define BYTES(i) (33 + 2 * (i))
byte memory[33 + 2 * CONSUMERS + 1];
#define PLACE(a) ((a) < 32 -> (a) % 8 : (a))
#define AT(a) memory[PLACE(a)]

#define DONE 1
#define WAITER(i) (2 + (i))     /* in STATE, NEXT and the queue: consumer i */
#define LIFE_OF(generation, consumers) (16 * (generation) + (consumers))
#define GENERATION(l) ((l) / 16)
#define COUNT(l) ((l) % 16)
#define FREED 15

byte life;                      /* ghosts: which one it is in */
bool entry_free, block_free[2];
bool in_list;                   /* the owner's */
bool copied[CONSUMERS + 1], copy_free[CONSUMERS + 1];

inline ACCESS(a)
{
    if
    :: (a) < 32 && (a) % 8 < BLOCK -> assert(!entry_free && (a) / 8 == life)
    :: (a) < 32 && (a) % 8 == BLOCK -> assert(!block_free[(a) / 8])
    :: (a) >= 32 -> assert(!copy_free[((a) - 32) / 2])
    :: else
    fi
}

#define DEPTH 3
/* The store that frees is after the entry's life. */
#define LEAVES(w, a, v) \
    UNLESS(a % 8 == LIFE && a < 32 && COUNT(v) % FREED == 0, ACCESS(a))
#include "store_buffers.h"

/* The store that frees the entry, by who may touch it no more. */
inline STORE_AND_LEAVE(cpu, addr, val)
{
    atomic {
        sb[cpu].n < DEPTH;
        ACCESS(addr);
        entry_free = true;
        sb[cpu].where[sb[cpu].n] = addr;
        sb[cpu].what[sb[cpu].n] = val;
        sb[cpu].n++
    }
}

/* --- Workers and threads --- */
#define GARBAGE  0
#define SEGMENT(i) (10 + (i))
bool busy[WORKERS];
byte place[WORKERS];            /* what lies where the thread's segment was */
byte home[CONSUMERS + 1];       /* 1 + worker, by who resumes consumer i */
byte queue, gets;

/* Somebody's free worker. */
inline AN_IDLE_WORKER(w)
{
    if
    :: !busy[0] && DRAINED(0) -> w = 0
    :: !busy[1] && DRAINED(1) -> w = 1
    :: !busy[2] && DRAINED(2) -> w = 2
#if WORKERS > 3
    :: !busy[3] && DRAINED(3) -> w = 3
#endif
    fi;
    busy[w] = true
}

/* Consumer i's bytes, into the region of worker w. */
inline RESUME(w, i)
{
    LOAD(w, BYTES(i), word);
    place[w] = word;
    atomic { assert(!copy_free[i]); copy_free[i] = true }
}

/* --- The entry --- */
inline FULFIL(w, waiters)
{
    EITHER(DONE_BY_LOAD_AND_STORE,
        LOAD(w, STATE, waiters);
        STORE(w, STATE, DONE);
        DRAINED(w),
        atomic {
            DRAINED(w);
            ACCESS(STATE);
            waiters = memory[STATE];
            memory[STATE] = DONE
        })
}

#define GENERATION_AFTER(g) EITHER(SAME_GENERATION, (g), ((g) + 1))

inline FREE_ENTRY(w, g)
{
    EITHER(MARK_BEFORE_LAST_READ,
        STORE_AND_LEAVE(w, OF_LIFE(g, LIFE), LIFE_OF(g + 1, FREED));
        in_list = in_list || w == OWNER;
        LOAD(w, OF_LIFE(g, RESULT), word);
        atomic { assert(!block_free[g]); block_free[g] = true },
        LOAD(w, OF_LIFE(g, RESULT), word);
        atomic { assert(!block_free[g]); block_free[g] = true };
        STORE_AND_LEAVE(w, OF_LIFE(g, LIFE),
                        LIFE_OF(GENERATION_AFTER(g), (w == OWNER -> 0 : FREED)));
        in_list = in_list || w == OWNER)
}

inline COUNT_DOWN(w, g, before)
{
    EITHER(COUNT_BY_LOAD_AND_STORE,
        LOAD(w, OF_LIFE(g, LIFE), before);
        STORE(w, OF_LIFE(g, LIFE), before - 1);,
        atomic {
            DRAINED(w);
            ACCESS(OF_LIFE(g, LIFE));
            before = memory[LIFE];
            memory[LIFE] = before - 1
        };)
    MISTAKE(LOOK_AT_THE_COUNT, LOAD(w, OF_LIFE(g, LIFE), before); before++;)
    EITHER(FIRST_FREES,
        WHEN(COUNT(before) == CONSUMERS && g == 0 || g == 1, FREE_ENTRY(w, g)),
        WHEN(COUNT(before) == 1, FREE_ENTRY(w, g)))
}

proctype child()
{
    byte first, last, next, word;
    memory[RECORD] != 0;
    SWAPPED(RESULT_AFTER_DONE,
        STORE(0, BLOCK, 1);
        STORE(0, RESULT, 1);,
        FULFIL(0, first);)
    MISTAKE(TOUCH_AFTER_DONE, LOAD(0, RESULT, word);)
    WHEN(first == 0, goto ended);
    WITH_ELSE(PROMISE,
        next = first;                       /* all into the queue */,
        EITHER(NEXT_AFTER_RESUME,
            RESUME(0, first - 2);
            home[first - 2] = 1;
            LOAD(0, NEXT(first - 2), next);
            first = 0;,
            LOAD(0, NEXT(first - 2), next);))
    UNLESS(next == 0,
        /* uci_ready_push */
        last = next;
        do
        :: LOAD(0, NEXT(last - 2), word);
            WHEN_ELSE(word == 0, break, last = word)
        od;
        atomic {
            DRAINED(0);
            ACCESS(NEXT(last - 2));
            memory[NEXT(last - 2)] = queue;
            queue = next
        });
    WITH(PROMISE, first = 0;)
    UNLESS(first == 0,
        RESUME(0, first - 2);
        atomic { home[first - 2] = 1; first = 0; last = 0; next = 0; word = 0; goto out });
ended:
    EITHER(NEXT_AFTER_RESUME, skip;, busy[0] = false;)
out:
    skip
}

/* A get, by the thread that has worker w. */
proctype consumer(byte i)
{
    byte w = i, state, word;
    bool listed;
    WHEN_ELSE(i == OWNER, goto make, memory[HANDLE] != 0);
get:
    LOAD(w, STATE, state);
    MISTAKE(NO_TEST, state = DONE;)
    WHEN(state == DONE, goto take);
    /* suspend: from here on the scheduler's stack */
    atomic { place[w] = SEGMENT(i); copied[i] = true }
    CORRECT(BYTES_AFTER_LISTED, STORE(w, BYTES(i), SEGMENT(i));)
    LOAD(w, STATE, state);
    do
    EITHER(LISTED_UPON_DONE,
        :: true ->,
        :: state == DONE -> listed = false; break
        :: state != DONE ->)
        CORRECT(LINK_AFTER_LISTED,
            STORE(w, NEXT(i), (state == DONE -> 0 : state));)
        EITHER(LISTED_BY_LOAD_AND_STORE,
            STORE(w, STATE, WAITER(i));
            DRAINED(w);
            listed = true;
            break,
            atomic {
                DRAINED(w);
                ACCESS(STATE);
                WHEN_ELSE(memory[STATE] == state,
                    memory[STATE] = WAITER(i); listed = true; break,
                    state = memory[STATE])
            })
    od;
    if
    :: listed ->
        MISTAKE(LINK_AFTER_LISTED, STORE(w, NEXT(i), state);)
        MISTAKE(BYTES_AFTER_LISTED, STORE(w, BYTES(i), SEGMENT(i));)
        atomic { place[w] = GARBAGE; busy[w] = false; listed = false; state = 0; w = 0 }
        if
        :: atomic { home[i] != 0 -> w = home[i] - 1; home[i] = 0 }
        :: atomic {                     /* uci_ready_take */
                queue == WAITER(i) ->
                AN_IDLE_WORKER(w);
                ACCESS(NEXT(i));
                queue = memory[NEXT(i)]
            }
            RESUME(w, i)
        fi
    :: else ->
        CORRECT(COPY_KEPT,
            /* What its own buffer holds comes before the free bit. */
            atomic { DRAINED(w); assert(!copy_free[i]); copy_free[i] = true })
    fi;
    assert(place[w] == SEGMENT(i));
take:
    state = 0;
    SWAPPED(COUNT_BEFORE_COPY,
        LOAD(w, RESULT, word);
        assert(word == 1);
        LOAD(w, BLOCK, word);
        assert(word == 1);,
        COUNT_DOWN(w, 0, state);)
    atomic { busy[w] = false; w = 0; state = 0; word = 0; gets++; goto out }

make:                                   /* in worker 1, for the child */
    SWAPPED(ENTRY_AFTER_RECORD,
        STORE(OWNER, STATE, 0);
        STORE(OWNER, LIFE, LIFE_OF(0, 1));,
        STORE(OWNER, RECORD, 1);)
    /* ucilk_abi_future, in the continuation */
    EITHER(CONSUMERS_AFTER_HANDLE,
        STORE(OWNER, HANDLE, 1);
        STORE(OWNER, LIFE, LIFE_OF(0, CONSUMERS));,
        STORE(OWNER, LIFE, LIFE_OF(0, CONSUMERS));
        STORE(OWNER, HANDLE, 1);)
    goto get;
out:
    skip
}

#define SCANNED(l) \
    EITHER(NO_SCAN, false, \
    EITHER(OWNER_SCANS_COUNTS, (memory[HANDLE] != 0 && COUNT(l) % FREED == 0), \
           (COUNT(l) == FREED)))

/* Whatever runs in worker 1 next makes another future, and gets it. */
proctype next_life()
{
    byte word, before;
    atomic {
        !busy[OWNER] && (in_list || SCANNED(memory[LIFE]));
        busy[OWNER] = true;
        life = 1;
        entry_free = false
    }
    LOAD(OWNER, OF_LIFE(1, LIFE), before);
    STORE(OWNER, OF_LIFE(1, STATE), 0);
    STORE(OWNER, OF_LIFE(1, LIFE), LIFE_OF(GENERATION(before), 1));
    STORE(OWNER, OF_LIFE(1, BLOCK), 2);
    STORE(OWNER, OF_LIFE(1, RESULT), 2);
    STORE(OWNER, OF_LIFE(1, STATE), DONE);
    LOAD(OWNER, OF_LIFE(1, BLOCK), word);
    assert(word == 2);
    COUNT_DOWN(OWNER, 1, before)
}

/* A get too many, after the others. */
proctype stale()
{
    byte seen;
    gets == CONSUMERS;
    seen = memory[LIFE];
    assert(GENERATION(seen) != 0 || COUNT(seen) == 0 || COUNT(seen) == FREED);
    gets++
}

init {
    byte i;
    atomic {
        for (i : 0 .. CONSUMERS) { busy[i] = true; run drain(i) }
        run child();
        for (i : 1 .. CONSUMERS) { run consumer(i) }
        run next_life();
        run stale()
    }
    /* In the end everything is freed. */
    gets == CONSUMERS + 1 && life == 1 && entry_free && block_free[0] && block_free[1];
    for (i : 1 .. CONSUMERS) { (copied[i] == copy_free[i]) }
}
