/*
 * asleep [SECONDS [US]]: a program for clusters whose main sleeps between two
 * regions.  bench/cluster.sh looks what the ranks that wait take meanwhile.
 * Prints how long the second region took to begin everywhere and to end; its
 * two leaves compute for US microseconds each (20,000).
 */
#define _GNU_SOURCE
#include "clock.h"

#include <ucilk/macros.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

cilk_task(long, leaf, (long) n)
{
    double began = seconds();
    while (seconds() - began < 1e-6 * (double)n)
        ;
    return n;
}

cilk_task(long, both, (long) n)
{
    long a, b;
    spawn_to(a, leaf, n);
    spawn_to(b, leaf, n);
    sync;
    return a + b;
}

cilk_define(int, main, (int) argc, (char **) argv)
{
    long sum;
    spawn_to(sum, both, 100);
    sync;
    usleep((unsigned)(1e6 * (argc > 1 ? atof(argv[1]) : 1)));
    double began = seconds();
    spawn_to(sum, both, argc > 2 ? atol(argv[2]) : 20000);
    sync;
    printf("%.6f s, %ld\n", seconds() - began, sum);
    return 0;
}
