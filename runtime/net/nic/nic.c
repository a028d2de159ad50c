/* The simulated network as a transport: its table, start and end. */
#define _GNU_SOURCE
#include "net/nic/wire.h"

#include "base/message.h"
#include "base/options.h"

#include <stdio.h>
#include <string.h>

static char about[128];
static struct uci_transport transport;

static void renumber(unsigned id)
{
    uci_nic.id = transport.rank = id;
    uci_store_relaxed(&uci_nic.wire->processes[uci_nic.number].id, id);
    uci_nic_barrier();
}

static void attach(char *first, size_t stride, size_t size)
{
    uci_nic.first = first;
    uci_nic.stride = stride;
    uci_store_release(&uci_nic.places[uci_nic.id].registered, size);
    uci_nic_start_card();
    uci_nic_barrier();
}

static void extend(char *at, size_t size)
{
    struct uci_nic_place *own = &uci_nic.places[uci_nic.id];
    char *end = uci_nic.first + uci_nic.id * uci_nic.stride +
                uci_load_relaxed(&own->registered);
    UCI_CHECK_EQ((uintptr_t)at, (uintptr_t)end);
    /* Release: with the acquire in take_order (post.c). */
    uci_fetch_add_acqrel(&own->registered, size);
}

static void finish(void)
{
    uci_nic_barrier();
    /* Release: with the acquire in the watcher (process.c). */
    uci_store_release(&uci_nic.wire->processes[uci_nic.number].done, 1);
    uci_nic_end_card();
    uci_nic_reap();
}

static __attribute__((noreturn)) void abort_all(int status)
{
    _exit(status); /* which ends all ranks: process.c */
}

static struct uci_transport transport = {
    .name = "nic",
    .about = about,
    .has_rma = true,
    .gather = uci_nic_gather,
    .scatter = uci_nic_scatter,
    .broadcast = uci_nic_broadcast,
    .least = uci_nic_least,
    .renumber = renumber,
    .attach = attach,
    .extend = extend,
    .send = uci_nic_send,
    .receive = uci_nic_receive,
    .wait = uci_nic_wait,
    .wait_tells = true,
    .get = uci_nic_get,
    .put = uci_nic_put,
    .flush = uci_nic_flush,
    .fetch_op = uci_nic_fetch_op,
    .compare_swap = uci_nic_compare_swap,
    .op = uci_nic_op,
    .finish = finish,
    .abort = abort_all,
};

const struct uci_transport *uci_nic_open(const struct uci_net_host *host,
                                         unsigned ranks)
{
    uci_nic.host = host;
    uci_nic.delay = uci_options.nic_delay * 1000;
    transport.is_pinned = uci_options.nic_pin;
    transport.has_cpu_atomics = strcmp(uci_options.nic_atomics, "own") != 0;
    if (ranks > UCI_NIC_RANKS)
        host->fatal("transport nic has %d workers at most; lower "
                    "UCILK_NWORKERS",
                    UCI_NIC_RANKS);
    snprintf(about, sizeof about,
             "simulated network, delay %lu us, %s, "
             "atomics %s",
             uci_options.nic_delay,
             uci_options.nic_reorder ? "reordering" : "in order",
             uci_options.nic_atomics);
    uci_nic_start(ranks);
    transport.rank = uci_nic.id;
    transport.size = ranks;
    return &transport;
}
