/*
 * Runs of units.  See runs.h.
 *
 * Free runs stand in bins by their length, those without memory (clean) apart
 * from those with (open).  Neighbours of one kind are always one run.  Beyond
 * `top' all is clean and has no rows yet.  Memory is opened by whole huge
 * pages, but for the first of a small program; what is left over of that is
 * an open run.  When there are more than IDLE_UNITS in open runs, the longest
 * give their memory back until half of that is left.
 */
#include "mem/runs.h"

#include "base/lock.h"
#include "mem/commit.h"

#include <errno.h>

enum {
    FIRST_UNITS = 16, /* opened at a time to begin with */
    IDLE_UNITS = (64 << 20) / UCI_UNIT,
    PROBES = 16 /* runs to look at that may not do */
};

static struct uci_runs *const runs = &uci_malloc_heap->runs;

static void set_run(struct uci_unit *u, size_t n, enum uci_unit_kind kind)
{
    struct uci_unit *last = u + n - 1;
    u->n_units = last->n_units = (uint32_t)n;
    u->kind = last->kind = (uint8_t)kind;
    u->owner = last->owner = NULL;
}

/* --- Bins --- */

/* Eight to a doubling. */
static unsigned bin_of(size_t n)
{
    if (n < 8)
        return (unsigned)n;
    unsigned b = 63u - (unsigned)__builtin_clzl(n);
    return (b - 2) * 8 + (n >> (b - 3) & 7);
}

/* The first bin from this one on that is not empty, or UCI_N_BINS. */
static unsigned next_bin(unsigned kind, unsigned bin)
{
    unsigned i = bin / 64;
    if (bin >= UCI_N_BINS)
        return UCI_N_BINS;
    uint64_t word = runs->filled[kind][i] & ~0ul << bin % 64;
    while (!word)
        if (++i == UCI_N_BINS / 64)
            return UCI_N_BINS;
        else
            word = runs->filled[kind][i];
    return i * 64 + (unsigned)__builtin_ctzl(word);
}

static unsigned kind_of(const struct uci_unit *u)
{
    return u->kind == UCI_UNIT_OPEN;
}

static void insert(struct uci_unit *u, size_t n, enum uci_unit_kind kind)
{
    set_run(u, n, kind);
    unsigned k = kind_of(u), bin = bin_of(n);
    struct uci_unit **head = &runs->bins[k][bin];
    u->prev = NULL;
    u->next = *head;
    if (u->next)
        u->next->prev = u;
    *head = u;
    runs->filled[k][bin / 64] |= 1ul << bin % 64;
    if (k)
        runs->n_idle += n;
}

static void take_out(struct uci_unit *u)
{
    unsigned k = kind_of(u), bin = bin_of(u->n_units);
    struct uci_unit **head = &runs->bins[k][bin];
    if (u->next)
        u->next->prev = u->prev;
    if (u->prev)
        u->prev->next = u->next;
    else if (!(*head = u->next))
        runs->filled[k][bin / 64] &= ~(1ul << bin % 64);
    if (k)
        runs->n_idle -= u->n_units;
}

/* Makes units a free run of that kind, one with its neighbours. */
static void insert_merged(struct uci_unit *u, size_t n, enum uci_unit_kind kind)
{
    size_t i = uci_unit_index(u);
    if (i > runs->begin && u[-1].kind == kind) {
        struct uci_unit *before = u - u[-1].n_units;
        take_out(before);
        n += before->n_units;
        u = before;
    }
    if (uci_unit_index(u) + n < runs->top && u[n].kind == kind) {
        take_out(u + n);
        n += u[n].n_units;
    }
    insert(u, n, kind);
}

/* --- Finding --- */

/* Cuts units [from, from + n) out of a free run. */
static struct uci_unit *cut(struct uci_unit *u, size_t from, size_t n)
{
    enum uci_unit_kind kind = u->kind;
    size_t start = uci_unit_index(u), length = u->n_units;
    take_out(u);
    if (from > start)
        insert(u, from - start, kind);
    if (start + length > from + n)
        insert(uci_unit_row(from + n), start + length - from - n, kind);
    u = uci_unit_row(from);
    set_run(u, n, UCI_UNIT_BUSY);
    return u;
}

static struct uci_unit *find_free(unsigned kind, size_t n, size_t alignment)
{
    unsigned sure = bin_of(n + alignment - 1) + 1; /* any of these will do */
    int probes = PROBES;
    for (unsigned bin = next_bin(kind, bin_of(n)); bin < UCI_N_BINS;
         bin = next_bin(kind, bin + 1)) {
        for (struct uci_unit *u = runs->bins[kind][bin]; u; u = u->next) {
            size_t start = uci_unit_index(u);
            size_t from = uci_round_up(start, alignment);
            if (from + n <= start + u->n_units)
                return cut(u, from, n);
            if (--probes == 0 && bin < sure) {
                bin = sure - 1;
                break;
            }
        }
    }
    return NULL;
}

/* From beyond the top; the gap before becomes a clean run. */
static struct uci_unit *extend_top(size_t n, size_t alignment)
{
    size_t from = uci_round_up(runs->top, alignment);
    if (n > runs->end || from > runs->end - n ||
        !uci_commit_open_table(uci_unit_row(from + n + 1)))
        return NULL;
    struct uci_unit *gap = uci_unit_row(runs->top);
    size_t n_gap = from - runs->top;
    runs->top = (uint32_t)(from + n);
    struct uci_unit *u = uci_unit_row(from);
    set_run(u, n, UCI_UNIT_BUSY);
    if (n_gap)
        insert_merged(gap, n_gap, UCI_UNIT_CLEAN);
    return u;
}

/* A clean run that now counts as open, if not more than the rest. */
static struct uci_unit *find_clean(size_t n, size_t alignment)
{
    struct uci_unit *u = find_free(0, n, alignment);
    if (!u)
        u = extend_top(n, alignment);
    if (u)
        runs->n_open += n;
    return u;
}

/* Opens it, with the lock released; on failure it is clean again. */
static bool open_run(struct uci_unit *u, size_t n, bool huge)
{
    uci_spin_unlock(&runs->lock);
    bool done = uci_commit_open(uci_unit_start(u), n * UCI_UNIT, huge);
    uci_spin_lock(&runs->lock);
    if (!done) {
        runs->n_open -= n;
        insert_merged(u, n, UCI_UNIT_CLEAN);
    }
    return done;
}

/* Of a busy run the first n units; the others are open and free. */
static void keep_first(struct uci_unit *u, size_t n, size_t all)
{
    set_run(u, n, UCI_UNIT_BUSY);
    if (all > n)
        insert_merged(u + n, all - n, UCI_UNIT_OPEN);
}

static struct uci_unit *take_clean(size_t n, size_t alignment)
{
    bool begins = runs->n_open < UCI_HUGE_UNITS && n < UCI_HUGE_UNITS;
    size_t step = begins ? FIRST_UNITS : UCI_HUGE_UNITS;
    size_t more = uci_round_up(n, step);
    if (!begins && alignment < UCI_HUGE_UNITS)
        alignment = UCI_HUGE_UNITS;
    struct uci_unit *u = find_clean(more, alignment);
    if (!u || !open_run(u, more, true))
        return NULL;
    keep_first(u, n, more);
    return u;
}

/* Where memory is short, or may never be touched: no more than asked for. */
static struct uci_unit *take_exactly(size_t n, size_t alignment)
{
    struct uci_unit *u = find_clean(n, alignment);
    return u && open_run(u, n, false) ? u : NULL;
}

/* --- Memory that goes back --- */

/* The longest open run, or nearly. */
static struct uci_unit *longest_idle(void)
{
    for (int i = UCI_N_BINS / 64 - 1; i >= 0; i--)
        if (runs->filled[1][i])
            return runs
                ->bins[1][i * 64 + 63 - __builtin_clzl(runs->filled[1][i])];
    return NULL;
}

/* A run that is not free gives its memory back.  The lock is held, but not
 * meanwhile. */
static void close_run(struct uci_unit *u, size_t n)
{
    set_run(u, n, UCI_UNIT_BUSY);
    uci_spin_unlock(&runs->lock);
    uci_commit_close(uci_unit_start(u), n * UCI_UNIT);
    uci_spin_lock(&runs->lock);
    runs->n_open -= n;
    insert_merged(u, n, UCI_UNIT_CLEAN);
}

/* All but so many units. */
static void close_idle(size_t n)
{
    while (runs->n_idle > n) {
        struct uci_unit *u = longest_idle();
        take_out(u);
        close_run(u, u->n_units);
    }
}

static void close_if_much(void)
{
    if (runs->n_idle > IDLE_UNITS)
        close_idle(IDLE_UNITS / 2);
}

/* --- Taking and giving --- */

/* With as much behind it. */
static struct uci_unit *find_roomy(size_t n, size_t alignment)
{
    struct uci_unit *u = find_free(1, 2 * n, alignment);
    if (u)
        keep_first(u, n, 2 * n);
    return u;
}

struct uci_unit *uci_runs_take(size_t n, size_t alignment,
                               enum uci_unit_kind kind, enum uci_runs_wish wish,
                               bool *zeroed)
{
    if (!uci_commit_allows(n * UCI_UNIT)) {
        errno = ENOMEM;
        return NULL;
    }
    uci_spin_lock(&runs->lock);
    struct uci_unit *u = NULL, *clean = NULL;
    if (wish == UCI_RUNS_ANY)
        u = find_free(1, n, alignment);
    else if (wish == UCI_RUNS_ROOM)
        u = find_roomy(n, alignment);
    if (!u && wish != UCI_RUNS_ZERO)
        u = clean = take_clean(n, alignment);
    if (!u && wish == UCI_RUNS_ROOM)
        u = find_free(1, n, alignment);
    if (!u)
        u = clean = take_exactly(n, alignment);
    if (!u && runs->n_idle) {
        close_idle(0); /* then more may be opened, and more is in one piece */
        u = clean = take_exactly(n, alignment);
    }
    if (u)
        set_run(u, n, kind);
    uci_spin_unlock(&runs->lock);
    *zeroed = clean;
    if (!u)
        errno = ENOMEM;
    return u;
}

void uci_runs_give(struct uci_unit *u)
{
    uci_spin_lock(&runs->lock);
    u->kind = UCI_UNIT_NONE; /* where it is no longer a run's first */
    insert_merged(u, u->n_units, UCI_UNIT_OPEN);
    close_if_much();
    uci_spin_unlock(&runs->lock);
}

void uci_runs_give_back(struct uci_unit *u)
{
    uci_spin_lock(&runs->lock);
    close_run(u, u->n_units);
    uci_spin_unlock(&runs->lock);
}

void uci_runs_shrink(struct uci_unit *u, size_t n)
{
    uci_spin_lock(&runs->lock);
    size_t rest = u->n_units - n;
    set_run(u, n, UCI_UNIT_LARGE);
    insert_merged(u + n, rest, UCI_UNIT_OPEN);
    close_if_much();
    uci_spin_unlock(&runs->lock);
}

/* The units after the block's `have', up to `more' of them, become its own:
 * first those of an open run. */
static size_t take_open_after(struct uci_unit *u, size_t have, size_t more)
{
    struct uci_unit *next = u + have;
    if (uci_unit_index(next) == runs->top || next->kind != UCI_UNIT_OPEN)
        return 0;
    if (more > next->n_units)
        more = next->n_units;
    cut(next, uci_unit_index(next), more);
    return more;
}

/* Then clean ones, as whole huge pages if there are so many. */
static size_t take_clean_after(struct uci_unit *u, size_t have, size_t more)
{
    struct uci_unit *next = u + have;
    size_t i = uci_unit_index(next);
    size_t whole = uci_round_up(i + more, UCI_HUGE_UNITS) - i;
    if (i == runs->top) {
        if (whole > runs->end - i)
            whole = more;
        if (!extend_top(whole, 1))
            return 0;
    } else {
        if (next->kind != UCI_UNIT_CLEAN || next->n_units < more)
            return 0;
        if (whole > next->n_units)
            whole = more;
        cut(next, i, whole);
    }
    runs->n_open += whole;
    if (!open_run(next, whole, true))
        return 0;
    keep_first(next, more, whole);
    return more;
}

bool uci_runs_grow(struct uci_unit *u, size_t n)
{
    size_t more = n - u->n_units;
    if (!uci_commit_allows(more * UCI_UNIT))
        return false;
    uci_spin_lock(&runs->lock);
    size_t old = u->n_units, got = take_open_after(u, old, more);
    if (got < more) {
        size_t clean = take_clean_after(u, old + got, more - got);
        if (clean == 0 && got) {
            insert_merged(u + old, got, UCI_UNIT_OPEN);
            got = 0;
        }
        got += clean;
    }
    if (got)
        set_run(u, n, UCI_UNIT_LARGE);
    uci_spin_unlock(&runs->lock);
    return got > 0;
}
