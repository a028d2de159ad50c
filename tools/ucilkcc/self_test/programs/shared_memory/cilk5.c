/* Cilk-5's header and qualifier, SYNCHED, inlet, abort: 1180: 55 0 1 168 997 76127 7 */
#include <cilk.h>

#include "check.h"

static int go;

cilk int fib(int n)
{
    if (n < 2) {
        dawdle();
        return n;
    } else {
        int x, y;
        x = spawn fib(n - 1);
        y = spawn fib(n - 2);
        sync;
        return x + y;
    }
}

cilk void wait_to_go(void)
{
    for (int i = 0; i < 1000000; i++) {
        if (__atomic_load_n(&go, __ATOMIC_SEQ_CST))
            return;
        sched_yield();
    }
}

static int least_factor(int n)
{
    int d = 2;
    while (n % d != 0)
        d++;
    return d;
}

cilk void primes(void)
{
    int n_primes = 0, last = 0;
    long sum = 0;
    inlet void note(int factor, int n)
    {
        if (factor == n) {
            int before = n_primes;
            sum += n;
            last = n > last ? n : last;
            n_primes = before + 1;
        }
    }
    for (int n = 2; n < 1000; n++)
        note(spawn least_factor(n), n);
    sync;
    printf(" %d %d %ld", n_primes, last, sum);
}

static void nothing(void)
{
}

cilk int for_ever(void)
{
    for (;;) {
        spawn nothing();
        sync;
    }
    return 1;
}

cilk int seven(void)
{
    dawdle();
    return 7;
}

cilk int first(void)
{
    int found = 0;
    inlet void take(int n)
    {
        found = n;
        abort;
    }
    take(spawn for_ever());
    take(spawn seven());
    sync;
    return found;
}

cilk int main(void)
{
    int result, early;
    result = spawn fib(10);
    sync;
    spawn wait_to_go();
    early = SYNCHED;
    __atomic_store_n(&go, 1, __ATOMIC_SEQ_CST);
    sync;
    printf("%d %d %d", result, early, SYNCHED);
    spawn primes();
    sync;
    result = spawn first();
    sync;
    printf(" %d\n", result);
    return 0;
}
