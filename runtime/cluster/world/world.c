/*
 * The memory that the workers of a node share.  See worker.h.
 *
 *     world | worker 0: block, slots, region, heap | worker 1: ...
 *
 * It is one shared anonymous mapping, made before any worker is cloned, so that
 * all have it at the same address.  (With one worker it is private: then fork
 * needs no help, and one view of each part is enough.)  It is reserved, not
 * committed, and has no name and no descriptor: nothing can be left behind, the
 * program's descriptors are numbered as in plain C, and neither the size of
 * /dev/shm nor `ulimit -f` matters.  A second view of a part (mremap of no
 * bytes, which duplicates shared pages) puts a worker's own block and region at
 * their fixed addresses.
 *
 * With a network no process of a node is another's parent.  There it is a
 * memfd, which each maps at an address that is the same on all nodes; where the
 * parts of workers on other nodes would lie nothing is mapped:
 *
 *     world | ... | worker first | ... | worker first + n_near - 1 | ...
 */
#define _GNU_SOURCE
#include "sched/worker.h"

#include "base/message.h"
#include "base/options.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* The worker's block is mapped over this; by its type's alignment it has whole
 * pages. */
struct uci_worker uci_self;

unsigned uci_id;
unsigned uci_near_first, uci_n_near;
struct uci_world *uci_world;
char *uci_peers;
size_t uci_peer_stride;
_Atomic uintptr_t *uci_outermost;

static _Atomic uintptr_t own_outermost; /* with a network */

enum { WORLD_BYTES = 16 * UCI_PAGE };
static_assert(sizeof(struct uci_world) <= WORLD_BYTES, "one block");

/* D6: slots that steals may use up before the deque is reset. */
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

/* True if so much address space is left, and some more for the program. */
static bool is_left(size_t size)
{
    size += 64 << 20;
    void *p = mmap(NULL, size, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p != MAP_FAILED && munmap(p, size) == 0;
}

/* Maps the memory, with a smaller evacuation heap if the address space is
 * limited and the user has not fixed the size.  It leaves room for a second
 * view, and as much as one heap for the program's malloc. */
static char *reserve(unsigned n, size_t fixed, size_t view, size_t *heap_size,
                     size_t *total)
{
    int kind = n > 1 ? MAP_SHARED : MAP_PRIVATE;
    /* Private memory counts for RLIMIT_DATA when it is made accessible, so one
     * worker's is opened part by part. */
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

/* With one worker uci_self itself is the block: nobody else looks at it. */
static void use_own_block(void)
{
    bool forked = uci_world != NULL; /* then uci_self is shared, the parent's */
    if (forked &&
        mmap(&uci_self, sizeof uci_self, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
        uci_fatal("cannot map a forked process's own block: %s; raise "
                  "RLIMIT_AS (ulimit -v)",
                  strerror(errno));
    uci_peers = (char *)&uci_self;
    uci_peer_stride = 0;
}

/* Sets where the parts of worker w's memory lie; they begin at `p'. */
static void lay_out(struct uci_worker *w, char *p, size_t block, size_t slots,
                    size_t heap_size, size_t view)
{
    w->slots = (struct uci_slot *)(block ? w->slots_begin : p);
    p += block;
    w->slots_end = (struct uci_slot *)(p += slots);
    w->region = view ? p : NULL;
    p += view;
    w->heap = p;
    w->heap_end = p + heap_size;
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
    uci_world->n_forked = n;
    uci_outermost = &uci_world->outermost;
    uci_near_first = 0;
    uci_n_near = n;
    uci_world->region_size = region_size;
    uci_world->end = end;
    char *p = base + WORLD_BYTES;
    for (unsigned i = 0; i < n; i++) {
        lay_out(uci_peer(i), p, block, slots, heap_size, view);
        p += block + slots + heap_size + view;
    }
    uci_peer(0)->main.detached = 1;
    uci_world_become(0);
}

/* A node's memory lies above the region and the program's heap, and below the
 * addresses to which programs are loaded. */
#define NODE_START 0x310000000000ul
#define NODE_END 0x540000000000ul

/* With less of a heap than that programs would soon end. */
enum { LEAST_HEAP = 16 << 20 };

/* The sizes of the parts of a worker's memory. */
static struct {
    size_t slots, heap, region;
} size_of;

static size_t without_heap(void)
{
    return sizeof(struct uci_worker) + size_of.slots + size_of.region;
}

bool uci_world_plan(unsigned n, size_t region_size, size_t heap_size)
{
    size_of.region = uci_round_up(region_size, UCI_PAGE);
    size_of.slots = slots_size(size_of.region);
    size_t fixed = without_heap();
    size_t room = (NODE_END - NODE_START - WORLD_BYTES) / n & -(size_t)UCI_PAGE;
    size_of.heap = uci_round_up(heap_size, UCI_PAGE);
    size_t least = size_of.heap < LEAST_HEAP ? size_of.heap : LEAST_HEAP;
    if (room < fixed + least)
        return false;
    if (size_of.heap > room - fixed) {
        if (uci_options.evac_size_given)
            return false;
        size_of.heap = room - fixed;
    }
    uci_peers = (char *)NODE_START + WORLD_BYTES;
    uci_peer_stride = fixed + size_of.heap;
    return true;
}

size_t uci_world_first_piece(size_t most)
{
    size_t least = without_heap() + LEAST_HEAP;
    most = most < least ? least : most;
    return most < uci_peer_stride ? most : uci_peer_stride;
}

size_t uci_world_node_size(unsigned n_near)
{
    return WORLD_BYTES + n_near * uci_peer_stride;
}

void uci_world_join(unsigned n, unsigned id, unsigned first, unsigned n_near,
                    int memory)
{
    char *near = uci_peers + first * uci_peer_stride;
    size_t size = n_near * uci_peer_stride;
    int flags = MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    int access = PROT_READ | PROT_WRITE;
    uci_world = mmap((void *)NODE_START, WORLD_BYTES, access, flags, memory, 0);
    if (uci_world != (void *)NODE_START ||
        mmap(near, size, access, flags, memory, WORLD_BYTES) != near)
        refuse(n_near, WORLD_BYTES + size);
    madvise(near, size, MADV_DONTDUMP);
    uci_near_first = first;
    uci_n_near = n_near;
    uci_outermost = &own_outermost;
    struct uci_worker *w = uci_peer(id);
    lay_out(w, (char *)w, sizeof *w, size_of.slots, size_of.heap,
            size_of.region);
    if (id == 0)
        w->main.detached = 1;
    if (id == first) {
        uci_world->n_workers = n;
        uci_world->n_forked = 1;
        uci_world->has_barrier = true; /* until a rank has none */
        uci_world->region_size = size_of.region;
        uci_world->end = uci_peers + n * uci_peer_stride;
    }
    /* The other ranks read struct uci_world when all have joined. */
    uci_id = id;
    if (mremap(w, 0, sizeof uci_self, MREMAP_MAYMOVE | MREMAP_FIXED,
               &uci_self) == MAP_FAILED)
        uci_fatal("cannot map rank %u's own block: %s; raise RLIMIT_AS "
                  "(ulimit -v)",
                  id, strerror(errno));
    uci_points_start(&uci_self.points, uci_options.test_seed, id);
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
