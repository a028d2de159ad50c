/*
 * leaf [SECONDS]: how long a task takes that spawns nothing, while another
 * worker is idle and looks for work.  It shows what the runtime's other threads
 * and signals cost a worker that computes.
 */
#define _GNU_SOURCE
#include "clock.h"

#include <ucilk/macros.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PIECE = 1000 };

/* A chain of multiplications in a register, which takes the same time on every
 * worker. */
cilk_task(double, leaf, (long) pieces)
{
    uint64_t x = 1;
    double began = seconds();
    for (long i = 0; i < PIECE * pieces; i++)
        __asm__ volatile("imul $3, %0, %0" : "+r"(x));
    return seconds() - began;
}

cilk_define(int, main, (int) argc, (char **) argv)
{
    double wanted = argc > 1 ? atof(argv[1]) : 1, took;
    long pieces = (long)(wanted * 1e9 / PIECE);
    spawn_to(took, leaf, pieces);
    sync;
    printf("%.6f s, %ld multiplications\n", took, PIECE * pieces);
    return 0;
}
