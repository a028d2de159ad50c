/* steady SECONDS [N]: runs small regions one after another for so long, so that
 * whatever a test does meanwhile happens in one of them; then fib(N), a single
 * region.  It prints `began' when all ranks have started. */
#include <stdio.h>
#include <stdlib.h>
#include <ucilk/ucilk.h>

#include "../../clock.h"

static long fib(long n)
{
    if (n < 2)
        return n;
    long a = spawn fib(n - 1);
    long b = fib(n - 2);
    sync;
    return a + b;
}

static long futures(long n)
{
    if (n < 2)
        return n;
    ucilk_future_t f = cilk_future futures(n - 1);
    long b = futures(n - 2);
    return ucilk_future_get(long, f) + b;
}

int main(int argc, char **argv)
{
    double end = now() + (argc > 1 ? atof(argv[1]) : 1);
    long rounds = 0;
    do {
        if (fib(22) != 17711 || futures(16) != 987) {
            printf("wrong in round %ld\n", rounds);
            return 1;
        }
        if (rounds++ == 0)
            fputs("began\n", stderr);
    } while (now() < end);
    fprintf(stderr, "%ld rounds\n", rounds);
    if (argc > 2)
        printf("%ld\n", fib(atol(argv[2])));
    puts("right");
    return 0;
}
