/*
 * Loops of <ucilk/abi.h>.  Ranges are halved as in api/loop.c, down to
 * pieces.  These run in serial order, so each updates the views of local
 * reducers in place.
 *
 * If a loop sets no grain, its pieces are those of 1024 workers.  These workers
 * would make longer pieces if iterations are short.  Here the time of each
 * piece gives the length of the next, so that it takes PIECE ticks.  If strands
 * are counted, or UCILK_SCALE_GRAIN is set, pieces have a fixed length.
 */
#include "base/options.h"
#include "scale/path.h"
#include "serial/tool.h"

enum {
    WORKERS = 1024,
    PIECES = 8, /* for each worker; up to PIECE as in api/loop.c */
    MAX_GRAIN = 16384,
    PIECE = 4000,
    GROWTH = 4 /* a piece has at most so many times the last one's iterations */
};

struct loop {
    struct ucilk_abi_range *range;
    unsigned site;
    unsigned long grain, least;
    bool adapts;
};

static unsigned long default_grain(unsigned long n)
{
    unsigned long pieces = PIECES * WORKERS;
    unsigned long grain = n / pieces + (n % pieces != 0);
    return grain < MAX_GRAIN ? grain : MAX_GRAIN;
}

static unsigned long left_half(unsigned long n, unsigned long grain)
{
    unsigned long pieces = n / grain + (n % grain != 0);
    return pieces / 2 * grain;
}

/* Only the pieces' time counts, not that of the halving.  If strands are
 * counted, they are those of a function that halves the range by spawns and a
 * sync. */
static void end_timed(void)
{
    if (!uci_clock.is_unit)
        uci_strand_end();
}

static void end_counted(void)
{
    if (uci_clock.is_unit)
        uci_strand_end();
}

/* Chooses the next piece's length, after n iterations took so many ticks. */
static void adapt(struct loop *loop, unsigned long n, uint64_t ticks)
{
    unsigned long grain = GROWTH * n;
    if (ticks > 0 && PIECE * n / ticks < grain)
        grain = PIECE * n / ticks;
    if (grain > MAX_GRAIN)
        grain = MAX_GRAIN;
    loop->grain = grain > loop->least ? grain : loop->least;
}

static void run_piece(struct loop *loop, unsigned long first, unsigned long n)
{
    struct ucilk_abi_range *range = loop->range;
    uint64_t work = uci_path.work;
    uci_sites[loop->site].children++;
    range->first = first;
    range->n = n;
    uci_clock_begin();
    range->loop->piece(range); /* which may change both */
    end_timed();
    if (loop->adapts)
        adapt(loop, n, uci_path.work - work);
}

static void divide(struct loop *loop, unsigned long first, unsigned long n)
{
    struct ucilk_abi_frame frame = {NULL, NULL};
    while (n > loop->grain) {
        unsigned long left = left_half(n, loop->grain);
        end_counted();
        uci_child_begin(&frame, loop->site);
        divide(loop, first, left);
        end_counted();
        uci_child_end();
        first += left;
        n -= left;
    }
    run_piece(loop, first, n);
    if (frame.outstanding) {
        end_counted();
        uci_family_end(&frame, false);
    }
}

void ucilk_abi_for(struct ucilk_abi_range *range)
{
    const struct ucilk_abi_task *task = &range->loop->task;
    if (range->n == 0)
        return;
    uci_run_enter(task);
    end_timed();
    struct loop loop = {.range = range, .site = uci_site_of(task, "loop")};
    loop.least = range->grain              ? range->grain
                 : uci_options.scale_grain ? uci_options.scale_grain
                                           : default_grain(range->n);
    loop.grain = loop.least;
    loop.adapts =
        !range->grain && !uci_options.scale_grain && !uci_clock.is_unit;
    uci_path.loops++;
    uci_loop_begin(loop.site);
    divide(&loop, range->first, range->n);
    uci_loop_end();
    uci_clock_begin();
}
