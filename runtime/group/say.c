/* Messages between nodes.  See group.h. */
#include "group/group.h"

#include "net/transport.h"
#include "base/lock.h"

#include <stdlib.h>
#include <string.h>

/* A transport is for two threads at a time: the courier, which receives, and
 * whoever holds this. */
static _Atomic uint32_t lock;

void uci_say(unsigned to, const struct uci_head *head, const void *body,
             size_t size)
{
    if (!uci_spin_enter(&lock))
        return; /* an idle worker may ask for groups when the program ends */
    uci_self.counters.group_bytes += sizeof *head + size;
    uci_transport->send(to, head, sizeof *head, body, size);
    uci_spin_unlock(&lock);
}

void uci_say_block(unsigned to, const struct uci_head *head,
                   struct uci_bytes *message)
{
    memcpy(message->at, head, UCI_BODY);
    if (uci_spin_enter(&lock)) {
        uci_self.counters.group_bytes += message->size;
        if (uci_transport->send_block) {
            uci_transport->send_block(to, message->at, message->size);
            message->at = NULL;
        } else {
            uci_transport->send(to, message->at, message->size, NULL, 0);
        }
        uci_spin_unlock(&lock);
    }
    free(message->at);
}

void uci_say_no_more(void)
{
    uci_spin_lock(&lock);
    uci_spin_close(&lock);
}

void uci_say_last(void)
{
    struct uci_head head = {UCI_SAY_LAST, 0, 0, 0};
    uci_say_no_more();
    for (unsigned i = 0; i < uci_node.n; i++)
        if (i != uci_node.rank)
            uci_transport->send(i, &head, sizeof head, NULL, 0);
}
