// check: -DSPAWNS=3
// check: -DSPAWNS=3 -DFORK
// full: -DSPAWNS=5
// full: -DSPAWNS=5 -DFORK
// mistake: STAYS_DOWN a rank that its parent does not count is not counted there [N16]
// mistake: GOES_UP_TWICE a rank is counted by its parent twice: main waits for ever [N16]
// mistake: MARKED_LATE a task ends before the rank is marked as counted [N16]
// mistake: LEAVES_BY_STORE a child that comes while the rank leaves is lost [N16]
// mistake: LEAVES_PARENT_FIRST the parent no longer counts a rank that a child has come to [N16]
// mistake: PUBLISHED_EARLY a task ends before rank 0 counts it [N16]
// mistake: NOT_COUNTED_DOWN main waits for ever [N16]
// mistake: NOTED_LATE the region is closed before the parent knows of views [N25]
// mistake: NOTED_BY_OWN_ONLY a rank that has had no future does not tell of its children's views [N25]
// mistake: NOTE_KEPT a rank that was asked for its views does not tell of the next region's [N25]
/*
 * The count of detached futures between nodes, and who keeps views:
 * docs/protocols/remote.md, rules N16 and N25.
 *
 * Ranks 0 <- 1 <- 2, with FORK 0 <- 1, 0 <- 2; one worker each.  Thread 0 is
 * main; a thread spawns futures (SPAWNS in all).  Another worker steals the
 * creator and makes the entry, or the future suspends itself and its own worker
 * does so.  Main ends its region, goes home when the count says so, gathers the
 * views, and opens another region while there are spawns left.  Checked: main comes home only when nothing runs; it
 * does come home; gathering finds all views.
 *
 *   CLIMBS, SETS        add (runtime/cluster/sched/detached_far.c)
 *   ENDS                uci_detached_end_far, its add posted
 *   LEAVES              uci_detached_leave, uci_gather_note
 *   GATHER              gather (gather_far.c), in one step: nothing else moves
 *
 * Left out, and why that is sound: the race for the continuation and the entry
 * (future.pml, steal_far.pml); gets, which only take views away; undo, which is
 * an end.
 */
#include "common.h"

#define N 3
#define NONE 255
#define COUNTED 1
#define ONE 2
#define PARENT(r) WITH_ELSE(FORK, 0, ((r) - 1))

byte present[N], detached = 1;
byte posted[N];                 /* decrements under way */
MISTAKE(MARKED_LATE, byte marks[N];)
bool keeps[N], noted[N], told[N]; /* told[r]: at r's parent */
byte kept[N];                   /* ghost: sets in the entries of a pool */

byte cur[N] = NONE;             /* the thread that runs */
byte entry[N] = NONE;           /* its parent in the deque */
byte owner[SPAWNS + 1] = NONE;  /* of the entry; set where it is published */
bool cut[SPAWNS + 1];           /* claimed by a thief */
bool ready[6];         /* suspended, and could go on */
byte spawned, running;          /* running: ghost, futures that have not ended */
bool waits, letter, done;       /* main is suspended at its region's end */

inline SEND() { assert(running == 0 && waits && !letter); letter = true }
inline TAKE_OFF(r)
{
    WHEN_ELSE(r == 0,
        detached--;
        WHEN(detached == 0, SEND()),
        assert(present[r] >= ONE); present[r] = present[r] - ONE)
}

#define GOES_UP(old) \
    EITHER(STAYS_DOWN, ((old) == 0 && at == me), \
    EITHER(GOES_UP_TWICE, (!((old) & COUNTED)), ((old) == 0)))

/* The subtree of 0: what gathering finds. */
inline ASK(r)
{
    kept[r] = 0;
    keeps[r] = false;
    CORRECT(NOTE_KEPT, noted[r] = false;)
    told[r] = false
}
inline GATHER()
{
    kept[0] = 0;
    WITH_ELSE(FORK,
        WHEN(told[1], ASK(1));
        WHEN(told[2], ASK(2));,
        WHEN(told[1],
            ASK(1);
            WHEN(told[2], ASK(2)));)
    assert(kept[1] == 0 && kept[2] == 0)
}
#define HAS_VIEWS(r) \
    EITHER(NOTED_BY_OWN_ONLY, keeps[r], \
           (keeps[r] || (PARENT(2) == r && told[2])))
inline NOTE()
{
    WHEN(!noted[me] && HAS_VIEWS(me), told[me] = true; noted[me] = true)
}

#define HAS_ENTRY(w) (entry[w] != NONE && cur[w] != NONE && !cut[cur[w]])
#define FOUND(w) :: HAS_ENTRY(w) -> v = w
#define IDLE (cur[me] == NONE && at == NONE && st == RESTS)
/* What an idle worker is about to do. */
mtype = { RESTS, PUBLISHES, LEAVES, LEFT, NOTES,
          CLIMBS,  /* counts at rank `at' */
          SETS };  /* marks rank `at' as counted */

#define READY (ready[1] -> 1 : (ready[2] -> 2 : (ready[3] -> 3 : (ready[4] -> 4 : (ready[5] -> 5 : NONE)))))
inline PUBLISH()
{
    owner[c] = me;
    ready[c] = (v == me);
    cur[me] = entry[v];
    entry[v] = NONE
}
inline CLAIM()
{
    cut[c] = true;
    keeps[me] = true;
    MISTAKE(PUBLISHED_EARLY, PUBLISH();)
    at = me;
    st = CLIMBS
}

active [N] proctype worker()
{
    byte me = _pid, at = NONE, v, c, old;
    mtype st = RESTS;
    WHEN(me == 0, cur[0] = 0);
    do
    :: atomic { done && IDLE -> break }
    /* --- A thread --- */
    :: atomic { cur[me] != NONE && entry[me] == NONE && spawned < SPAWNS ->
                spawned++;
                running++;
                entry[me] = cur[me];
                cur[me] = spawned }
    :: atomic { cur[me] != NONE && cur[me] != 0 && entry[me] != NONE && !cut[cur[me]] ->
                /* the pop: the creator goes on */
                running--;
                cur[me] = entry[me];
                entry[me] = NONE }
    :: atomic { cur[me] != NONE && cur[me] != 0 && entry[me] == NONE &&
                owner[cur[me]] != NONE ->
                v = owner[cur[me]];
                running--;
                kept[v]++;
                if
                EITHER(NOT_COUNTED_DOWN, :: v != 0, :: v != 0 -> posted[v]++)
                :: else -> TAKE_OFF(0)
                fi;
                cur[me] = NONE; v = 0 }
    :: atomic { cur[me] == 0 && entry[me] == NONE -> /* its region's end */
                cur[me] = NONE;
                waits = true;
                TAKE_OFF(0) }
    /* --- The network --- */
    :: atomic { posted[me] > 0 -> posted[me]--; TAKE_OFF(me) }
    MISTAKE(MARKED_LATE,
        :: atomic { marks[me] > 0 -> marks[me]--; present[me] = present[me] + COUNTED })
    /* --- A thief: claims the entry of v, makes its own, and is counted --- */
    :: atomic { IDLE && (HAS_ENTRY(0) || HAS_ENTRY(1) || HAS_ENTRY(2)) ->
                if
                EACH(N, FOUND)
                fi;
                c = cur[v];
                CLAIM() }
    /* --- A thread suspends itself and its creator goes on in its place (F3) --- */
    :: atomic { cur[me] != 0 && at == NONE && HAS_ENTRY(me) ->
                v = me; c = cur[me]; cur[me] = NONE;
                CLAIM() }
    :: atomic { IDLE && READY != NONE -> cur[me] = READY; ready[cur[me]] = false }
    :: atomic { st == CLIMBS ->
                WHEN_ELSE(at == 0,
                    detached++; st = SETS,
                    old = present[at];
                    present[at] = old + ONE;
                    WHEN_ELSE(GOES_UP(old), at = PARENT(at), st = SETS);
                    old = 0) }
    /* Back down to the own rank.  `at' counts the one below. */
    :: atomic { st == SETS && at == me -> st = PUBLISHES }
    :: atomic { st == SETS && at != me ->
                at = (PARENT(me) == at -> me : at + 1);
                EITHER(MARKED_LATE,
                    WHEN_ELSE(at == me, marks[me]++, present[at] = present[at] + COUNTED),
                    EITHER(GOES_UP_TWICE,
                        present[at] = present[at] | COUNTED,
                        assert(!(present[at] & COUNTED));
                        present[at] = present[at] + COUNTED))
                }
    :: atomic { st == PUBLISHES ->
                CORRECT(PUBLISHED_EARLY, PUBLISH();)
                at = NONE; v = 0; c = 0; st = RESTS }
    /* --- An idle worker --- */
    :: atomic { IDLE && me != 0 && present[me] == COUNTED ->
                CORRECT(NOTED_LATE, NOTE();)
                st = LEAVES }
    :: atomic { st == LEAVES ->
                EITHER(LEAVES_PARENT_FIRST,
                    TAKE_OFF(PARENT(me));
                    st = LEFT,
                    EITHER(LEAVES_BY_STORE,
                        present[me] = 0;
                        st = LEFT,
                        WHEN_ELSE(present[me] == COUNTED,
                            present[me] = 0; st = LEFT,
                            st = RESTS)))
                }
    :: atomic { st == LEFT ->
                EITHER(LEAVES_PARENT_FIRST,
                    WHEN(present[me] == COUNTED, present[me] = 0);,
                    TAKE_OFF(PARENT(me));)
                EITHER(NOTED_LATE, st = NOTES, st = RESTS)
                }
    MISTAKE(NOTED_LATE, :: atomic { st == NOTES -> NOTE(); st = RESTS })
    :: atomic { IDLE && me == 0 && letter ->
                letter = false;
                waits = false;
                assert(running == 0 && detached == 0);
                detached = 1;
                GATHER();
                WHEN_ELSE(spawned < SPAWNS, cur[0] = 0, done = true) }
    od
}
