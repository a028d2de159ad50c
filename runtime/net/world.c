/*
 * The memory that the workers of a node share.  See worker.h.
 *
 *     world | worker 0: block, slots, heap, region | worker 1: ...
 *
 * One shared anonymous mapping, made before any worker is forked, so that all
 * have it at the same address (private where there is one worker: then fork
 * needs no help, and one view of each part is enough).  It is reserved, not
 * committed, and has no name and no descriptor: nothing can be left behind, the
 * program's descriptors are numbered as in plain C, and neither the size of
 * /dev/shm nor `ulimit -f` matters.  A second view of a part (mremap of no
 * bytes, which duplicates shared pages) puts a worker's own block and region at
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

/* Is so much address space left, and some for the program? */
static bool is_left(size_t size)
{
    size += 64 << 20;
    void *p = mmap(NULL, size, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p != MAP_FAILED && munmap(p, size) == 0;
}

/* The mapping, with the evacuation heap made smaller where the address space
 * is limited and the user has not fixed its size.  A view comes on top; and
 * the program is left as much as one worker's takes, for malloc. */
static char *reserve(unsigned n, size_t fixed, size_t view, size_t *heap_size,
                     size_t *total)
{
    int kind = n > 1 ? MAP_SHARED : MAP_PRIVATE;
    /* One worker's is opened part by part: it counts for RLIMIT_DATA. */
    int access = n > 1 ? PROT_READ | PROT_WRITE : PROT_NONE;
    for (;; *heap_size /= 2) {
        size_t each;
        if (__builtin_add_overflow(fixed, *heap_size, &each) ||
            __builtin_mul_overflow(each, n, total) ||
            __builtin_add_overflow(*total, WORLD_BYTES, total)) {
            errno = ENOMEM;
            refuse(n, ~0ul >> 1);
        }
        char *base = mmap(NULL, *total, access,
                          kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (base != MAP_FAILED && is_left(view + *heap_size))
            return base;
        if (base != MAP_FAILED)
            munmap(base, *total);
        if (uci_options.evac_size_given || *heap_size <= 4ul << 20)
            refuse(n, *total);
    }
}

/* The one worker's block is uci_self itself: nobody else looks. */
static void use_own_block(void)
{
    bool forked = uci_world != NULL; /* then it is the parent's, shared */
    if (forked &&
        mmap(&uci_self, sizeof uci_self, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
        uci_fatal("cannot map a forked process's own block: %s",
                  strerror(errno));
    uci_peers = (char *)&uci_self;
    uci_peer_stride = 0;
}

void uci_world_create(unsigned n, size_t region_size, size_t heap_size)
{
    region_size = uci_round_up(region_size, UCI_PAGE);
    heap_size = uci_round_up(heap_size, UCI_PAGE);
    /* The one worker's region needs no second view. */
    size_t view = n > 1 ? region_size : 0, slots = slots_size(region_size);
    size_t block = n > 1 ? sizeof(struct uci_worker) : 0, total;
    char *base = reserve(n, block + slots + view, view, &heap_size, &total);
    char *end = base + total;
    madvise(base, total, MADV_DONTDUMP);
    if (n == 1 &&
        mprotect(base, WORLD_BYTES + slots, PROT_READ | PROT_WRITE) != 0)
        refuse(n, total);
    if (n > 1) {
        uci_peers = base + WORLD_BYTES;
        uci_peer_stride = block + slots + heap_size + view;
    } else {
        use_own_block();
    }
    uci_world = (struct uci_world *)base;
    uci_world->n_workers = n;
    uci_world->detached = 1;
    uci_world->region_size = region_size;
    uci_world->end = end;
    char *p = base + WORLD_BYTES;
    for (unsigned i = 0; i < n; i++) {
        struct uci_worker *w = uci_peer(i);
        w->slots = (struct uci_slot *)(p += block);
        w->slots_end = (struct uci_slot *)(p += slots);
        w->heap = p;
        w->heap_end = p += heap_size;
        w->region = view ? p : NULL;
        p += view;
    }
    uci_world_become(0);
}

void uci_world_become(unsigned i)
{
    uci_id = i;
    if (uci_world->n_workers > 1 &&
        mremap(uci_peer(i), 0, sizeof uci_self, MREMAP_MAYMOVE | MREMAP_FIXED,
               &uci_self) == MAP_FAILED)
        uci_fatal("cannot map worker %u's own block: %s; under valgrind only "
                  "UCILK_NWORKERS=1 works",
                  i, strerror(errno));
    uci_points_start(&uci_self.points, uci_options.test_seed, i);
}
