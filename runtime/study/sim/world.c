/*
 * The memory of all virtual workers: as with a network (words/world.c), but in
 * one mapping, and with the worlds of all nodes:
 *
 *     worker 0: block, slots, heap | worker 1: ... | worlds
 */
#define _GNU_SOURCE
#include "study/sim/sim.h"

#include "cluster/mem/region.h"
#include "base/message.h"
#include "base/options.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/thread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* spawn.S looks at the limit, and takes the slow path of every spawn. */
struct uci_worker uci_sim_no_worker __asm__("uci_self")
    __attribute__((used, aligned(UCI_PAGE)));

UCI_PER_WORKER unsigned uci_id;
UCI_PER_WORKER unsigned uci_near_first, uci_n_near;
UCI_PER_WORKER struct uci_world *uci_world;
UCI_PER_WORKER _Atomic uintptr_t *uci_outermost;
UCI_PER_WORKER static _Atomic uintptr_t own_outermost;

char *uci_peers;
size_t uci_peer_stride;

enum {
    STACK = 256 << 10,
    HEAP = 64 << 20,
};

static struct uci_world *worlds; /* by node */
static size_t region_size, slots_size, heap_size;

static void lay_out(struct uci_worker *w)
{
    char *p = (char *)w + sizeof *w;
    w->slots = (struct uci_slot *)w->slots_begin;
    w->slots_end = (struct uci_slot *)(p += slots_size);
    w->heap = p;
    w->heap_end = p + heap_size;
}

static char *map(size_t size)
{
    char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        uci_fatal("cannot reserve %zu MiB of address space for %u virtual "
                  "workers: %s; lower UCILK_NWORKERS, UCILK_STACK_SIZE or "
                  "UCILK_EVAC_SIZE",
                  size >> 20, uci_sim_n, strerror(errno));
    /* Of each worker's memory a few pages are used. */
    madvise(p, size, MADV_NOHUGEPAGE);
    madvise(p, size, MADV_DONTDUMP);
    return p;
}

void uci_sim_world_create(void)
{
    region_size = uci_round_up(
        getenv("UCILK_STACK_SIZE") ? uci_options.stack_size : STACK, UCI_PAGE);
    heap_size = uci_round_up(
        uci_options.evac_size_given ? uci_options.evac_size : HEAP, UCI_PAGE);
    /* Steals may use up as many slots as a full stack takes, before the deque
     * is reset (D6). */
    slots_size = uci_round_up(2 * region_size / UCI_MIN_SEGMENT * UCI_SLOT_SIZE,
                              UCI_PAGE);
    uci_region_reserve(region_size);
    if (mprotect((void *)uci_region_start, region_size,
                 PROT_READ | PROT_WRITE) != 0)
        uci_fatal("cannot map the stack: %s", strerror(errno));
    unsigned nodes = (uci_sim_n + uci_sim_node - 1) / uci_sim_node;
    uci_peer_stride = sizeof(struct uci_worker) + slots_size + heap_size;
    uci_peers = map(uci_sim_n * uci_peer_stride);
    uci_sched_stack = uci_sim_place_start();
    worlds = (struct uci_world *)map(nodes * sizeof *worlds);
    for (unsigned i = 0; i < nodes; i++)
        worlds[i] = (struct uci_world){
            .n_workers = uci_sim_n,
            .n_forked = 1,
            .n_cpus = uci_sim_node,
            .region_size = region_size,
            .end = uci_peers + uci_sim_n * uci_peer_stride,
        };
}

void uci_sim_world_become(unsigned id)
{
    uci_id = id;
    uci_near_first = id / uci_sim_node * uci_sim_node;
    uci_n_near = uci_sim_n - uci_near_first < uci_sim_node
                     ? uci_sim_n - uci_near_first
                     : uci_sim_node;
    uci_world = worlds + id / uci_sim_node;
    uci_outermost = &own_outermost;
    uci_sim_block = uci_peer(id);
    lay_out(uci_sim_block);
    if (id == 0)
        uci_sim_block->main.detached = 1;
    uci_deque_start(uci_sim_block);
    uci_sim_block->slack = UCI_SLACK_ALL;
}
