/* The collectives of the simulated network. */
#define _GNU_SOURCE
#include "net/nic/wire.h"

#include <string.h>

void uci_nic_barrier(void)
{
    struct uci_nic_wire *wire = uci_nic.wire;
    uint32_t seen = uci_bell_seen(&wire->barrier);
    /* Release: what was written before the barrier; acquire: what the others
     * have written. */
    if (uci_fetch_add_seqcst(&wire->arrived, 1) == uci_nic.size - 1) {
        uci_store_relaxed(&wire->arrived, 0);
        uci_bell_ring(&wire->barrier);
        return;
    }
    /* Another rank may wait for a message that this one has not sent for lack
     * of room. */
    while (uci_bell_seen(&wire->barrier) == seen)
        uci_bell_sleep(&wire->barrier, seen,
                       uci_nic_push_all() ? 1000000 : 1000000000);
}

static char *area(unsigned rank)
{
    return uci_nic.gathered + (size_t)rank * UCI_NIC_GATHER;
}

/* How many bytes from `done' on fit into an area. */
static size_t part_of(size_t size, size_t done)
{
    return size - done < UCI_NIC_GATHER ? size - done : UCI_NIC_GATHER;
}

void uci_nic_gather(const void *mine, void *all, size_t size)
{
    for (size_t done = 0, n; done < size; done += n) {
        n = part_of(size, done);
        memcpy(area(uci_nic.id), (const char *)mine + done, n);
        uci_nic_barrier();
        for (unsigned i = 0; i < uci_nic.size && uci_nic.id == 0; i++)
            memcpy((char *)all + i * size + done, area(i), n);
        uci_nic_barrier();
    }
}

void uci_nic_scatter(const void *all, void *mine, size_t size)
{
    for (size_t done = 0, n; done < size; done += n) {
        n = part_of(size, done);
        for (unsigned i = 0; i < uci_nic.size && uci_nic.id == 0; i++)
            memcpy(area(i), (const char *)all + i * size + done, n);
        uci_nic_barrier();
        memcpy((char *)mine + done, area(uci_nic.id), n);
        uci_nic_barrier();
    }
}

void uci_nic_broadcast(void *bytes, size_t size)
{
    for (size_t done = 0, n; done < size; done += n) {
        n = part_of(size, done);
        if (uci_nic.id == 0)
            memcpy(area(0), (char *)bytes + done, n);
        uci_nic_barrier();
        if (uci_nic.id != 0)
            memcpy((char *)bytes + done, area(0), n);
        uci_nic_barrier();
    }
}

uint64_t uci_nic_least(uint64_t mine)
{
    uint64_t all[UCI_NIC_RANKS];
    uci_nic_gather(&mine, all, sizeof mine);
    for (unsigned i = 0; i < uci_nic.size && uci_nic.id == 0; i++)
        mine = all[i] < mine ? all[i] : mine;
    uci_nic_broadcast(&mine, sizeof mine);
    return mine;
}
