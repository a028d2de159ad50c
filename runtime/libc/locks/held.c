/*
 * UCILK_CHECK_LOCKS: the locks that the running strand holds, and the report
 * of one that is held where the strand may go on in another worker.
 *
 * A lock belongs to a process.  A strand that holds none wherever it may
 * migrate holds none when it begins, so a list for each worker is enough.
 */
#include "libc/locks/locks.h"

#include "base/message.h"
#include "sched/sched.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct held {
    const void *lock;
    const char *what;
    const void *place; /* where the call that took it returns to */
};

static struct held *list; /* newest last */
static size_t n_held, room;
static void *thread; /* whose locks these are */

/* The runtime's own words: private.ld. */
extern char uci_private_start[], uci_private_end[];

static bool counts(const void *lock)
{
    return __builtin_thread_pointer() == thread &&
           !((const char *)lock >= uci_private_start &&
             (const char *)lock < uci_private_end);
}

void uci_held_add(const void *lock, const char *what, const void *place)
{
    if (!counts(lock))
        return;
    if (n_held == room) {
        room = room ? 2 * room : 64;
        list = realloc(list, room * sizeof *list);
        if (!list)
            uci_fatal("UCILK_CHECK_LOCKS: no memory for the list of %zu locks "
                      "that are held",
                      n_held);
    }
    list[n_held++] = (struct held){lock, what, place};
}

void uci_held_remove(const void *lock)
{
    if (!counts(lock))
        return;
    for (size_t i = n_held; i-- > 0;) {
        if (list[i].lock == lock) {
            n_held--;
            memmove(list + i, list + i + 1, (n_held - i) * sizeof *list);
            return;
        }
    }
}

static void check(enum uci_strand_end end, const struct ucilk_abi_task *task,
                  const void *place)
{
    if (uci_likely(n_held == 0) || __builtin_thread_pointer() != thread)
        return;
    char at[300], locked[256], address[256], others[64] = "";
    if (end == UCI_STRAND_SYNC)
        snprintf(at, sizeof at, "%s: sync", uci_place_text(place, address));
    else if (end == UCI_STRAND_FUNCTION)
        snprintf(at, sizeof at, "%s: sync at this function's end",
                 uci_place_text(place, address));
    else if (end == UCI_STRAND_GET)
        snprintf(at, sizeof at, "%s: get of a future", (const char *)place);
    else
        snprintf(at, sizeof at, "%s:%d: %s `%s'", task->file, task->line,
                 end == UCI_STRAND_SPAWN ? "spawn of" : "end of task",
                 task->name);
    const struct held *newest = &list[n_held - 1];
    if (n_held > 1)
        snprintf(others, sizeof others, ", and %zu more,", n_held - 1);
    uci_fatal("%s while the %s at %p, locked at %s,%s is held: what follows "
              "may run in another worker, which cannot unlock it; unlock "
              "before, lock again behind",
              at, newest->what, newest->lock,
              uci_place_text(newest->place, locked), others);
}

/* What another process holds lies in shared memory, and is not ours. */
void uci_held_start(void)
{
    thread = __builtin_thread_pointer();
    list = NULL;
    n_held = room = 0;
    uci_sched_check_end = check;
}
