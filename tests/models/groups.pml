/*
 * Groups between nodes: who gets them from whom, what node 0 takes for a
 * deadlock, and the end.  Rules G5 to G8 in docs/protocols/groups.md.
 */
// check: -DNODES=2 -DGROUPS=3
// check: -DNODES=2 -DGROUPS=2 -DTAKES
// check: -DNODES=2 -DGROUPS=3 -DASKS
// check: -DNODES=3 -DSTRAYS
// full: -DNODES=2 -DGROUPS=4
// full: -DNODES=2 -DGROUPS=3 -DTAKES
// mistake: NO_RECALL node 0 waits for groups that nobody hands over [G6]
// mistake: RECALL_AT_ONCE a node forgets what is wanted when it has nothing [G5]
// mistake: LAST_KEPT -DNODES=2 -DGROUPS=1 the only group waits behind a long task [G6]
// mistake: TOLD_FOR_EVER a node is told once, and not again when it has handed over [G6]
// mistake: ASKED_FOR_EVER a node that has got groups does not ask again [G5]
// mistake: IDLE_UNTOLD a node that has asked does not say that it is idle now [G5]
// mistake: ASK_KEPT -DNODES=2 -DGROUPS=3 -DASKS a node that has asked makes groups, and is not recalled [G5]
// mistake: COUNTED_LATE -DNODES=2 -DGROUPS=1 a group that is away is counted when it has been sent [G7]
// mistake: BACK_EARLY -DNODES=2 -DGROUPS=1 a result is uncounted before its future is ended [G7]
// mistake: ONE_ROUND -DNODES=3 -DSTRAYS the nodes are asked once, one after the other [G8]
// mistake: NO_COUNT -DNODES=3 -DSTRAYS two rounds that do not compare what has come [G8]
/*
 * Node 0 makes GROUPS groups and is busy, or with -DTAKES takes some itself, or
 * with -DASKS asks for some before; the other nodes have one worker each, which takes groups.  A group is a number in a
 * queue: none is told from another.
 *
 *   put, hand_over    uci_queue_put, uci_balance_hand_over
 *   ask               uci_balance_ask; uci_balance_ask_no_more is in put, since
 *                     only node 0 puts what is its own
 *   Courier           take() in courier.c; its last option is uci_queue_look
 *   act               act() in balance.c: what is decided under the lock is one
 *                     step
 *   Watcher           uci_deadlock_check with uci_group_may_bring, on node 0;
 *                     whoever hands over does not nap, so that the count of what
 *                     is away goes up in the step that takes it out
 *   STRAYS            a group has left a future behind on node 1, which may make
 *                     a group for node 2, where another is left, and so on; Node
 *                     is is_quiet(), End is wait_for_quiet() in end.c
 *
 * A channel is a transport: in order between two nodes.  Here one channel takes
 * what all send to a node, which loses orders between senders that do not
 * matter: each message is handled by itself.
 */
#include "common.h"

#define HIGH 2
#define LOW 1
#define NOT_TOLD 9

mtype = { WANT, RECALL, SURPLUS, GIVE, RESULT, ASK, QUIET };
chan to[NODES] = [8] of { mtype, byte, byte, byte }; /* what, from, a, b */

byte length[NODES], wanted[NODES], keep[NODES];
byte asked[NODES];     /* 0, 1 some, 2 idle */
byte wants[NODES], told[NODES];
bool is_idle[NODES];
byte store;            /* groups that node 0 keeps */
byte away;             /* G7 */
byte ended;
byte made;
bool waits_for_all;    /* node 0 makes no more */

#ifndef STRAYS

#define IS_OVER (ended == GROUPS)

inline hand_over(i, n) {
    WHEN_ELSE(i == 0,
        atomic { store = store + n;
                 CORRECT(TOLD_FOR_EVER, told[0] = NOT_TOLD)
               };
        act(),
        to[0] ! SURPLUS, i, n, 0)
}

/* Under the queue's lock: what is wanted beyond `but' groups goes out. */
inline take_wanted(i, but, n) {
    n = 0;
    WHILE(n < wanted[i] && length[i] > but, length[i]--; n++);
    WHEN(n > 0, wanted[i] = 0)
}

inline leave(i, n) {
    WHEN(i == 0, CORRECT(COUNTED_LATE, away = away + n;) skip)
}

inline put(i) {
    CORRECT(ASK_KEPT,
        atomic { asked[0] = 0; wants[0] = 0; is_idle[0] = false };
        act();)
    atomic { length[i]++; take_wanted(i, keep[i], given); leave(i, given) };
    WHEN(given > 0, hand_over(i, given))
}

inline ask(i, how) {
    atomic {
        if
        EITHER(IDLE_UNTOLD,
            :: asked[i] == 0 -> asked[i] = how; say = true,
            :: asked[i] < how -> asked[i] = how; say = true)
        :: else -> say = false
        fi
    };
    if
    :: say && i == 0 ->
        atomic { wants[0] = HIGH; is_idle[0] = (how == 2) };
        act()
    :: say && i != 0 -> to[0] ! WANT, i, HIGH, how
    :: else
    fi
}

/* Node 0: does what is to be ended. */
inline act() {
    do
    :: true ->
        atomic {
            node = NODES; n = 0; k = 0; sum = 0; any = false;
            WHILE(k < NODES,
                sum = sum + wants[k];
                any = any || (wants[k] > 0 && is_idle[k]);
                k++);
            if
            :: store > 0 && sum > 0 ->
                k = 0;
                WHILE(k < NODES && (wants[k] == 0 || (any && !is_idle[k])),
                    k++);
                node = k;
                n = (wants[k] < store -> wants[k] : store);
                store = store - n;
                wants[k] = 0; is_idle[k] = false;
                what = GIVE
            :: store == 0 && sum > 0 ->
                k = 0;
                do
                :: k < NODES && (wants[k] > 0 ||
                                 told[k] <= (any -> 1 : HIGH)) -> k++
                :: else -> break
                od;
                WHEN(k < NODES,
                    node = k; n = sum; what = RECALL;
                    told[k] = (any -> 1 : HIGH))
            :: else
            fi
        };
        MISTAKE(NO_RECALL, WHEN(node < NODES && what == RECALL, node = NODES);)
        if
        :: node == NODES -> break
        :: node < NODES && what == GIVE && node == 0 ->
            atomic { length[0] = length[0] + n; away = away - n; asked[0] = 0 }
        :: node < NODES && what == GIVE && node != 0 ->
#ifdef MISTAKE_COUNTED_LATE
            to[node] ! GIVE, 0, n, 0;
            away = away + n
#else
            to[node] ! GIVE, 0, n, 0
#endif
        :: node < NODES && what == RECALL && node == 0 ->
            atomic {
                keep[0] = told[0]; wanted[0] = n;
                take_wanted(0, keep[0], n);
                leave(0, n);
                store = store + n;
                WHEN_ELSE(n > 0,
                    CORRECT(TOLD_FOR_EVER, told[0] = NOT_TOLD;)
                    skip,
                    MISTAKE(RECALL_AT_ONCE, wanted[0] = 0;)
                    skip)
            }
        :: node < NODES && what == RECALL && node != 0 ->
            to[node] ! RECALL, 0, told[node], n
        fi
    od
}

proctype Worker(byte i) {
    byte given, node, n, k, sum, left;
    bool say, any, got;
    mtype what;
    WHEN(i == 0,
        WITH(ASKS, ask(0, 2);)
        do
        :: made < GROUPS -> given = 0; made++; put(0)
        :: else -> waits_for_all = true; break
        od);
#ifndef TAKES
    WHEN(i == 0, goto end);
#endif
    UNTIL(IS_OVER,
        atomic {
            got = length[i] > 0;
            WHEN(got, length[i]--; left = length[i])
        };
        WHEN_ELSE(got,
            WHEN(left < LOW, ask(i, 1));
            WHEN_ELSE(i == 0, ended++, to[0] ! RESULT, i, 0, 0),
            ask(i, 2);
            (length[i] > 0 || asked[i] == 0 || IS_OVER)));
end: skip
}

proctype Courier(byte i) {
    byte given, node, n, k, sum, a, b, from;
    bool say, any;
    mtype what, message;
end:
    do
    :: to[i] ? message, from, a, b ->
        if
        :: message == WANT ->
            atomic { wants[from] = a; is_idle[from] = (b == 2) };
            act()
        :: message == SURPLUS ->
            atomic { store = store + a;
                     CORRECT(TOLD_FOR_EVER, told[from] = NOT_TOLD)
                   };
            act()
        :: message == RECALL ->
            atomic {
                keep[i] = a; wanted[i] = b;
                take_wanted(i, keep[i], given);
                MISTAKE(RECALL_AT_ONCE, wanted[i] = 0)
            };
            WHEN(given > 0, hand_over(i, given))
        :: message == GIVE ->
            atomic { length[i] = length[i] + a;
                     CORRECT(ASKED_FOR_EVER, asked[i] = 0)
                   };
            given = 0;
            atomic { take_wanted(i, keep[i], given) };
            WHEN(given > 0, hand_over(i, given))
        :: message == RESULT ->
            EITHER(BACK_EARLY,
                away--;
                ended++,
                ended++;
                away--)
        fi
    CORRECT(LAST_KEPT,
        :: atomic { wanted[i] > 0 && keep[i] <= 1 && length[i] == 1 ->
                    take_wanted(i, 0, given); leave(i, given) };
            hand_over(i, given))
    od
}

/* F8: node 0 waits for a group that has not ended; nobody is busy there.  To
 * report a deadlock is wrong. */
proctype Watcher() {
    waits_for_all;
    if
    :: atomic { away == 0 && length[0] == 0 && ended < GROUPS && store == 0 ->
                assert(false) }
    :: IS_OVER
    fi
}

init {
    byte i;
    atomic {
        i = 0;
        WHILE(i < NODES,
            told[i] = NOT_TOLD; run Worker(i); run Courier(i); i++);
#if GROUPS == 1
        run Watcher()
#endif
    };
    IS_OVER
}

#else /* STRAYS */

#define HOPS 4

chan answers = [NODES] of { byte, byte };
byte received[NODES];
bool runs[NODES];  /* a future that a group has left behind, or one with a group
                    * that is away: node i is not quiet */
bool waits[NODES]; /* for that group */
byte hops;         /* groups that such futures have made */
bool over;

proctype Node(byte i) {
    mtype message;
    byte from, a, b;
end:
    do
    :: to[i] ? message, from, a, b ->
        if
        :: message == GIVE ->
            atomic { assert(!over); received[i]++; runs[i] = true };
            to[from] ! RESULT, i, 0, 0
        :: message == RESULT -> atomic { waits[i] = false; runs[i] = false }
        :: message == ASK ->
            atomic { a = (runs[i] -> 0 : 1); b = received[i] };
            answers ! a, b
        fi
    :: atomic { runs[i] && !waits[i] && hops < HOPS -> hops++; waits[i] = true };
        to[3 - i] ! GIVE, i, 0, 0
    :: atomic { runs[i] && !waits[i] -> runs[i] = false }
    od
}

proctype End() {
    byte i, sum, before, a, b;
    bool all, was;
    do
    :: true ->
        sum = 0; all = true; i = 1;
        WHILE(i < NODES, to[i] ! ASK, 0, 0, 0; i++);
        i = 1;
        WHILE(i < NODES,
            answers ? a, b;
            all = all && (a == 1);
            sum = sum + b;
            i++);
        if
        EITHER(ONE_ROUND,
            :: all -> break,
            EITHER(NO_COUNT,
                :: all && was -> break,
                :: all && was && sum == before -> break))
        :: else -> before = sum; was = all
        fi
    od;
    atomic { assert(!runs[1] && !runs[2]); over = true }
}

init {
    atomic { run Node(1); run Node(2); runs[1] = true; received[1] = 1; run End() }
}
#endif
