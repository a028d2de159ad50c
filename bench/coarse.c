/* coarse SHAPE N MS [compute]: tasks with long leaves, which answer no thief.
 * Prints the seconds.  The shapes: tree: N leaves of a binary tree; loop: N
 * spawns of a leaf; chain: N levels, a leaf at each; late: a thousand short
 * spawns, then N levels whose continuations, leaves, wait above one more leaf;
 * busy: late, while another worker has a leaf of half the length (lazy.md W4). */
#include <ucilk/ucilk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clock.h"

static double leaf_seconds;
static int computes;

static __attribute__((noinline)) void leaf(double length)
{
    if (computes) {
        double end = seconds() + length;
        while (seconds() < end)
            ;
    } else {
        struct timespec t = {(time_t)length, (long)((length - (double)(time_t)length) * 1e9)};
        nanosleep(&t, NULL);
    }
}

static __attribute__((noinline)) void tiny(volatile long *p)
{
    ++*p;
}

static void tree(long n)
{
    if (n == 1) {
        leaf(leaf_seconds);
        return;
    }
    spawn tree(n / 2);
    tree(n - n / 2);
    sync;
}

static void loop(long n)
{
    for (long i = 0; i < n; i++)
        spawn leaf(leaf_seconds);
    sync;
}

static void chain(long n)
{
    if (n > 0)
        spawn chain(n - 1);
    leaf(leaf_seconds);
    sync;
}

static void late(long n)
{
    volatile long count = 0;
    for (int i = 0; i < 1000; i++) {
        spawn tiny(&count);
        sync;
    }
    chain(n);
}

static void busy(long n)
{
    spawn leaf(leaf_seconds / 2);
    late(n);
    sync;
}

static const struct shape {
    const char *name;
    void (*run)(long n);
} shapes[] = {{"tree", tree}, {"loop", loop}, {"chain", chain}, {"late", late}, {"busy", busy}};

int main(int argc, char **argv)
{
    if (argc >= 4)
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            if (strcmp(argv[1], shapes[i].name) == 0) {
                leaf_seconds = atof(argv[3]) / 1000;
                computes = argc > 4;
                spawn leaf(0); /* starts the workers */
                sync;
                double began = seconds();
                spawn shapes[i].run(atol(argv[2]));
                sync;
                printf("%.6f s, %s\n", seconds() - began, argv[1]);
                return 0;
            }
    fprintf(stderr, "usage: coarse tree|loop|chain|late|busy N MS [compute]\n");
    return 2;
}
