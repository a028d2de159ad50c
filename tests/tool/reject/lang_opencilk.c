/* What is built into OpenCilk's compiler alone. */
#include <cilk/cilk.h>

void f(int n);
int is_frame(void *frame);

int one(void)
{
    _Cilk_spawn f(0);
    /* expect: +1:21: error: `__tapir_frame' is built into OpenCilk's compiler, and its frame is not there: leave it out */
    return is_frame(__tapir_frame());
}

static long r;

void two(void)
{
    /* expect: +1:14: error: `__hyper_lookup' is built into OpenCilk's compiler: write `__cilkrts_reducer_lookup(p, size, identity, reduce)' */
    *(long *)__hyper_lookup(&r, sizeof r, 0, 0) += 1;
}
