// check: -DREGIONS=2
// full: -DREGIONS=3
// mistake: FLAG a lull is a flag that each message sets or clears, without numbers [N23]
// mistake: NO_SECOND_LOOK a worker sleeps without a look behind its `wake' [N23]
// mistake: WAKE_FIRST a message wakes the worker before it is noted [N23]
// mistake: OPENED_LATE a region's number can be seen before it is open [N23]
// mistake: FUTURES_LEFT main lingers, and all is said to be over while a future runs [N23]
// mistake: MAIN_WAITS main, which waits for a future, is counted as if it were there [N23]
/*
 * Lulls: rule N23 of docs/protocols/remote.md.
 *
 * Rank 0 opens REGIONS regions, one after the other.  Each has one strand, which
 * is there some time after the region has begun, and which the one worker of
 * another rank has to run.  It is a child, for which main waits, or a future:
 * then main lingers, and waits at its own end at the latest.  Messages to that
 * rank come in any order, each once.
 *
 *   Main        uci_begin_region (cluster/data/begin_region.c), uci_home_open,
 *               close_region, uci_home_finish (sched/home.c)
 *   Look        uci_lull_look (cluster/far/lull.c), in rank 0's assistant, and
 *               uci_home_is_calm
 *   Messages    arrive (begin_region.c) and take (lull.c), in whichever thread
 *               polls there
 *   Worker      sleep_in_lull (sched/idle.c)
 *
 * Checked: each region's strand is run, so no worker sleeps while a region is
 * open.  Left out: the sleep ends after 100 ms all the same, so that a strand
 * would only be late; and the assistant's own sleep, which is like it.
 */
#include "common.h"

byte opened;                    /* regions that have begun */
byte newest0;                   /* rank 0's uci_lull_newest */
#define SERIAL 0
#define OPEN 1
#define LINGERS 2
byte outermost;                 /* *uci_outermost */
byte detached = 1;              /* main, and futures that run */
bit waits;                      /* root_waits: main waits for these */
byte ready;                     /* the strand of this region is in a deque */
byte ran;
bit begins[REGIONS + 1];        /* messages under way */
bit ends[REGIONS + 1];
bit told[REGIONS + 1];
bit is_future[REGIONS + 1];

byte newest, over;              /* of the other rank */
bit wake;

#ifdef MISTAKE_FLAG
bit flag = 1;
#define LULL flag
#define BEGINS(k) flag = 0
#define ENDS(k) flag = 1
#else
#define LULL (newest == over)
#define BEGINS(k) newest = (k > newest -> k : newest)
#define ENDS(k) over = (k > over -> k : over)
#endif

active proctype Main()
{
    WHILE(opened < REGIONS,
        opened++;
        SWAPPED(OPENED_LATE,
            outermost = OPEN;,
            newest0 = opened;
            begins[opened] = 1;)
        if
        :: ready = opened; ran == opened; outermost = SERIAL
        :: atomic { detached++; is_future[opened] = 1; ready = opened };
            outermost = LINGERS;
            if
            :: true                             /* the next region, at once */
            :: ran == opened                    /* or after a get */
            fi
        fi);
    WHEN(outermost == LINGERS,
        waits = 1;
        detached--;
        detached == 0)
}

active proctype Look()
{
    byte n, o, d;
    bit w;
end:
    do
    :: n = newest0; o = outermost; d = detached; w = waits;
        MISTAKE(FUTURES_LEFT, d = 1;)
        MISTAKE(MAIN_WAITS, w = 0;)
        if
        :: (o == SERIAL || o == LINGERS && d <= 1 && !w) && n > 0 && !told[n] ->
            told[n] = 1; ends[n] = 1
        :: else ->
endless:    newest0 != n || outermost != o || detached != d || told[REGIONS]
        fi;
        n = 0; o = 0; d = 0; w = 0
    :: newest0 == REGIONS && told[REGIONS] -> break
    od
}

inline take_begin(k)
{
    begins[k] = 0;
    EITHER(WAKE_FIRST,
        wake = 0;
        BEGINS(k),
        BEGINS(k);
        wake = 0)
}

inline take_end(k)
{
    ends[k] = 0;
    ENDS(k)
}

#define TAKE(k) \
    :: begins[k + 1] -> take_begin(k + 1) \
    :: ends[k + 1] -> take_end(k + 1)

active proctype Messages()
{
end:
    do
    EACH(REGIONS, TAKE)
    od
}

active proctype Worker()
{
    do
    :: ran == REGIONS -> break
    :: atomic { ready > ran ->                  /* steals it */
            ran++;
            detached = detached - is_future[ran] }
    :: ran < REGIONS && LULL ->
        wake = 1;
        EITHER(NO_SECOND_LOOK,
            wake == 0,
            if
            :: LULL -> wake == 0                    /* sleeps */
            :: else -> wake = 0
            fi)
    od
}
