/* The cost of strands: see clock.h. */
#include "scale/clock.h"

enum {
    CLOSE = 3000,       /* ns: the three clocks were read at one moment */
    CALIBRATED = 200000 /* ns, after which ticks are known to 0.1 % */
};

struct uci_clock uci_clock;

/* The three clocks at one moment. */
struct moment {
    uint64_t ticks, wall, cpu; /* the latter two in ns */
};
static struct moment first, last;

static uint64_t cpu_nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static struct moment look(void)
{
    struct moment m;
    uint64_t end;
    unsigned n = 0;
    do { /* again, if another process ran in between */
        m.ticks = uci_ticks();
        m.wall = uci_nanoseconds();
        m.cpu = cpu_nanoseconds();
        end = uci_nanoseconds();
    } while (end - m.wall > CLOSE && ++n < 10);
    return m;
}

static double ticks_per_nanosecond(const struct moment *now)
{
    uint64_t wall = now->wall - first.wall;
    return wall > 0 ? (double)(now->ticks - first.ticks) / (double)wall : 1;
}

void uci_clock_start(bool is_unit, uint64_t empty)
{
    uci_clock.empty = empty;
    uci_clock.is_unit = is_unit;
    first = look();
    while (!is_unit && uci_nanoseconds() - first.wall < CALIBRATED)
        ;
    last = look();
    uci_clock_begin();
}

/* Takes off the time without a CPU since the last look.  Nearly all of it lies
 * in this strand, since others that were interrupted so have looked themselves.
 */
uint64_t uci_clock_long(uint64_t ticks)
{
    struct moment m = look();
    uint64_t wall = m.wall - last.wall, cpu = m.cpu - last.cpu;
    uint64_t off = 0;
    if (wall > cpu)
        off = (uint64_t)((double)(wall - cpu) * ticks_per_nanosecond(&m));
    last = m;
    return ticks > off ? ticks - off : 0;
}

double uci_clock_seconds(void)
{
    if (uci_clock.is_unit)
        return 1;
    struct moment m = look();
    return 1e-9 / ticks_per_nanosecond(&m);
}

uint64_t uci_clock_ticks(unsigned long nanoseconds)
{
    if (uci_clock.is_unit)
        return 1;
    struct moment m = look();
    return (uint64_t)((double)nanoseconds * ticks_per_nanosecond(&m));
}
