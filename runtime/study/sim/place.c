/*
 * What lies in place, and where it lies for all others.
 *
 * One worker is in place: its threads' bytes lie in the region [S, E), those of
 * its scheduler on the one scheduler's stack, its variables (UCI_PER_WORKER) in
 * the section ucilk_worker, and its views in the reducers.  Any other one's
 * lie in a piece of memory, as long as they need:
 *
 *     variables | scheduler's stack [sp, top) | region [begin, end)
 *
 * and its block's `region' is such that uci_region_view finds them there, as
 * its thieves do.  uci_self is a pointer here, so a block stays where it is.
 *
 * Of the region only the segments of the running thread and of its entries
 * matter, and the frame above them, of a parent that was stolen
 * (uci_sim_region_end).  What lies above is left over from others.
 */
#define _GNU_SOURCE
#include "study/sim/sim.h"

#include "cluster/mem/region.h"
#include "base/message.h"
#include "sched/deque.h"
#include "sched/thread.h"
#include "sched/strand_views.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static struct uci_sim_worker *in_place;
uint64_t uci_sim_n_switches;

extern char __start_ucilk_worker[], __stop_ucilk_worker[];

static size_t variables_size;
static uintptr_t stack_top; /* of the scheduler's stack */

enum { SCHEDULER_STACK = 64 << 10 };

/* --- Pieces --- */

enum {
    GRAIN = 256,    /* a piece is a multiple of this */
    N_LISTS = 64,   /* free pieces by size; longer ones are malloc's */
    CHUNK = 4 << 20 /* pieces are cut from chunks of this */
};

static char *free_pieces[N_LISTS + 1], *chunk, *chunk_end;

static void *map(size_t size)
{
    char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        uci_fatal("no memory for what %u virtual workers have: %s; lower "
                  "UCILK_NWORKERS",
                  uci_sim_n, strerror(errno));
    return p;
}

static char *take_piece(size_t room)
{
    size_t list = room / GRAIN;
    char *p;
    if (list > N_LISTS) {
        if (!(p = malloc(room)))
            uci_fatal("no memory for what %u virtual workers have: %s; lower "
                      "UCILK_NWORKERS",
                      uci_sim_n, strerror(errno));
        return p;
    }
    if ((p = free_pieces[list])) {
        memcpy(&free_pieces[list], p, sizeof p);
        return p;
    }
    if ((size_t)(chunk_end - chunk) < room) {
        chunk = map(CHUNK);
        chunk_end = chunk + CHUNK;
        madvise(chunk, CHUNK, MADV_HUGEPAGE); /* fewer misses of the TLB */
    }
    p = chunk;
    chunk += room;
    return p;
}

static void free_piece(char *p, size_t room)
{
    size_t list = room / GRAIN;
    if (list > N_LISTS) {
        free(p);
    } else if (p) {
        memcpy(p, &free_pieces[list], sizeof p);
        free_pieces[list] = p;
    }
}

/* Lets w's piece be of at least this size, and not of much more; what it held
 * does not matter. */
static void fit_piece(struct uci_sim_worker *w, size_t size)
{
    if (size <= w->room && w->room <= 2 * size + GRAIN)
        return;
    free_piece(w->piece, w->room);
    w->room = uci_round_up(size, GRAIN);
    w->piece = take_piece(w->room);
}

/* --- Out and in --- */

/* How much w has on the scheduler's stack; 0 if it is on another one. */
static size_t on_stack(const struct uci_sim_worker *w)
{
    size_t used = stack_top - w->sp;
    return used < SCHEDULER_STACK ? used : 0;
}

static char *stack_in(const struct uci_sim_worker *w)
{
    return w->piece + uci_round_up(variables_size, 16);
}

static char *region_in(const struct uci_sim_worker *w)
{
    return stack_in(w) + uci_round_up(on_stack(w), 16);
}

static void views_out(struct uci_sim_worker *w)
{
    size_t size = 0;
    for (struct ucilk_abi_reducer *r = uci_reducers; r; r = r->next)
        size += r->size;
    if (!w->views && !(w->views = malloc(size)))
        uci_fatal("no memory for the views of worker %u", uci_sim_id(w));
    char *at = w->views;
    for (struct ucilk_abi_reducer *r = uci_reducers; r; r = r->next)
        at = mempcpy(at, r->variable, r->size);
}

static void views_in(const struct uci_sim_worker *w)
{
    const char *at = w->views;
    for (struct ucilk_abi_reducer *r = at ? uci_reducers : NULL; r;
         r = r->next) {
        memcpy(r->variable, at, r->size);
        at += r->size;
    }
}

/* Puts what is in place into that worker's piece. */
static void out(void)
{
    struct uci_sim_worker *w = in_place;
    w->begin = w->low;
    w->end = uci_sim_region_end(w);
    if (w->end < w->begin)
        w->end = w->begin;
    fit_piece(w, uci_round_up(variables_size, 16) +
                     uci_round_up(on_stack(w), 16) + (w->end - w->begin));
    memcpy(w->piece, __start_ucilk_worker, variables_size);
    memcpy(stack_in(w), (void *)w->sp, on_stack(w));
    memcpy(region_in(w), (void *)w->begin, w->end - w->begin);
    w->block->region = region_in(w) - (w->begin - uci_region_start);
    if (uci_reducers)
        views_out(w);
}

static void in(struct uci_sim_worker *w)
{
    memcpy(__start_ucilk_worker, w->piece, variables_size);
    memcpy((void *)w->sp, stack_in(w), on_stack(w));
    memcpy((void *)w->begin, region_in(w), w->end - w->begin);
    w->block->region = (char *)uci_region_start;
    if (uci_reducers)
        views_in(w);
}

void uci_sim_place(struct uci_sim_worker *w)
{
    if (in_place == w)
        return;
    uci_sim_n_switches++;
    out();
    in(w);
    in_place = w;
}

void uci_sim_region_read(const struct uci_sim_worker *w, uintptr_t from,
                         char *into, size_t size)
{
    uintptr_t to = from + size, begin = from, end = to;
    if (w != in_place) { /* a thief may get what is not a segment: N5 */
        begin = from > w->begin ? from : w->begin;
        end = to < w->end ? to : w->end;
    }
    if (begin < end)
        memcpy(into + (begin - from), uci_region_view(w->block, begin),
               end - begin);
}

/* --- The start --- */

uintptr_t uci_sim_place_start(void)
{
    variables_size = (size_t)(__stop_ucilk_worker - __start_ucilk_worker);
    char *stack = map(SCHEDULER_STACK);
    mprotect(stack, UCI_PAGE, PROT_NONE);
    stack_top = (uintptr_t)stack + SCHEDULER_STACK;
    return stack_top;
}

void uci_sim_place_new(struct uci_sim_worker *w)
{
    in_place = w;
    out();
    w->block->region = (char *)uci_region_start;
}
