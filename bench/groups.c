/*
 * groups WHAT [N]: what a group costs, on one node or more.
 *
 * future: nanoseconds of the node's CPUs for a future that is made and got
 *
 * own: the same for a group that stays; other nodes have something to do
 * meanwhile, with UCILK_GROUPS=pull, UCILK_GROUP_HIGH=1 and one worker each
 *
 * inorder: the same, but groups are got in the order in which they were made
 *
 * there: microseconds for a group that is sent to another node and answered
 * (UCILK_TEST_GROUP=away)
 *
 * sleep N: N groups that sleep for 1 ms: how much of the nodes' time they take
 *
 * spin N: the same, computing
 *
 * Of these two the nodes are awake: each has had some groups before.  A sleep
 * ends late, even on an idle CPU; by what it is late there, alone, it is asked
 * to be shorter.
 */
#include "clock.h"

#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

#include <ucilk/groups.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

static long nothing(long n)
{
    return n;
}

static long rest(long ns)
{
    struct timespec t = {0, ns};
    prctl(PR_SET_TIMERSLACK, 1); /* of this thread: not 50 us late */
    nanosleep(&t, NULL);
    return 1;
}

/* What a sleep of 1 ms is to be asked for, so that it takes that long. */
static long one_ms(void)
{
    enum { TRIES = 51 };
    double took[TRIES];
    for (int i = 0; i < TRIES; i++) {
        double began = seconds();
        rest(1000000);
        took[i] = seconds() - began;
    }
    return (long)(2e6 - 1e9 * median(took, TRIES));
}

static long compute(long ns)
{
    double until = seconds() + 1e-9 * (double)ns;
    while (seconds() < until)
        ;
    return 1;
}

/* Makes n of them, BATCH at a time. */
enum { BATCH = 100 };

static double futures(long n, int are_groups, int in_order)
{
    ucilk_future_t f[BATCH];
    double began = seconds_by(CLOCK_PROCESS_CPUTIME_ID);
    for (long i = 0; i < n; i += BATCH) {
        for (int k = 0; k < BATCH; k++)
            f[k] = are_groups ? cilk_group nothing(k) : cilk_future nothing(k);
        for (int k = 0; k < BATCH; k++)
            ucilk_future_get(long, f[in_order ? k : BATCH - 1 - k]);
    }
    return (seconds_by(CLOCK_PROCESS_CPUTIME_ID) - began) / (double)n;
}

static double there(long n)
{
    double began = seconds();
    for (long i = 0; i < n; i++)
        ucilk_future_get(long, cilk_group nothing(i));
    return (seconds() - began) / (double)n;
}

/* Makes and gets groups while each other node sleeps in one. */
static double own(long n, int in_order)
{
    unsigned others = ucilk_nnodes() - 1;
    ucilk_future_t *f = malloc((others + 1) * sizeof *f);
    for (unsigned i = 0; i < others; i++)
        f[i] = cilk_group rest(999999999);
    rest(300000000); /* until they have begun */
    double each = futures(n, 1, in_order);
    for (unsigned i = 0; i < others; i++)
        ucilk_future_get(long, f[i]);
    free(f);
    return each;
}

static double load(long n, long ns, int computes)
{
    ucilk_future_t *f = malloc((size_t)n * sizeof *f);
    double began = seconds();
    for (long i = 0; i < n; i++)
        f[i] = computes ? cilk_group compute(ns) : cilk_group rest(ns);
    for (long i = 0; i < n; i++)
        ucilk_future_get(long, f[i]);
    free(f);
    return seconds() - began;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    long n = argc > 2 ? atol(argv[2]) : 0;
    if (strcmp(what, "future") == 0)
        printf("%.1f ns\n", 1e9 * futures(n ? n : 1000000, 0, 0));
    else if (strcmp(what, "own") == 0)
        printf("%.1f ns\n", 1e9 * own(n ? n : 300000, 0));
    else if (strcmp(what, "inorder") == 0)
        printf("%.1f ns\n", 1e9 * own(n ? n : 300000, 1));
    else if (strcmp(what, "there") == 0)
        printf("%.1f us\n", 1e6 * there(n ? n : 1000));
    else if (strcmp(what, "sleep") == 0 || strcmp(what, "spin") == 0) {
        n = n ? n : 2000;
        int computes = what[1] == 'p';
        long ns = computes ? 1000000 : one_ms();
        load(10l * ucilk_nnodes(), ns, computes);
        double took = load(n, ns, computes);
        printf("%.3f s, %.1f %% of %u nodes\n", took,
               100 * 1e-3 * (double)n / took / ucilk_nnodes(), ucilk_nnodes());
    } else
        return 2;
    return 0;
}
