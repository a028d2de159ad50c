/* suspended [N]: many tasks wait at once, each of which keeps its piece of
 * stack; 100,000 take less than 1 GiB.  There are more waiters than a process
 * may have mappings. */
#define _GNU_SOURCE
#include "../process.h"
#include <string.h>
#include <sys/resource.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

enum { MANY = 100000, FEW = 300 };

static ucilk_promise_t promises[MANY];
static ucilk_future_t waiters[MANY];
static atomic_int n_here;

static long waiter(long i)
{
    char own[100];
    memset(own, (int)i, sizeof own);
    atomic_fetch_add(&n_here, 1);
    long value = ucilk_future_get(long, ucilk_promise_future(promises[i]));
    CHECK(own[i % 100] == (char)i);
    return value + i;
}

static void set(long n)
{
    for (long i = 0; i < n; i++)
        ucilk_promise_set(long, promises[i], 1);
}

static long run(long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++)
        promises[i] = ucilk_promise_make(long, 1);
    for (long i = 0; i < n; i++)
        waiters[i] = cilk_future waiter(i);
    CHECK(await(&n_here, (int)n));
    spawn set(n);
    sync;
    for (long i = 0; i < n; i++)
        sum += ucilk_future_get(long, waiters[i]);
    return sum;
}

int main(int argc, char **argv)
{
    struct rusage usage;
    long n = argc > 1 ? atol(argv[1]) : ucilk_nworkers() == 2 ? MANY : FEW;
#ifdef UCILK_SERIAL
    return right(); /* nobody waits there */
#endif
    CHECK(n > 0 && n <= MANY);
    for (int i = n == MANY && argc < 2; i < 2; i++) { /* again, in the same memory */
        n_here = 0;
        CHECK(run(n) == n + n * (n - 1) / 2);
    }
    CHECK(getrusage(RUSAGE_SELF, &usage) == 0);
    if (argc > 1)
        fprintf(stderr, "%ld KiB\n", usage.ru_maxrss);
    CHECK(usage.ru_maxrss < 1 << 20);
    return right();
}
