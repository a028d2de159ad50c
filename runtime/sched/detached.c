/* The count of detached futures.  See detached.h. */
#include "sched/detached.h"

#include "sched/future.h"
#include "sched/home.h"
#include "sched/words.h"

/* True if the futures in this worker's pool are counted where main is. */
static bool is_counted_at_home(unsigned owner)
{
    return uci_likely(uci_all_are_near()) || owner == uci_home_rank();
}

void uci_detached_raise(unsigned home)
{
    uci_word_fetch_add(home, &uci_peer(home)->main.detached, 1);
}

void uci_detached_lower(void)
{
    /* Acquire, release: whoever takes the last 1 off sees all that the other
     * tasks did. */
    if (uci_word_fetch_add(uci_home_rank(), &uci_home_main()->detached,
                           -(uint64_t)1) != 1)
        return;
    if (uci_unlikely(uci_far_is_there))
        uci_future_settle(); /* the program may end now */
    uci_home_send();
}

void uci_detached_add(void)
{
    if (is_counted_at_home(uci_id))
        uci_detached_raise(uci_home_rank());
    else
        uci_detached_add_far();
}

void uci_detached_undo(void)
{
    /* It waits for the old value: the count must be right before the task can
     * be parted from its creator again, and end.  It is never the last 1: the
     * creator has not ended. */
    if (is_counted_at_home(uci_id))
        uci_detached_lower();
    else
        uci_detached_undo_far();
}

void uci_detached_end(unsigned owner)
{
    if (is_counted_at_home(owner))
        uci_detached_lower();
    else
        uci_detached_end_far(owner);
}

bool uci_detached_is_main_alone(void)
{
    /* Acquire: with the release in uci_detached_lower. */
    return uci_word_load(uci_home_rank(), &uci_home_main()->detached) <= 1;
}
