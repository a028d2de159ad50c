/* A backtrace in a strand behind a spawn, stolen or not, reaches main: frames
 * stay where they are.  One in a child ends without harm. */
#include "../process.h"
#include <execinfo.h>
#include <ucilk/ucilk.h>

static char *in_main; /* an address in main */

static __attribute__((noinline)) void mark(void)
{
    in_main = __builtin_return_address(0);
}

static __attribute__((noinline)) int reaches_main(void)
{
    void *at[200];
    int n = backtrace(at, 200);
    CHECK(n > 0);
    for (int i = 0; i < n; i++)
        if ((char *)at[i] > in_main - 600 && (char *)at[i] < in_main + 600)
            return 1;
    return 0;
}

static __attribute__((noinline)) void child(long *n)
{
    void *at[200];
    linger((unsigned long)*n);
    *n = backtrace(at, 200);
}

static __attribute__((noinline)) int parent(long seed)
{
    long n = seed;
    spawn child(&n);
    int reached = reaches_main();
    sync;
    CHECK(n > 0);
    return reached && reaches_main();
}

static __attribute__((noinline)) int called(long seed, int depth)
{
    volatile long own = seed;
    int reached = depth ? called(seed, depth - 1) : parent(seed);
    return own == seed && reached;
}

__attribute__((noinline)) int main(void)
{
    mark();
    CHECK(reaches_main());
    for (long i = 0; i < scaled(200, 20); i++)
        if (!called(i, (int)(i % 10))) {
            fprintf(stderr, "turn %ld: main is not in a backtrace\n", i);
            return 1;
        }
    return right();
}
