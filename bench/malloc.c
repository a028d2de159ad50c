/*
 * malloc and free by a standard mix, ns each pair: a line each, name and time.
 * Built by ucilkcc, and as plain C with libc's malloc.
 *
 *   malloc [PAIRS]   so many pairs between tasks; memory then, in KiB
 */
#include "clock.h"

#include <ucilk/ucilk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 10000, PAGE = 4096 };

static char *blocks[MANY];
static unsigned state = 1;
static double began;

static unsigned next_random(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static void begin(void)
{
    began = seconds();
}

static void end(const char *what, double n)
{
    printf("%s %.2f\n", what, (seconds() - began) * 1e9 / n);
    for (int i = 0; i < MANY; i++) {
        free(blocks[i]);
        blocks[i] = NULL;
    }
}

/* A pair at a time, of one size. */
static void one_by_one(long n)
{
    begin();
    for (long i = 0; i < n; i++) {
        char *volatile p = malloc(64);
        free(p);
    }
    end("pair_of_64", (double)n);
}

/* n blocks, then freed from the last, or from the first. */
static void in_order(const char *what, int n, int rounds, int last_first)
{
    begin();
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < n; i++)
            blocks[i] = malloc(48);
        for (int i = 0; i < n; i++)
            free(blocks[last_first ? n - 1 - i : i]);
    }
    memset(blocks, 0, sizeof blocks);
    end(what, (double)n * rounds);
}

/* n blocks live, one at random replaced by one of some size. */
static void mixed(const char *what, unsigned n, unsigned most, long pairs)
{
    begin();
    for (long i = 0; i < pairs; i++) {
        char **b = &blocks[next_random() % n];
        /* Sizes of all orders of magnitude, small ones more often. */
        unsigned size = next_random() % most >> next_random() % 6;
        free(*b);
        *b = malloc(size + 1);
        **b = 1;
    }
    end(what, (double)pairs);
}

static void growing(int n)
{
    begin();
    for (int i = 0; i < n; i++) {
        char *p = NULL;
        for (size_t size = 16; size < 4000000; size += size / 4 + 16) {
            p = realloc(p, size);
            p[size - 1] = 1;
        }
        free(p);
    }
    end("realloc_to_4_MB", n);
}

/* Every page is written: what an array costs that is filled once. */
static void touching(const char *what, size_t size, int n)
{
    begin();
    for (int i = 0; i < n; i++) {
        char *p = malloc(size);
        for (size_t at = 0; at < size; at += PAGE)
            p[at] = 1;
        free(p);
    }
    end(what, (double)n * (double)(size / PAGE));
}

static void exchange(int from, int n)
{
    if (n > 500) {
        spawn exchange(from, n / 2);
        exchange(from + n / 2, n - n / 2);
        sync;
        return;
    }
    for (int i = from; i < from + n; i++) {
        char **b = &blocks[i % MANY];
        free(*b);
        *b = malloc(16 + (size_t)i % 64);
        **b = 1;
    }
}

static void between_tasks(long pairs)
{
    begin();
    for (long i = 0; i < pairs / MANY; i++)
        exchange(i % 2 ? MANY / 2 : 0, MANY);
    end("pairs_between_tasks", (double)pairs);
    char line[128];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "RssShmem:", 9) == 0)
            printf("memory_KiB %s", line + 9);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        between_tasks(atol(argv[1]));
        return 0;
    }
    one_by_one(5000000);
    in_order("last_in_first_out", 1000, 2000, 1);
    in_order("first_in_first_out", 1000, 2000, 0);
    in_order("first_in_first_out_10000", MANY, 200, 0);
    mixed("mixed_to_1_KB", MANY, 1000, 2000000);
    mixed("mixed_to_64_KB", 3000, 64000, 1000000);
    mixed("mixed_to_1_MB", 100, 1000000, 100000);
    growing(100);
    touching("touched_400_KB", 400000, 500);
    touching("touched_4_MB", 4000000, 50);
    touching("touched_40_MB", 40000000, 5);
    return 0;
}
