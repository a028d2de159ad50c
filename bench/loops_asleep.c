/*
 * loops_asleep pfor|recpfor K N NS: the two programs of CLUSTER'22, section
 * V-A: PFor runs K parallel loops of N iterations, one after the other; RecPFor
 * of N > 1 does so and then two RecPFors of N / 2 at the same time.  An
 * iteration, and RecPFor of 1, takes NS nanoseconds, asleep: virtual time in
 * the simulation, and here a schedule of more workers than CPUs.
 *
 * A loop is divided into halves down to single iterations.  A task returns how
 * many iterations it has made.  The program prints that, and the time from the
 * first spawn.
 */
#include <ucilk/ucilk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long iteration(long ns)
{
    nanosleep(&(struct timespec){ns / 1000000000, ns % 1000000000}, NULL);
    return 1;
}

long halves(long n, long ns)
{
    if (n == 1)
        return iteration(ns);
    long a = spawn halves(n / 2, ns);
    long b = halves(n - n / 2, ns);
    sync;
    return a + b;
}

long pfor(long k, long n, long ns)
{
    long made = 0;
    for (long i = 0; i < k; i++) {
        long loop = spawn halves(n, ns);
        sync;
        made += loop;
    }
    return made;
}

long recpfor(long k, long n, long ns)
{
    if (n == 1)
        return iteration(ns);
    long made = spawn pfor(k, n, ns);
    sync;
    long a = spawn recpfor(k, n / 2, ns);
    long b = recpfor(k, n / 2, ns);
    sync;
    return made + a + b;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    long k = argc == 5 ? atol(argv[2]) : 0, n = argc == 5 ? atol(argv[3]) : 0;
    if (k < 1 || n < 1 || (n & (n - 1)) ||
        (strcmp(argv[1], "pfor") != 0 && strcmp(argv[1], "recpfor") != 0)) {
        fprintf(stderr, "usage: loops_asleep pfor|recpfor K N NS\n"
                        "       N is a power of two\n");
        return 2;
    }
    int is_flat = strcmp(argv[1], "pfor") == 0;
    long made, levels = 0, ns = atol(argv[4]);
    while (1L << levels < n)
        levels++;
    double began = seconds();
    if (is_flat)
        made = spawn pfor(k, n, ns);
    else
        made = spawn recpfor(k, n, ns);
    sync;
    double took = seconds() - began;
    int right = made == (is_flat ? k * n : k * n * levels + n);
    printf("%s(%ld): %ld iterations, %.6f s, %s\n", argv[1], n, made, took,
           right ? "right" : "wrong");
    return !right;
}
