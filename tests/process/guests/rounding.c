/* libs: -lm */
/* Every strand of a region has the rounding mode with which the region began, also in
 * threads that were there before; one that waited has the mode in which it waited.
 * Modes of both SSE and the x87. */
#include "../process.h"
#include <fenv.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

struct thirds {
    double d;
    long double l;
};

/* As the mode has it. */
static __attribute__((noinline)) struct thirds divide(void)
{
    volatile double one = 1, three = 3;
    volatile long double long_one = 1, long_three = 3;
    struct thirds t = {one / three, long_one / long_three};
    return t;
}

static atomic_long wrong;

static void check(int mode, const struct thirds *wanted)
{
    struct thirds t = divide();
    if (fegetround() != mode || t.d != wanted->d || t.l != wanted->l)
        atomic_fetch_add(&wrong, 1);
}

static void tree(int depth, int mode, const struct thirds *wanted)
{
    check(mode, wanted);
    if (depth == 0)
        return;
    spawn tree(depth - 1, mode, wanted);
    check(mode, wanted);
    spawn tree(depth - 1, mode, wanted);
    check(mode, wanted);
    sync;
    check(mode, wanted);
}

static long waits(ucilk_future_t f, int depth)
{
    if (depth > 0) {
        long a = spawn waits(f, depth - 1);
        long b = waits(f, depth - 1);
        sync;
        return a + b;
    }
    int was = fegetround(), own = was == FE_UPWARD ? FE_DOWNWARD : FE_UPWARD;
    fesetround(own);
    struct thirds wanted = divide();
    long n = ucilk_future_get(long, f);
    check(own, &wanted);
    fesetround(was);
    return n;
}

static long late(void)
{
    usleep(1000);
    return 1;
}

static void region_of_futures(void)
{
    ucilk_future_t f = cilk_future(17) late();
    CHECK(waits(f, 4) == 16);
    CHECK(ucilk_future_get(long, f) == 1);
}

int main(void)
{
    for (int round = 0; round < 20; round++) {
        int mode = modes[round % 4];
        fesetround(mode);
        struct thirds wanted = divide();
        tree(8, mode, &wanted);
        check(mode, &wanted);
        region_of_futures();
        check(mode, &wanted);
    }
    CHECK(atomic_load(&wrong) == 0);
    return right();
}
