// check: -DROUNDS=2
// full: -DROUNDS=3
// mistake: RESULT_NOT_FLUSHED the child arrives while its result is under way [N11]
// mistake: WAITER_NOT_FLUSHED the parent arrives while its waiter is under way [N12]
// mistake: WAITER_TRUSTED the child takes the waiter that came before it arrived [N11]
// mistake: RESULT_WITH_ARRIVED result and arrived come in one get [N12]
// mistake: NEXT_UNSEEN the record is freed while the put of its next is under way [N12]
// mistake: DST_NOT_FLUSHED the thread moves on while the put of its dst is under way [N12]
// mistake: BIT_BEFORE_COPY the free bit is set before the gets are complete [N13]
// mistake: BIT_TWICE the copy is freed by who resumes it, and by the parent [N13]
// mistake: BIT_NOT_CLEARED -DROUNDS=3 a block that was collected still has its bit [N13]
// mistake: REUSED_UNSEEN the owner knows that the block is free, and uses it before its bit has come [N13]
// mistake: TOUCH_AFTER_FIRST the child that came first writes its views late [N11]
/*
 * The join between nodes, record links, and free bits that come late: rules
 * N11-N13 of docs/protocols/remote.md.
 *
 * A parent goes through ROUNDS rounds.  In each it runs in worker 0, which
 * makes the record of its first child, then in worker 1, which makes that of
 * the second and links it, then in either, where it joins both.  A child whose
 * parent was first goes on with it in either.  Each worker's heap has one block
 * for a record and one for a copy, so every round uses them again.
 *
 *   Parent, links     uci_record_make, uci_record_link and set_far (record.c)
 *   Parent, joins     uci_join_frame, enlist_parent (join.c); uci_join_take_far
 *                     (join_far.c), which gets the record as a whole;
 *                     uci_record_next, uci_record_await_next
 *   Child             uci_child_end_far (join_far.c); second:
 *                     uci_thread_resume_far (thread_far.c)
 *   ALLOC             uci_heap_alloc with collect (mem/heap.c)
 *   FREE              uci_heap_free
 *   Network           delivers what is posted, in any order
 *
 * By message (arrive.c) the owner's process does what the child does from its
 * fetch-and-add on, by the CPU, and frees by the bit what is its own, too.
 *
 * Everything is far from everybody, but where a heap's owner allocates and
 * frees; that includes what near workers can do.  A get reads each word at its
 * own time.
 *
 * Checked: results are whole, the waiter and the copy are there, dst is the one
 * that was linked; each get, put and free bit finds its block in the life for
 * which it was meant; in the end everything is free.
 *
 * Left out: who has the handle (join.pml), the thread's own bytes (suspend.pml).
 */
#include "common.h"

/* Blocks: record 0 and copy 0 of worker 0, then worker 1's. */
#define RECORD(w) (w)
#define COPY(w) (2 + (w))
#define OWNER(b) ((b) % 2)

/* Words of a block. */
#define ARRIVED 0
#define WAITER 1                /* 1 + the copy */
#define NEXT 2
#define DST 3
#define RESULT 4
#define RESULT2 5
#define BIT 6
#define WORDS 7
#define AT(b, word) (WORDS * (b) + (word))
byte memory[4 * WORDS];

/* In truth. */
byte life[4];
bit live[4];
bit given[4];                   /* as its owner knows */

/* Under way, at most one put a word: its value, the life it is meant for, and 1 +
 * whose it is: thread 0's or 1's (the parent's in each worker), 2's or 3's (the
 * children's). */
byte fly_value[4 * WORDS], fly_life[4 * WORDS], fly_of[4 * WORDS];
byte n_fly[4];
#define FLUSHED(me) (n_fly[me] == 0)

inline post(me, b, which, v)
{
    atomic {
        fly_of[AT(b, which)] == 0 ->
        fly_of[AT(b, which)] = 1 + me;
        fly_value[AT(b, which)] = v;
        fly_life[AT(b, which)] = life[b];
        n_fly[me]++
    }
}

inline deliver(b, which)
{
    d_step {
        fly_of[AT(b, which)] ->
        assert(live[b] && life[b] == fly_life[AT(b, which)]);
        memory[AT(b, which)] = fly_value[AT(b, which)];
        WHEN(which == BIT, live[b] = 0);
        n_fly[fly_of[AT(b, which)] - 1]--;
        fly_of[AT(b, which)] = 0;
        fly_value[AT(b, which)] = 0;
        fly_life[AT(b, which)] = 0
    }
}

active proctype Network()
{
end:
    do
    :: deliver(RECORD(0), WAITER)
    :: deliver(RECORD(0), NEXT)
    :: deliver(RECORD(0), DST)
    :: deliver(RECORD(0), RESULT)
    :: deliver(RECORD(0), RESULT2)
    :: deliver(RECORD(0), BIT)
    :: deliver(RECORD(1), WAITER)
    :: deliver(RECORD(1), RESULT)
    :: deliver(RECORD(1), RESULT2)
    :: deliver(RECORD(1), BIT)
    :: deliver(COPY(0), BIT)
    :: deliver(COPY(1), BIT)
    od
}

/* A word of block b in its l-th life. */
inline get(b, l, which, into)
{
    atomic { assert(live[b] && life[b] == l); into = memory[AT(b, which)] }
}

inline fetch_add(b, l, old)
{
    atomic {
        assert(live[b] && life[b] == l);
        old = memory[AT(b, ARRIVED)];
        memory[AT(b, ARRIVED)] = old + 1
    }
}

/* Its owner gives block b out, when it is back in its list or has its bit. */
inline ALLOC(b)
{
    atomic {
        EITHER(REUSED_UNSEEN,
            !given[b] || memory[AT(b, BIT)] == 1 || to_come[b];
            to_come[b] = 0;,
            !given[b] || memory[AT(b, BIT)] == 1;)
        d_step {
            assert(!live[b]);
            WHEN(given[b],
                EITHER(BIT_NOT_CLEARED, skip, memory[AT(b, BIT)] = 0));
            memory[AT(b, ARRIVED)] = 0;
            memory[AT(b, WAITER)] = 0;
            memory[AT(b, NEXT)] = 0;
            memory[AT(b, DST)] = 0;
            memory[AT(b, RESULT)] = 0;
            memory[AT(b, RESULT2)] = 0;
            given[b] = 1;
            live[b] = 1;
            life[b]++
        }
    }
}
MISTAKE(REUSED_UNSEEN, bit to_come[4];)

inline FREE(me, worker, b)
{
    WHEN_ELSE(OWNER(b) == worker,
        atomic {
            assert(live[b]);
            live[b] = 0;
            given[b] = 0
        },
        post(me, b, BIT, 1);
        MISTAKE(REUSED_UNSEEN, atomic { to_come[b] = 1; live[b] = 0 }))
}

/* The parent, and where it runs; 2 while it is suspended. */
byte where;
byte task[2];                   /* child c of this round has begun: its record's
                                 * life */
byte joined;                    /* by the parent so far */

inline move()
{
    if
    :: where = 0
    :: where = 1
    fi
}

active proctype Parent()
{
    byte round, r, old, l, word, copy;

    UNTIL(round == ROUNDS,
        round++;
        where = 0;
        ALLOC(RECORD(0));
        task[0] = life[RECORD(0)];
        move();                 /* by a ready queue */
        post(where, RECORD(0), DST, round);
        CORRECT(DST_NOT_FLUSHED, FLUSHED(where);)
        where = 1;
        ALLOC(RECORD(1));
        task[1] = life[RECORD(1)];
        memory[AT(RECORD(1), DST)] = round;
        post(1, RECORD(0), NEXT, 1);
        move();
        r = 0;
        UNTIL(r == 2,
            l = life[RECORD(r)];
            MISTAKE(RESULT_WITH_ARRIVED, get(RECORD(r), l, RESULT, word);)
            get(RECORD(r), l, ARRIVED, old);
            WHEN(old == 0,
                ALLOC(COPY(where));
                MISTAKE(BIT_TWICE, copy = COPY(where);)
                memory[AT(COPY(where), RESULT)] = round;
                memory[AT(COPY(where), RESULT2)] = round;
                post(where, RECORD(r), WAITER, 1 + COPY(where));
                CORRECT(WAITER_NOT_FLUSHED, FLUSHED(where);)
                where = 2 + where;
                fetch_add(RECORD(r), l, old);
                WHEN_ELSE(old == 0,
                    where < 2,
                    where = where - 2; FREE(where, where, COPY(where)));
                MISTAKE(BIT_TWICE, FREE(where, where, copy);)
                MISTAKE(RESULT_WITH_ARRIVED, get(RECORD(r), l, RESULT, word)));
            CORRECT(RESULT_WITH_ARRIVED, get(RECORD(r), l, RESULT, word);)
            assert(word == round);
            get(RECORD(r), l, RESULT2, word);
            assert(word == round);
            get(RECORD(r), l, DST, word);
            assert(word == round);
            CORRECT(NEXT_UNSEEN,
                WHEN(r == 0, memory[AT(RECORD(0), NEXT)] != 0);)
            FREE(where, where, RECORD(r));
            atomic { old = 0; word = 0; l = 0; r++ }));
    atomic { joined = ROUNDS; r = 0; where = 0 }
}

proctype Child(byte c)
{
    byte round, l, old, word, copy, copy_life, me;

    me = 2 + c;
    UNTIL(round == ROUNDS,
        atomic { task[c] != 0 -> l = task[c]; task[c] = 0; round++ }
        post(me, RECORD(c), RESULT, round);
        post(me, RECORD(c), RESULT2, round);
        CORRECT(RESULT_NOT_FLUSHED, FLUSHED(me);)
        if                      /* the get comes with the fetch-and-add, before */
        :: get(RECORD(c), l, WAITER, word)
        :: skip                 /* or behind it */
        fi;
        fetch_add(RECORD(c), l, old);
        WHEN_ELSE(old == 0,
            word = 0;           /* what came may be of the next life */
            MISTAKE(TOUCH_AFTER_FIRST, post(me, RECORD(c), RESULT2, round)),
            CORRECT(WAITER_TRUSTED,
                WHEN(word == 0, get(RECORD(c), l, WAITER, word));)
            assert(word != 0);
            copy = word - 1;
            copy_life = life[copy];
            if                  /* which worker this is */
            :: old = 0
            :: old = 1
            fi;
            SWAPPED(BIT_BEFORE_COPY,
                get(copy, copy_life, RESULT, word);
                assert(word == round);
                get(copy, copy_life, RESULT2, word);
                assert(word == round);,
                FREE(me, old, copy);)
            where = old);
        atomic { l = 0; old = 0; word = 0; copy = 0; copy_life = 0 })
}

init
{
    atomic { run Child(0); run Child(1) }
    joined == ROUNDS && _nr_pr == 3 && FLUSHED(0) && FLUSHED(1) &&
        FLUSHED(2) && FLUSHED(3);
    assert(!live[0] && !live[1] && !live[2] && !live[3])
}
