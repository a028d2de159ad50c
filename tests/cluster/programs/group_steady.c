/*
 * group_steady N SECONDS: groups that sleep, on all nodes, for so long; for
 * groups.sh and faults.sh.  N is not used.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <ucilk/groups.h>
#include <ucilk/ucilk.h>

static long rest(long ms)
{
    usleep((unsigned)ms * 1000);
    return ms;
}

static void rest_everywhere(void)
{
    enum { MOST = 64 };
    ucilk_future_t f[MOST];
    unsigned n = 4 * ucilk_nnodes();
    n = n < MOST ? n : MOST;
    for (unsigned i = 0; i < n; i++)
        f[i] = cilk_group rest(50);
    for (unsigned i = 0; i < n; i++)
        if (ucilk_future_get(long, f[i]) != 50)
            abort();
}

int main(int argc, char **argv)
{
    time_t end = time(NULL) + (argc > 2 ? atol(argv[2]) : 0);
    rest_everywhere();
    puts("began");
    fflush(stdout);
    while (time(NULL) < end)
        rest_everywhere();
    puts("right");
    return 0;
}
