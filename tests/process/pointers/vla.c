/* Variable length arrays and alloca before, between and behind spawns; in
 * blocks that close while children run; written by the children. */
#include "../process.h"
#include <alloca.h>
#include <string.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

static void fill(int *a, long n, int first)
{
    linger((unsigned long)(first + n));
    scribble();
    for (long i = 0; i < n; i++)
        a[i] = first + (int)i;
}

static void check(const int *a, long n, int first)
{
    for (long i = 0; i < n; i++)
        CHECK(a[i] == first + (int)i);
}

static void before(long n)
{
    int a[n], *b = alloca((size_t)n * sizeof *b);
    spawn fill(a, n, 1);
    spawn fill(b, n, 2);
    scribble();
    sync;
    check(a, n, 1);
    check(b, n, 2);
}

/* The children of these are below. */
static void alloca_before(long n)
{
    int *b = alloca((size_t)n * sizeof *b), *c = alloca(64);
    memset(c, 0, 64);
    c[15] = 7;
    spawn fill(b, n, 1);
    scribble();
    CHECK(c[0] == 0 && c[15] == 7);
    spawn fill(c, 16, 2);
    scribble();
    sync;
    check(b, n, 1);
    check(c, 16, 2);
}

/* A parent that returns with children above memory of its own. */
static long sum_before(long n)
{
    long *b = alloca(32), *c = alloca((size_t)n * sizeof *c);
    c[n - 1] = b[3] = n;
    if (n == 1)
        return 1;
    for (int i = 0; i < 2; i++)
        b[i] = spawn sum_before(n - 1);
    scribble();
    CHECK(b[3] == n && c[n - 1] == n);
    b[2] = sum_before(n - 1);
    sync;
    return b[0] + b[1] + b[2] + (c[n - 1] == n && b[3] == n);
}

static void between(long n)
{
    int fixed[20];
    spawn fill(fixed, 20, 1);
    int a[n];
    fill(a, n, 2);
    spawn fill(a, n, 3);
    int *b = alloca((size_t)n * sizeof *b);
    fill(b, n, 4);
    spawn fill(b, n, 5);
    int c[2 * n];
    fill(c, 2 * n, 6);
    scribble();
    sync;
    check(fixed, 20, 1);
    check(a, n, 3);
    check(b, n, 5);
    check(c, 2 * n, 6);
}

static void behind(long n)
{
    int fixed[20];
    spawn fill(fixed, 20, 1);
    sync;
    int a[n], *b = alloca((size_t)n * sizeof *b);
    fill(a, n, 2);
    fill(b, n, 3);
    spawn fill(fixed, 20, 4);
    scribble();
    check(a, n, 2);
    check(b, n, 3);
    sync;
    check(a, n, 2);
    check(b, n, 3);
    check(fixed, 20, 4);
}

/* A block with an array that closes behind a spawn: the stack pointer goes
 * back up, over the running child. */
static void closing(long n)
{
    int out[64];
    for (int i = 0; i < 64; i++) {
        int a[n + i];
        fill(a, n + i, i);
        spawn fill(&out[i], 1, a[0]);
        scribble();
        check(a, n + i, i);
    }
    for (int i = 0; i < 8; i++) {
        int a[n];
        fill(a, n, i);
        check(a, n, i);
    }
    sync;
    check(out, 64, 0);
}

/* The same with a sync at the block's end, and children that write to it. */
static void blocks(long n)
{
    for (int i = 0; i < 16; i++) {
        int a[n + i];
        cilk_scope {
            spawn fill(a, n / 2, i);
            spawn fill(a + n / 2, n - n / 2 + i, i + (int)(n / 2));
        }
        check(a, n + i, i);
    }
}

static void in_a_loop(long n)
{
    int *all[30];
    for (int i = 0; i < 30; i++) {
        all[i] = alloca((size_t)n * sizeof *all[i]);
        spawn fill(all[i], n, i);
        if (i % 7 == 6) {
            sync;
            check(all[i], n, i);
        }
    }
    scribble();
    sync;
    for (int i = 0; i < 30; i++)
        check(all[i], n, i);
}

/* Of two dimensions, as parameters too; each row by a child. */
static void read_late(const int *a, long n, int first)
{
    usleep(50);
    check(a, n, first);
}

/* Children read an array when its block, or the function, has come to its end. */
static void ends(long n)
{
    cilk_scope
    {
        int a[n], b[n];
        fill(a, n, 1);
        fill(b, n, 2);
        cilk_spawn read_late(a, n, 1);
        cilk_spawn read_late(b, n, 2);
    }
    cilk_for (int i = 0; i < 2; i++) {
        int a[n];
        fill(a, n, i);
        cilk_spawn read_late(a, n, i);
    }
    cilk_spawn
    {
        int a[n];
        fill(a, n, 3);
        cilk_spawn read_late(a, n, 3);
    }
    int a[n];
    fill(a, n, 4);
    cilk_spawn read_late(a, n, 4);
}

static void fill_rows(long n, long m, int a[n][m])
{
    for (long i = 0; i < n; i++)
        spawn fill(a[i], m, (int)i);
}

static void matrix(long n, long m)
{
    int a[n][m];
    fill_rows(n, m, a);
    for (long i = 0; i < n; i++)
        check(a[i], m, (int)i);
    spawn fill_rows(n / 2, m, a);
    fill_rows(n / 2, m, a + n / 2);
    sync;
    for (long i = 0; i < n / 2; i++) {
        check(a[i], m, (int)i);
        check(a[n / 2 + i], m, (int)i);
    }
}

/* A recursion with an array at each level that the level below fills. */
static void descend(int *up, long n)
{
    int own[n + 1], twice[n + 1];
    memset(own, -1, sizeof own);
    if (n > 0) {
        spawn descend(own, n - 1);
        descend(twice, n - 1);
        int *more = alloca((size_t)n * 8);
        memset(more, 0x55, (size_t)n * 8);
        sync;
        check(own, n, 100);
        check(twice, n, 100);
    }
    fill(up, n + 1, 100);
}

int main(void)
{
    for (long n = 1; n < scaled(200, 20); n += 3) {
        before(n);
        alloca_before(n);
        CHECK(sum_before(1 + n % 5) == ((long[]){1, 4, 13, 40, 121})[n % 5]);
        between(n);
        behind(n);
        closing(n);
        blocks(n + 1);
        in_a_loop(n);
        ends(n);
        matrix(2 + n % 10, n);
    }
    int up[20];
    long n = scaled(9, 6);
    descend(up, n);
    check(up, n + 1, 100);
    return right();
}
