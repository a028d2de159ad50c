/* What OpenCilk's and Cilk Plus' programs ask the runtime and its tools. */
#include <ucilk/ucilk.h>

/* Each brings what OpenCilk's does. */
#include <ucilk/compat/cilk/cilkscale.h>
static uint32_t of_stdint = 1;
#include <ucilk/compat/cilk/cilksan.h>
static bool of_stdbool = true;
#include <ucilk/compat/cilk/cilk_api.h>
static uintmax_t of_inttypes = UINTMAX_MAX;

#include "check.h"

static int n_started;

static void started(void)
{
    n_started++;
}

static void ended(void)
{
    puts("ended");
}

static long fib(long n)
{
    if (n < 2)
        return n;
    long x = cilk_spawn fib(n - 1);
    long y = fib(n - 2);
    cilk_sync;
    return x + y;
}

static void zero(void *view)
{
    *(long *)view = 0;
}

static void plus(void *left, void *right)
{
    *(long *)left += *(long *)right;
}

static void count(long *sum, int low, int high)
{
    if (high - low == 1) {
        *(long *)__cilkrts_reducer_lookup(sum, sizeof *sum, zero, plus) += low;
        return;
    }
    cilk_spawn count(sum, low, low + (high - low) / 2);
    count(sum, low + (high - low) / 2, high);
    cilk_sync;
}

/* Before the runtime has been asked anything. */
static void parameters(void)
{
    CHECK(__cilkrts_set_param("nworkers", "many") ==
          __CILKRTS_SET_PARAM_INVALID);
    CHECK(__cilkrts_set_param("nworkers", "-3") == __CILKRTS_SET_PARAM_XRANGE);
    CHECK(__cilkrts_set_param("nworkers", "0") == __CILKRTS_SET_PARAM_SUCCESS);
    CHECK(__cilkrts_set_param("local stacks", "5") ==
          __CILKRTS_SET_PARAM_UNIMP);
    CHECK(__cilkrts_set_param("nworkers", "3") == __CILKRTS_SET_PARAM_SUCCESS);
#ifndef UCILK_SERIAL
    CHECK(__cilkrts_get_nworkers() == 3);
    CHECK(__cilkrts_set_param("nworkers", "2") == __CILKRTS_SET_PARAM_SUCCESS);
    CHECK(__cilkrts_get_nworkers() == 2);
#endif
}

int main(void)
{
    parameters();
    __cilkrts_atinit(started);
    __cilkrts_atexit(ended);
    __cilkrts_init();
    CHECK(n_started == 1);
    CHECK(of_stdint == 1 && of_stdbool && of_inttypes == UINTMAX_MAX);
    CHECK(__cilkrts_is_initialized());
    CHECK(__cilkrts_get_worker_number() < __cilkrts_get_total_workers());
    CHECK(__cilkrts_get_force_reduce() == 0);
    (void)__cilkrts_synched();
    wsp_t before = wsp_getworkspan();
    __cilksan_disable_checking();
    printf("%ld\n", fib(15));
    __cilksan_enable_checking();
    wsp_t spent = wsp_sub(wsp_getworkspan(), before);
    CHECK(spent.work >= 0 && spent.span >= 0);
    wsp_dump(spent, "fib");
    long *sum = malloc(sizeof *sum);
    *sum = 7;
    __cilkrts_reducer_register(sum, sizeof *sum, zero, plus);
    count(sum, 0, 200);
    __cilkrts_reducer_unregister(sum);
    printf("%ld\n", *sum);
    free(sum);
    if (!IS_IN_ORDER) /* there are workers */
        CHECK(__cilkrts_set_param("nworkers", "3") ==
              __CILKRTS_SET_PARAM_LATE);
    __cilkrts_end_cilk();
    CHECK(__cilkrts_set_param("nworkers", "3") == __CILKRTS_SET_PARAM_SUCCESS);
    printf("%ld\n", fib(5));
    return 0;
}
