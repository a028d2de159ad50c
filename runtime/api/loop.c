/*
 * Loops: the C half of a cilk_for, declared in <ucilk/abi.h>.
 *
 * Divide and conquer: while a range is longer than the grain, its left half is
 * spawned, and the loop goes on with the right half.  The views of local
 * reducers lie in the args struct: a left half begins with the views there are,
 * and gives them back if it was not stolen from.  Otherwise the right half
 * begins with views of its own.  Rule R6 in docs/protocols/views.md.
 *
 * Where the runtime chooses the grain it times the beginning of the loop, and
 * splits a short loop into fewer pieces, or not at all.  Of a loop with few
 * iterations the first may be long: such a loop is split at once, and timed
 * from the second time on, if its pieces were short.  A loop that follows
 * itself closely, as in another loop, is not even timed.
 */
#include "base/message.h"
#include "base/options.h"
#include "base/ticks.h"
#include "sched/sched.h"
#include "sched/thread.h"

#include <ucilk/abi.h>

#include <string.h>

enum {
    PIECES = 8,        /* for each worker, when the runtime chooses the grain */
    MAX_GRAIN = 16384, /* the largest that it chooses */
    ALIGNMENT = 64,    /* the largest of args */
    /* begin() runs 1 / FIRST of a piece first, then GROWTH times as much each
     * time, AT_ONCE pieces at most. */
    FIRST = 16,
    GROWTH = 4,
    AT_ONCE = 4,
    /* Ticks, of 0.25 to 0.5 ns. */
    UNTIMED = 4,  /* a look at the time in so many runs of a very short loop */
    KNOWN = 300,  /* iterations that took longer tell how long one takes */
    PIECE = 4000, /* the least time of a piece: several times a steal's */
    LEAST = 5,    /* of so many pieces' time a loop is split */
};

/* A loop that takes less stays where it is.  Where workers share a processor,
 * who waits for a thief waits for its turn, too. */
static double least_ticks(void)
{
    double share = (double)uci_nworkers() / (double)uci_options.cpus;
    return (double)LEAST * PIECE * (share > 1 ? share : 1);
}

/* So much of an iteration's longest time is believed the next time. */
#define FORGETS 0.9

static struct uci_loop_time *known_of(const struct ucilk_abi_loop *loop)
{
    return &uci_loop_times()[(uintptr_t)loop / sizeof *loop % UCI_LOOP_TIMES];
}

static void learn(const struct ucilk_abi_loop *loop, double ticks,
                  uint64_t began)
{
    *known_of(loop) = (struct uci_loop_time){loop, ticks, began, 1};
}

/* Runs a piece, which may be the first of its loop. */
static void run_piece(struct ucilk_abi_range *range)
{
    const struct ucilk_abi_loop *loop = range->loop;
    unsigned long n = range->n;
    if (UCI_WORKERS_ARE_PROCESSES || range->grain >= FIRST) {
        loop->piece(range);
        return;
    }
    uint64_t began = uci_ticks();
    loop->piece(range); /* which may go on in another thread */
    double ticks = (double)(uci_ticks() - began) / (double)n;
    const struct uci_loop_time *k = known_of(loop);
    double before = k->loop == loop ? k->ticks * FORGETS : 0;
    learn(loop, ticks > before ? ticks : before, 0); /* not all are alike */
}

/* The views of the left halves that an activation of divide() has joined. */
struct joined {
    const struct ucilk_abi_loop *loop;
    void *views; /* of the left halves joined so far, in order */
    void *spare; /* room for the views of one more */
    bool any;
};

static void *views_of(struct ucilk_abi_range *range)
{
    return (char *)range + range->loop->task.result_offset;
}

/* The first address from `at' on that is equal to `like' modulo ALIGNMENT. */
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

/* The length of the left half of n > grain iterations: half of the pieces, each
 * of which is a whole one. */
static unsigned long left_half(unsigned long n, unsigned long grain)
{
    unsigned long pieces = n / grain + (n % grain != 0);
    return pieces / 2 * grain;
}

/* Runs all iterations of the range, which lies on this thread's stack, and
 * leaves the loop's views in it. */
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
            ucilk_abi_link(&frame, child, &joined, join_left,
                           (struct ucilk_abi_local){.address = &frame});
            if (n_views > 0) {
                uci_tally(loop_views);
                loop->identity(views);
            }
        }
    }
    run_piece(range);
    ucilk_abi_end(&frame);
    if (joined.any) {
        loop->reduce(joined.views, views);
        memcpy(views, joined.views, n_views);
    }
}

void ucilk_abi_for_body(void *args)
{
    /* Copied at once: args lie in the parent's frame, and the parent may be
     * stolen. */
    const struct ucilk_abi_loop *loop = ((struct ucilk_abi_range *)args)->loop;
    char memory[loop->task.args_size + ALIGNMENT];
    struct ucilk_abi_range *range = align_like(memory, args);
    memcpy(range, args, loop->task.args_size);
    if (range->n > range->grain)
        divide(range);
    else
        run_piece(range);
    memcpy((char *)args + loop->task.result_offset, views_of(range),
           loop->task.result_size);
}

/* False where every loop that can be split is to be split: in tests, and for
 * sanitizers, since ThreadSanitizer compares strands. */
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

/* The grain for n iterations that take `ticks' in all; at least `grain', the
 * default.  The number of pieces is a multiple of that of workers, or some of
 * them would have nothing to do during the last pieces. */
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
    return longer < grain ? grain : longer < MAX_GRAIN ? longer : MAX_GRAIN;
}

/*
 * Runs the beginning of a loop, until it is known how long an iteration takes,
 * and leaves the rest, with its grain, in the range.  If the rest is too short
 * for a thief, it runs on, all of the loop if need be.  No more than AT_ONCE
 * pieces of the default grain run between two looks at the time, since later
 * iterations may be longer.
 */
static void begin(struct ucilk_abi_range *range)
{
    const struct ucilk_abi_loop *loop = range->loop;
    unsigned long first = range->first, n = range->n, grain = range->grain;
    unsigned long part = grain < FIRST ? 1 : grain / FIRST, done = 0;
    uint64_t began = uci_ticks(), took = 0;
    while (n - done > 0) {
        if (part > n - done)
            part = n - done;
        range->first = first + done;
        range->n = part;
        loop->piece(range); /* which may change both */
        done += part;
        took = uci_ticks() - began;
        if (took > KNOWN) {
            double in_all = (double)took * (double)(n - done);
            if (in_all >= least_ticks() * (double)done) {
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
    learn(loop, (double)took / (double)done, done == n ? began : 0);
}

/* True if all iterations together were too few for a thief when this worker
 * last ran some. */
static bool is_short(const struct uci_loop_time *k,
                     const struct ucilk_abi_range *range)
{
    return k->loop == range->loop &&
           k->ticks * (double)range->n < least_ticks();
}

/* A loop that can be split, whose grain the runtime has chosen. */
static void begin_or_run(struct ucilk_abi_range *range)
{
    struct uci_loop_time *k = known_of(range->loop);
    if (!is_short(k, range)) {
        if (range->grain >= FIRST)
            begin(range);
        return;
    }
    double n = (double)range->n;
    if (k->ticks * n < PIECE / 8 && k->began && k->runs < UNTIMED) {
        k->runs++;
    } else {
        uint64_t now = uci_ticks();
        double each =
            (double)(now - k->began) / k->runs; /* and what is between */
        if (each > least_ticks()) {
            begin(range);
            return;
        }
        if (each < k->ticks * n)
            k->ticks = each / n;
        k->began = now;
        k->runs = 1;
    }
    range->loop->piece(range);
    range->n = 0;
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
        if (args->grain < args->n && looks_at_time())
            begin_or_run(args);
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
