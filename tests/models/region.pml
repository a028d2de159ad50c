// check: -DRANKS=3 -DREGIONS=2
// full: -DRANKS=4 -DREGIONS=2
// full: -DRANKS=3 -DREGIONS=3
// mistake: NO_NUMBER a thief does not look at its victim's number [N14]
// mistake: NUMBER_BEFORE_CLAIM it looks before it claims [N14]
// mistake: NUMBER_WITH_T number and T come in one get [N14]
// mistake: RESUMED_AT_ONCE a waiter is resumed in a rank that is older [N14]
// mistake: NUMBER_LATE a rank writes its number after it has begun [N14]
/*
 * Regions that open late elsewhere: rule N14 of docs/protocols/remote.md.
 *
 * Rank 0 opens REGIONS regions, one after the other; OPEN of each is under way
 * to the others for any time.  A strand may push one entry, which a thief may
 * claim, and begin one future, which may outlive its region and for which a
 * strand of a later one may wait.
 *
 *   Rank, opens      uci_begin_region (cluster/data/begin_region.c)
 *   Rank, applies    begin_up_to() there, from uci_sched_loop
 *   Rank, steals     claim() in steal.c; get() in steal_far.c, which reads the
 *                    number in its second round trip; take_entry() in
 *                    steal_message.c
 *   Rank, fulfils    end_future (join.c); uci_thread_go_on, uci_sched_reach
 *
 * Checked: a strand of region n runs only where the data of region n is; a
 * region ends when its strands have; nobody waits in vain.
 *
 * Left out: how an entry is claimed and popped (deque.pml, steal_far.pml): a
 * claim is a lock; the owner may push behind it, and pops when it is gone.
 */
#include "common.h"

byte data[RANKS];               /* the newest region applied */
byte number[RANKS];             /* what others read of that */
byte entry[RANKS];              /* the region of the one entry, or 0 */
bit lock[RANKS];
byte live[REGIONS + 1];         /* strands of each region */
byte opened;                    /* by rank 0: OPEN is under way */
byte future;                    /* 0: none; 1: runs, its creator waits in the
                                 * deque; 2: ... has been stolen; 3: done */
byte creator;                   /* 1 + where, at 1 */
byte waiter;                    /* the region of the strand that waits for it */
bit over;

#define FUTURE 128              /* runs: the future's task */

#define WRITE_NUMBER EITHER(NUMBER_LATE, skip, number[me] = data[me])

inline apply()
{
    atomic { data[me]++; WRITE_NUMBER }
}

inline begin(region)
{
    cur = region;
    assert(data[me] >= cur)
}

#define OF(rank) :: v = rank

proctype Rank(byte me)
{
    byte cur, v, top, n;

    do
    :: atomic { me == 0 && cur == 0 && opened < REGIONS &&
                live[opened] == 0 ->            /* opens */
            opened++;
            data[0] = opened;
            WRITE_NUMBER;
            live[opened] = 1;
            begin(opened) }
    :: atomic { cur != 0 && cur < FUTURE && entry[me] == 0 && live[cur] < 3 ->
            live[cur]++;                        /* spawns */
            entry[me] = cur }
    :: atomic { cur != 0 && entry[me] == 0 && cur < FUTURE && future == 0 ->
            future = 1;                         /* begins a future */
            creator = me + 1;
            entry[me] = cur;
            cur = FUTURE }
    :: atomic { cur != 0 && entry[me] != 0 && !lock[me] ->
            if                                  /* pops */
            :: cur == FUTURE -> future = 3; creator = 0
            :: else -> live[cur]--
            fi;
            cur = entry[me];
            entry[me] = 0 }
    :: atomic { cur != 0 && cur < FUTURE && entry[me] == 0 && future == 2 &&
                waiter == 0 ->                  /* gets it: waits */
            waiter = cur;
            cur = 0 }
    :: atomic { cur != 0 && cur < FUTURE && entry[me] == 0 ->
            live[cur]--;                        /* ends */
            cur = 0 }
    :: atomic { cur == FUTURE && entry[me] == 0 ->      /* fulfils */
            future = 3;
            cur = 0;
            UNLESS(waiter == 0,
                CORRECT(RESUMED_AT_ONCE,
                    WHILE(data[me] < waiter, opened > data[me]; apply());)
                begin(waiter);
                waiter = 0) }
    :: cur == 0 && data[me] < opened -> apply()
    :: atomic { cur == 0 && !over ->            /* steals */
            if
            EACH(RANKS, OF)
            fi;
            WHEN_ELSE(v != me && !lock[v], lock[v] = 1, v = 0; goto next)
            MISTAKE(NUMBER_BEFORE_CLAIM, ; n = number[v])
        }
        EITHER(NUMBER_WITH_T,
            if
            :: n = number[v]; top = entry[v]
            :: top = entry[v]; n = number[v]
            fi;,
            top = entry[v];
            CORRECT(NUMBER_BEFORE_CLAIM, n = number[v];))
        MISTAKE(NO_NUMBER, n = 0;)
        atomic {
            WHEN(top != 0 && n <= data[me],
                assert(entry[v] == top);
                begin(entry[v]);
                entry[v] = 0;
                WHEN(creator == v + 1, future = 2; creator = 0));
            lock[v] = 0;
            v = 0;
            top = 0;
            n = 0
        }
next:   skip
    MISTAKE(NUMBER_LATE, :: number[me] = data[me])
    :: atomic { cur == 0 && over -> break }
    od
}

init
{
    byte i;
    atomic {
        for (i : 0 .. RANKS - 1) { run Rank(i) }
        i = 0
    }
    atomic { opened == REGIONS && live[REGIONS] == 0 && (future == 0 || future == 3) ->
        over = 1 }
}
