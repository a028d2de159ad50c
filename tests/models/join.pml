// check: -DCHILDREN=2
// check: -DCHILDREN=3
// full: -DCHILDREN=4
// mistake: ARRIVE_BY_LOAD_AND_STORE child and parent both read 0: neither resumes [J4]
// mistake: LOOK_AT_THE_SUM child and parent both read 2: both resume [J4]
// mistake: GO_ON_THOUGH_FIRST child and parent both resume [J4]
// mistake: RESULT_AFTER_ARRIVAL the parent takes half a result [J3]
// mistake: RECORD_AFTER_FIRST the child touches a record that is freed [J3]
// mistake: WAITER_AFTER_ARRIVAL the child finds no waiter [J4]
// mistake: COPY_AFTER_ARRIVAL the child resumes a parent that is not copied yet [J4]
// mistake: FREED_BEFORE_COPIED the parent's bytes may be another's [S2]
// mistake: COPY_KEPT the parent joins in place, and its copy is never freed [J4]
// mistake: COPY_FREED_TWICE the parent and the child that resumes it both free its copy [S2]
// mistake: CHILD_FREES_RECORD the record is freed twice [J2]
// mistake: RECORD_FREED_EARLY the next child is read from a freed record [J2]
// mistake: NO_TEST the parent takes a result that is not ready [J2]
/*
 * The join race: docs/protocols/join.md, rules J1-J4.
 *
 * A frame has CHILDREN outstanding children, each with a record.  Each child
 * ends in a worker of its own; the parent joins them in order, and goes on in
 * the worker that resumes it.
 *
 *   child           uci_child_end (runtime/sched/join.c)
 *   child, second   uci_thread_resume (thread.c)
 *   parent          uci_join_frame; where it suspends, park and
 *                   uci_thread_evacuate
 *   ARRIVE          uci_fetch_add_acqrel of record.arrived
 *   FREE            uci_heap_free, by uci_record_free and uci_thread_free
 *
 * Each worker has a store buffer; what leaves it is checked as an access, too.
 * After FREE (in program order, earlier than others see the free bit) an
 * access to the block is an error.
 *
 * Left out, and why that is sound:
 *   - Where records and lists come from: a child has its record (D4), and the
 *     parent its list (J5), before either gets here.
 *   - Addresses: the parent's bytes are one word in each worker's region,
 *     garbage once that worker is in its scheduler, where it may run anything.
 *     Overlaps are suspend.pml's.
 *   - Blocks used again: heap.pml.  Here a freed block stays poisoned.
 *   - Sizes: a result is two words, enough to see half of it.
 */
#include "common.h"

#define WORKERS (CHILDREN + 1)  /* one a child; the last is the parent's */

/* Memory: a record's four words, and the parent's copy at this join. */
#define RESULT1(c) (5 * (c))
#define RESULT2(c) (5 * (c) + 1)
#define ARRIVED(c) (5 * (c) + 2)
#define WAITER(c)  (5 * (c) + 3)
#define COPY(c)    (5 * (c) + 4)
byte memory[5 * CHILDREN];

/* Blocks: the records, then the copies. */
#define RECORD(c)       (c)
#define COPY_BLOCK(c)   (CHILDREN + (c))
#define BLOCK_OF(a)     ((a) / 5 + ((a) % 5 == 4 -> CHILDREN : 0))
bool given[2 * CHILDREN], freed[2 * CHILDREN];
#define ACCESS(a)       assert(!freed[BLOCK_OF(a)])

inline FREE(b) { assert(!freed[b]); freed[b] = true }

#define DEPTH 3
#define AT(a) memory[a]
#define PLACE(a) (a)
#define LEAVES(w, a, v) ACCESS(a)
#include "store_buffers.h"

inline ARRIVE(me, rec, before)        /* before becomes the old count */
{
    EITHER(ARRIVE_BY_LOAD_AND_STORE,
        LOAD(me, ARRIVED(rec), before);
        STORE(me, ARRIVED(rec), before + 1),
        atomic {
            DRAINED(me);
            ACCESS(ARRIVED(rec));
            before = memory[ARRIVED(rec)];
            memory[ARRIVED(rec)] = before + 1
        })
    MISTAKE(LOOK_AT_THE_SUM, LOAD(me, ARRIVED(rec), before);
                             before = before - 1)
}

/* --- The two sides --- */
#define GARBAGE  0
#define BYTES(c) (10 + (c))     /* the parent's, where it joins child c */
byte place[WORKERS];            /* what lies where its segment was */
bool running;                   /* the parent, in worker `home' */
byte home;
bool finished;

proctype child(byte c)
{
    byte old, word;
    SWAPPED(RESULT_AFTER_ARRIVAL,
        STORE(c, RESULT1(c), 1);
        STORE(c, RESULT2(c), 1);,
        ARRIVE(c, c, old);)
    WHEN_ELSE(old == 0,
        /* first */
        MISTAKE(RECORD_AFTER_FIRST, LOAD(c, WAITER(c), word);)
        skip,
        /* second */
        LOAD(c, WAITER(c), word);
        assert(word != 0);
        MISTAKE(CHILD_FREES_RECORD, FREE(RECORD(c));)
        SWAPPED(FREED_BEFORE_COPIED,
            LOAD(c, COPY(c), word);
            place[c] = word;,
            FREE(COPY_BLOCK(c));)
        atomic { assert(!running); home = c; running = true })
}

proctype parent()
{
    byte c = 0, w = WORKERS - 1, old, word;
    UNTIL(c == CHILDREN,
        LOAD(w, ARRIVED(c), word);
        MISTAKE(NO_TEST, word = 1;)
        WHEN_ELSE(word != 0,
            skip,
            /* suspend: from here on the scheduler's stack */
            place[w] = BYTES(c);
            running = false;
            given[COPY_BLOCK(c)] = true;
            CORRECT(COPY_AFTER_ARRIVAL, STORE(w, COPY(c), BYTES(c));)
            CORRECT(WAITER_AFTER_ARRIVAL, STORE(w, WAITER(c), 1);)
            ARRIVE(w, c, old);
            MISTAKE(COPY_AFTER_ARRIVAL, STORE(w, COPY(c), BYTES(c));)
            MISTAKE(WAITER_AFTER_ARRIVAL, STORE(w, WAITER(c), 1);)
            WHEN_ELSE(old == 0,
                /* first: the scheduler */
                EITHER(GO_ON_THOUGH_FIRST,
                    atomic { assert(!running); home = w; running = true },
                    place[w] = GARBAGE;
                    atomic { running; w = home }
                    MISTAKE(COPY_FREED_TWICE, FREE(COPY_BLOCK(c));)),
                /* second: in place */
                CORRECT(COPY_KEPT, FREE(COPY_BLOCK(c));)
                atomic { assert(!running); home = w; running = true });
            assert(place[w] == BYTES(c)));
        LOAD(w, RESULT1(c), word);
        assert(word == 1);
        LOAD(w, RESULT2(c), word);
        assert(word == 1);
        EITHER(RECORD_FREED_EARLY,
            FREE(RECORD(c));
            ACCESS(WAITER(c));      /* frame->outstanding = r->next */,
            ACCESS(WAITER(c));
            FREE(RECORD(c));)
        c++);
    finished = true
}

init {
    byte i;
    atomic {
        running = true;
        home = WORKERS - 1;
        for (i : 0 .. CHILDREN - 1) {
            given[RECORD(i)] = true;
            run child(i);
            run drain(i)
        }
        run drain(WORKERS - 1);
        run parent()
    }
    /* At the end everything given out is freed. */
    finished && running;
    for (i : 0 .. 2 * CHILDREN - 1) {
        (given[i] == freed[i])
    }
}
