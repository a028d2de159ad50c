/* Messages between nodes.  See message.h. */
#include "group/message.h"

#include "cluster/net/transport.h"
#include "common/base/lock.h"
#include "group/group.h"

/* A transport is for two threads at a time: the courier, which receives, and
 * whoever holds this. */
static _Atomic uint32_t lock;
static _Atomic uint32_t is_over; /* the lock is held for good */

/* False if nobody sends any more: an idle worker may still ask for groups when
 * the program ends, and must not wait here for ever. */
static bool enter(void)
{
    enum { PATIENCE = 16 };
    uint32_t no = 0;
    for (unsigned n = 1; !uci_cas_seqcst(&lock, &no, 1); n++) {
        if (uci_load_acquire(&is_over))
            return false;
        no = 0;
        if (n % PATIENCE)
            uci_pause();
        else
            uci_yield();
    }
    return true;
}

void uci_say(unsigned to, const struct uci_head *head, const void *body,
             size_t size)
{
    if (!enter())
        return;
    uci_self.counters.group_bytes += sizeof *head + size;
    uci_transport->send(to, head, sizeof *head, body, size);
    uci_spin_unlock(&lock);
}

void uci_say_no_more(void)
{
    uci_spin_lock(&lock);
    uci_store_release(&is_over, 1);
}

void uci_say_last(void)
{
    struct uci_head head = {UCI_SAY_LAST, 0, 0, 0};
    uci_say_no_more();
    for (unsigned i = 0; i < uci_node.n; i++)
        if (i != uci_node.rank)
            uci_transport->send(i, &head, sizeof head, NULL, 0);
}
