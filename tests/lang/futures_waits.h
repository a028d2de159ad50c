/* What futures_waits.c and futures_waits_macros.c share. */
#ifndef FUTURES_WAITS_H
#define FUTURES_WAITS_H

#include "check.h"

#include <sched.h>

static int arrived; /* consumers that are about to get */

static void arrive(void)
{
    __atomic_fetch_add(&arrived, 1, __ATOMIC_RELEASE);
}

static long get(ucilk_future_t f)
{
    return ucilk_future_get(long, f);
}

/* Ends only after so many consumers have come, where somebody else can run
 * them. */
long produce(int wanted, long result)
{
    while (ucilk_nworkers() > 1 &&
           __atomic_load_n(&arrived, __ATOMIC_ACQUIRE) < wanted)
        sched_yield();
    return result;
}

long one(ucilk_future_t f, int i)
{
    arrive();
    return get(f) + i;
}

long brief(int n)
{
    for (int i = 0; i < n; i++)
        __asm__ volatile("");
    return n;
}

/* Waits at the bottom of a recursion of plain calls, in a large frame. */
static long plain(ucilk_future_t f, int depth)
{
    volatile char room[300];
    room[depth] = (char)depth;
    long x = depth ? plain(f, depth - 1) : get(f);
    return x + room[depth];
}

long calls(ucilk_future_t f, int depth)
{
    arrive();
    return plain(f, depth);
}

static ucilk_future_t cells[200];
static long values[200];

/* A wavefront: each cell after its left and its upper neighbour. */
enum { SIDE = 24 };
static ucilk_future_t grid[SIDE][SIDE];

unsigned long cell(int i, int j)
{
    unsigned long left = 1, up = 2;
    if (j > 0)
        left = ucilk_future_get(unsigned long, grid[i][j - 1]);
    if (i > 0)
        up = ucilk_future_get(unsigned long, grid[i - 1][j]);
    return left * 3 + up * 5 + (unsigned long)(i * j);
}

/* Gets what no cell has got; returns the last cell. */
static unsigned long last_of_wavefront(int n)
{
    for (int i = 0; i < n - 1; i++) {
        ucilk_future_get(unsigned long, grid[i][n - 1]);
        ucilk_future_get(unsigned long, grid[n - 1][i]);
    }
    ucilk_future_get(unsigned long, grid[n - 1][n - 1]);
    return ucilk_future_get(unsigned long, grid[n - 1][n - 1]);
}

static unsigned long serial_wavefront(int n)
{
    static unsigned long x[SIDE][SIDE];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i][j] = (j > 0 ? x[i][j - 1] : 1) * 3 +
                      (i > 0 ? x[i - 1][j] : 2) * 5 + (unsigned long)(i * j);
    return x[n - 1][n - 1];
}

/* Each node after up to three earlier ones, drawn by chance. */
enum { NODES = 600 };
static ucilk_future_t nodes[NODES];
static int consumers_of[NODES];

static unsigned long draw(unsigned long x)
{
    x ^= x >> 31;
    x *= 0x9e3779b97f4a7c15ul;
    return x ^ x >> 29;
}

static int parents(int i, unsigned long seed, int parent[3])
{
    unsigned long r = draw(seed * 1000003 + (unsigned long)i + 1);
    int n = i == 0 ? 0 : (int)(r % 4);
    for (int k = 0; k < n; k++) {
        r = draw(r + 7);
        unsigned long window = r % 3 ? 8 : (unsigned long)i;
        window = window > (unsigned long)i ? (unsigned long)i : window;
        parent[k] = i - 1 - (int)(r / 8 % window);
    }
    return n;
}

unsigned long node(int i, unsigned long seed)
{
    int parent[3], n = parents(i, seed, parent);
    unsigned long x = (unsigned long)i;
    for (int k = 0; k < n; k++) {
        unsigned long y = ucilk_future_get(unsigned long, nodes[parent[k]]);
        x = x * 31 + y;
    }
    return draw(x);
}

static void count_consumers(unsigned long seed)
{
    int parent[3];
    for (int i = 0; i < NODES; i++)
        consumers_of[i] = 1;
    for (int i = 0; i < NODES; i++)
        for (int n = parents(i, seed, parent); n-- > 0;)
            consumers_of[parent[n]]++;
}

static unsigned long sum_of_nodes(void)
{
    unsigned long all = 0;
    for (int i = 0; i < NODES; i++)
        all = all * 7 + ucilk_future_get(unsigned long, nodes[i]);
    return all;
}

static unsigned long serial_dag(unsigned long seed)
{
    static unsigned long x[NODES];
    unsigned long all = 0;
    int parent[3];
    for (int i = 0; i < NODES; i++) {
        int n = parents(i, seed, parent);
        x[i] = (unsigned long)i;
        for (int k = 0; k < n; k++)
            x[i] = x[i] * 31 + x[parent[k]];
        x[i] = draw(x[i]);
        all = all * 7 + x[i];
    }
    return all;
}

long after(ucilk_future_t before, int i)
{
    return (i ? get(before) : 0) + i;
}

/* Defined in either form. */
void crowd(int n);
void crowd_in_trees(int depth);
void races(int n);
void deep(int depth);
void in_plain_calls(int depth);
void scopes(int n);
void loops(int n);
unsigned long wavefront(int n);
unsigned long dag(unsigned long seed);
void chain(int n);

static void run_all(void)
{
    for (int i = 0; i < scaled(20, 2); i++) {
        crowd((int)scaled(200, 40));
        crowd_in_trees((int)scaled(7, 4));
        deep((int)scaled(100, 20));
        in_plain_calls(100);
        scopes(i);
        loops((int)scaled(200, 30));
    }
    printf("crowds, ladders, scopes, loops\n");
    races((int)scaled(1000, 100));
    printf("races\n");
    printf("%lu\n", wavefront(SIDE));
    for (int i = 1; i < scaled(SIDE, 2); i++)
        CHECK(wavefront(i) == serial_wavefront(i));
    printf("%lu\n", dag(1));
    for (unsigned long i = 2; i < (unsigned long)scaled(20, 3); i++)
        CHECK(dag(i) == serial_dag(i));
    chain((int)scaled(1000, 300));
    printf("chain\n");
}

#endif
