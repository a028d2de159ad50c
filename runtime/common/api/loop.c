/*
 * Loops: the C side of a cilk_for, in <ucilk/abi.h>.
 *
 * Divide and conquer: while a range is longer than the grain its left half is
 * spawned and the right half is gone on with.  The views of local reducers
 * travel with the strand: into the left half with its args, and back; what
 * goes on beside an outstanding left half has views of its own.  Rule R6 in
 * docs/protocols/views.md.
 *
 * Where the grain is the runtime's choice the loop's beginning is timed, and a
 * short one is split into fewer pieces, or not at all.
 */
#include "common/base/message.h"
#include "common/base/options.h"
#include "common/base/ticks.h"
#include "common/sched/sched.h"
#include "seam/thread.h"

#include <ucilk/abi.h>

#include <string.h>

enum {
    PIECES = 8,        /* of a worker, when the runtime chooses the grain */
    MAX_GRAIN = 16384, /* that it chooses */
    ALIGNMENT = 64,    /* of args, at most */
    /* What begin() runs without a spawn: from 1 / FIRST of a piece on, by
     * GROWTH more each time, AT_ONCE pieces at most. */
    FIRST = 16,
    GROWTH = 4,
    AT_ONCE = 4,
    /* Ticks, of 0.25 to 0.5 ns. */
    KNOWN = 300,  /* iterations that took so long say what one takes */
    PIECE = 4000, /* that a piece takes at least: several times a steal */
};

/* A loop's activation with children outstanding. */
struct joined {
    const struct ucilk_abi_loop *loop;
    void *views; /* of the children joined so far, in order */
    void *spare; /* for one child's */
    bool any;
};

static void *views_of(struct ucilk_abi_range *range)
{
    return (char *)range + range->loop->task.result_offset;
}

/* `at', moved up to where `like' stands in its ALIGNMENT bytes. */
static void *align_like(void *at, const void *like)
{
    return (char *)at +
           (((uintptr_t)like - (uintptr_t)at) & (uintptr_t)(ALIGNMENT - 1));
}

/* The finisher of a left half: dst is a struct joined. */
static void join_left(void *dst, const void *result)
{
    struct joined *j = dst;
    size_t size = j->loop->task.result_size;
    if (size == 0)
        return;
    memcpy(j->any ? j->spare : j->views, result, size);
    if (j->any)
        j->loop->reduce(j->views, j->spare);
    j->any = true;
    uci_tally(loop_joined);
}

/* Half of the pieces, which are whole ones: of n > grain iterations. */
static unsigned long left_half(unsigned long n, unsigned long grain)
{
    unsigned long pieces = n / grain + (n % grain != 0);
    return pieces / 2 * grain;
}

/* Goes through the range, which stands in this thread's memory, and leaves the
 * views in it. */
static void divide(struct ucilk_abi_range *range)
{
    const struct ucilk_abi_loop *loop = range->loop;
    size_t size = loop->task.args_size, n_views = loop->task.result_size;
    struct ucilk_abi_frame frame = {NULL, NULL};
    char left_memory[size + ALIGNMENT], views_memory[n_views + ALIGNMENT];
    struct ucilk_abi_range *left = align_like(left_memory, range);
    void *views = views_of(range);
    struct joined joined = {loop, align_like(views_memory, views),
                            views_of(memcpy(left, range, size)), false};
    while (range->n > range->grain) {
        unsigned long n = left_half(range->n, range->grain);
        memcpy(left, range, size);
        left->n = n;
        range->first += n;
        range->n -= n;
        void *child = ucilk_abi_apart_spawn(left, &loop->task, &frame);
        if (uci_likely(!child)) {
            memcpy(views, joined.spare, n_views);
        } else {
            ucilk_abi_link(&frame, child, &joined, join_left, &frame);
            if (n_views > 0) {
                uci_tally(loop_views);
                loop->identity(views);
            }
        }
    }
    loop->piece(range);
    ucilk_abi_end(&frame);
    if (joined.any) {
        loop->reduce(joined.views, views);
        memcpy(views, joined.views, n_views);
    }
}

void ucilk_abi_for_body(void *args)
{
    /* Copied at once: the parent, in whose frame args are, may be stolen. */
    const struct ucilk_abi_loop *loop = ((struct ucilk_abi_range *)args)->loop;
    char memory[loop->task.args_size + ALIGNMENT];
    struct ucilk_abi_range *range = align_like(memory, args);
    memcpy(range, args, loop->task.args_size);
    if (range->n > range->grain)
        divide(range);
    else
        loop->piece(range);
    memcpy((char *)args + loop->task.result_offset, views_of(range),
           loop->task.result_size);
}

/* In tests every loop that can be split is, and for sanitizers: ThreadSanitizer
 * compares strands. */
static bool looks_at_time(void)
{
    return !UCI_WORKERS_ARE_PROCESSES && !*uci_options.test_steal &&
           !uci_options.test_seed && !uci_sanitized();
}

static unsigned long default_grain(unsigned long n)
{
    if (uci_nworkers() == 1 && looks_at_time())
        return n;
    unsigned long pieces = PIECES * uci_nworkers();
    unsigned long grain = n / pieces + (n % pieces != 0);
    return grain < MAX_GRAIN ? grain : MAX_GRAIN;
}

/* At least `grain', which by default there is, for n iterations that take
 * `ticks'.  As many pieces for each worker, or the last one finds the others
 * with nothing to do. */
static unsigned long grain_by_time(unsigned long n, unsigned long grain,
                                   double ticks)
{
    unsigned long p = uci_nworkers();
    if (ticks >= (double)PIECE * (double)(n / grain))
        return grain;
    unsigned long pieces = (unsigned long)(ticks / PIECE);
    if (pieces > p)
        pieces -= pieces % p;
    unsigned long longer = n / pieces + (n % pieces != 0);
    return longer < grain       ? grain
           : longer < MAX_GRAIN ? longer
                                : MAX_GRAIN;
}

/*
 * Runs the beginning of a loop, until it is known how long an iteration takes,
 * and leaves the rest in the range, with its grain.  All of it where no thief
 * would come in time.  Whatever the beginning says, no more than AT_ONCE pieces
 * of the default grain run before the next look at the time.
 */
static void begin(struct ucilk_abi_range *range)
{
    unsigned long first = range->first, n = range->n, grain = range->grain;
    unsigned long part = grain / FIRST, done = 0;
    uint64_t began = uci_ticks();
    while (n - done > 0) {
        if (part > n - done)
            part = n - done;
        range->first = first + done;
        range->n = part;
        range->loop->piece(range); /* which may change both */
        done += part;
        uint64_t took = uci_ticks() - began;
        if (took > KNOWN) {
            double in_all = (double)took * (double)(n - done);
            if (in_all >= 2.0 * PIECE * (double)done) {
                range->grain =
                    grain_by_time(n - done, grain, in_all / (double)done);
                break;
            }
        }
        part *= GROWTH;
        if (part > AT_ONCE * grain)
            part = AT_ONCE * grain;
    }
    range->first = first + done;
    range->n = n - done;
}

static void run(void *args)
{
    divide(args);
}

void ucilk_abi_for(struct ucilk_abi_range *args)
{
    if (args->n == 0)
        return;
    if (args->grain == 0) {
        args->grain = default_grain(args->n);
        if (args->grain >= FIRST && args->grain < args->n && looks_at_time())
            begin(args);
    }
    if (args->n == 0)
        return;
    if (args->n > args->grain)
        uci_stack_call(run, args);
    else
        args->loop->piece(args);
}

void ucilk_abi_for_bad_step(const char *file, int line)
{
    uci_fatal("%s:%d: the step of this cilk_for is 0, or leads away from its "
              "limit",
              file, line);
}
