/*
 * The memory that the workers of a node share.  See worker.h.
 *
 *     world | worker 0: block, slots, heap, region | worker 1: ...
 *
 * One shared anonymous mapping, made before any worker is forked, so that all
 * have it at the same address.  It is reserved, not committed, and has no
 * name and no descriptor: nothing can be left behind, the program's
 * descriptors are numbered as in plain C, and neither the size of /dev/shm
 * nor `ulimit -f` matters.  A second view of a part (mremap of no bytes,
 * which duplicates shared pages) puts a worker's own block and region at
 * their fixed addresses.
 */
#define _GNU_SOURCE
#include "net/worker.h"

#include "base/message.h"
#include "base/options.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* Mapped over by the worker's block; whole pages by its type's alignment. */
struct uci_worker uci_self;

unsigned uci_id;
struct uci_world *uci_world;
char *uci_peers;
size_t uci_peer_stride;

enum { WORLD_BYTES = 16 * UCI_PAGE };
static_assert(sizeof(struct uci_world) <= WORLD_BYTES, "one block");

/* Slots that steals may use up before the deque is reset: PROTOCOL rule 14. */
enum { UCI_SLOT_RESERVE = 1 << 16 };

static size_t slots_size(size_t region_size)
{
    size_t entries = region_size / UCI_MIN_SEGMENT + UCI_SLOT_RESERVE;
    return uci_round_up(entries * UCI_SLOT_SIZE, UCI_PAGE);
}

static _Noreturn void refuse(unsigned n, size_t total)
{
    char size[32], limit[32];
    struct rlimit as;
    if (getrlimit(RLIMIT_AS, &as) == 0 && as.rlim_cur != RLIM_INFINITY)
        uci_fatal("cannot reserve %s of address space for %u workers: "
                  "RLIMIT_AS (ulimit -v) is %s; raise it, or lower "
                  "UCILK_STACK_SIZE (now %lu bytes) or UCILK_NWORKERS",
                  uci_size_text(size, total), n,
                  uci_size_text(limit, as.rlim_cur), uci_options.stack_size);
    uci_fatal("cannot reserve %s of address space for %u workers: %s; lower "
              "UCILK_STACK_SIZE (now %lu bytes), UCILK_EVAC_SIZE or "
              "UCILK_NWORKERS",
              uci_size_text(size, total), n, strerror(errno),
              uci_options.stack_size);
}

/* The mapping, with the evacuation heap made smaller where the address space
 * is limited and the user has not fixed its size. */
static char *reserve(unsigned n, size_t fixed, size_t *heap_size, size_t *total)
{
    for (;; *heap_size /= 2) {
        size_t each;
        if (__builtin_add_overflow(fixed, *heap_size, &each) ||
            __builtin_mul_overflow(each, n, total) ||
            __builtin_add_overflow(*total, WORLD_BYTES, total)) {
            errno = ENOMEM;
            refuse(n, ~0ul >> 1);
        }
        char *base =
            mmap(NULL, *total, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (base != MAP_FAILED)
            return base;
        if (uci_options.evac_size_given || *heap_size <= 4ul << 20)
            refuse(n, *total);
    }
}

void uci_world_create(unsigned n, size_t region_size, size_t heap_size)
{
    region_size = uci_round_up(region_size, UCI_PAGE);
    heap_size = uci_round_up(heap_size, UCI_PAGE);
    size_t slots = slots_size(region_size), total;
    char *base = reserve(n, sizeof(struct uci_worker) + slots + region_size, &heap_size,
                         &total);
    madvise(base, total, MADV_DONTDUMP);
    uci_world = (struct uci_world *)base;
    uci_peers = base + WORLD_BYTES;
    uci_peer_stride = sizeof(struct uci_worker) + slots + heap_size + region_size;
    uci_world->n_workers = n;
    uci_world->region_size = region_size;
    uci_world->end = base + total;
    for (unsigned i = 0; i < n; i++) {
        struct uci_worker *w = uci_peer(i);
        char *p = (char *)w + sizeof(struct uci_worker);
        w->slots = (struct uci_slot *)p;
        w->slots_end = (struct uci_slot *)(p += slots);
        w->heap = p;
        w->heap_end = p += heap_size;
        w->region = p;
    }
    uci_world_become(0);
}

void uci_world_become(unsigned i)
{
    uci_id = i;
    if (mremap(uci_peer(i), 0, sizeof(struct uci_worker), MREMAP_MAYMOVE | MREMAP_FIXED,
               &uci_self) == MAP_FAILED)
        uci_fatal("cannot map worker %u's own block: %s", i, strerror(errno));
    uci_points_start(&uci_self.points, uci_options.test_seed, i);
}
