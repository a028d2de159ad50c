/* Memory of workers on other nodes: chooses between the transport's one-sided
 * operations and messages.  See far.h. */
#include "cluster/far/far.h"

#include "cluster/far/am.h"
#include "cluster/far/far_message.h"
#include "sched/worker.h"

#include <string.h>

bool uci_words_by_net, uci_far_is_there;
bool uci_access_by_message, uci_atomics_by_message, uci_steals_by_message;
bool uci_polls_at_spawn;

bool uci_registers;
char *uci_registered_end;

void uci_far_attach(size_t size)
{
    uci_transport->attach(uci_peers, uci_peer_stride, size);
    uci_registers = uci_transport->has_rma && size < uci_peer_stride;
    uci_registered_end = (char *)uci_peer(uci_id) + size;
    if (uci_transport->has_rma)
        uci_self.counters.registered = size;
}

void uci_far_register(size_t more)
{
    uci_transport->extend(uci_registered_end, more);
    uci_registered_end += more;
    uci_self.counters.registered += more;
}

void uci_far_start(void)
{
    uci_far_message_handle();
    uci_access_by_message = uci_atomics_by_message = uci_steals_by_message =
        !uci_transport->has_rma;
    uci_far_is_there = true;
}

void uci_far_get_later(unsigned rank, void *into, const volatile void *at,
                       size_t size)
{
    uci_self.counters.far_gets++;
    if (uci_access_by_message)
        uci_far_message_get(rank, into, (uintptr_t)at, size);
    else
        uci_transport->get(rank, into, (uintptr_t)at, size);
}

void uci_far_flush(unsigned rank)
{
    uci_self.counters.far_flushes++;
    if (!uci_access_by_message)
        uci_transport->flush(rank);
    if (uci_atomics_by_message)
        uci_far_message_flush(rank);
}

void uci_far_get(unsigned rank, void *into, const volatile void *at,
                 size_t size)
{
    uci_far_get_later(rank, into, at, size);
    if (uci_access_by_message)
        uci_far_message_flush(rank);
    else
        uci_transport->flush(rank);
}

void uci_far_put(unsigned rank, volatile void *at, const void *bytes,
                 size_t size)
{
    uci_self.counters.far_puts++;
    if (uci_access_by_message)
        uci_far_message_put(rank, (uintptr_t)at, bytes, size);
    else
        uci_transport->put(rank, (uintptr_t)at, bytes, size);
}

uint64_t uci_far_fetch_op(unsigned rank, enum uci_net_op op, void *word,
                          uint64_t value)
{
    uci_self.counters.far_atomics++;
    if (uci_atomics_by_message)
        return uci_far_message_fetch_op(rank, op, (uintptr_t)word, value);
    return uci_transport->fetch_op(rank, op, (uintptr_t)word, value);
}

uint64_t uci_far_compare_swap(unsigned rank, void *word, uint64_t expected,
                              uint64_t desired)
{
    uci_self.counters.far_atomics++;
    if (uci_atomics_by_message)
        return uci_far_message_compare_swap(rank, (uintptr_t)word, expected,
                                            desired);
    return uci_transport->compare_swap(rank, (uintptr_t)word, expected,
                                       desired);
}

void uci_far_op(unsigned rank, enum uci_net_op op, void *word, uint64_t value)
{
    uci_self.counters.far_ops++;
    if (uci_atomics_by_message)
        uci_far_message_op(rank, op, (uintptr_t)word, value);
    else
        uci_transport->op(rank, op, (uintptr_t)word, value);
}

void uci_far_nap(unsigned microseconds)
{
    uci_transport->wait(microseconds);
}

void uci_far_poll(void)
{
    uci_am_poll();
}

void uci_read(uci_ref from, size_t offset, void *into, size_t size)
{
    char *at = (char *)uci_ref_pointer(from) + offset;
    if (uci_is_near(uci_ref_rank(from)))
        memcpy(into, at, size);
    else
        uci_far_get(uci_ref_rank(from), into, at, size);
}

void uci_write(uci_ref to, size_t offset, const void *bytes, size_t size)
{
    char *at = (char *)uci_ref_pointer(to) + offset;
    if (uci_is_near(uci_ref_rank(to)))
        memcpy(at, bytes, size);
    else
        uci_far_put(uci_ref_rank(to), at, bytes, size);
}

void uci_far_forget(void)
{
    uci_transport = NULL;
    uci_far_is_there = uci_words_by_net = uci_polls_at_spawn = false;
    uci_registers = false;
}
