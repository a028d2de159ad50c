/* The implied sync at a return. */
#include <ucilk/ucilk.h>

#include "check.h"

#include <sys/mman.h>

enum { N = 32 };

static int done[N];
static long results[N];
static long *shared; /* memory of the program's own that all workers see */

static void leaf(int i)
{
    done[i] = i + 1;
}

static long value(int i)
{
    return i * 3;
}

/* No sync: the children are done when the call returns. */
static void falls_off(int n)
{
    for (int i = 0; i < n; i++)
        spawn leaf(i);
}

static int returns_early(int n)
{
    for (int i = 0;; i++) {
        if (i == n)
            return i;
        spawn leaf(i);
    }
}

/* Results to locals that are dead at the return are dropped; those to globals
 * and to other memory are not. */
static int drops(int n)
{
    long dead, also_dead[N];
    int i;
    dead = spawn value(1);
    for (i = 0; i < n; i++)
        also_dead[i] = spawn value(i);
    for (i = 0; i < n; i++)
        results[i] = spawn value(i);
    for (i = 0; i < n; i++)
        shared[i] = spawn value(-i);
    dead += spawn value(2);
    return n;
}

/* The returned expression uses what was there before the implied sync. */
static long early_value(int n)
{
    long x = 7;
    spawn leaf(n);
    return x * n;
}

/* The caller's locals are intact after the dropped results. */
static long around(int n)
{
    long before[8], after[8];
    for (int i = 0; i < 8; i++)
        before[i] = after[i] = 1000 + i;
    CHECK(drops(n) == n);
    for (int i = 0; i < 8; i++)
        CHECK(before[i] == 1000 + i && after[i] == 1000 + i);
    return n;
}

static int plain(int n)
{
    falls_off(n);
    return returns_early(n);
}

int main(void)
{
    shared = mmap(NULL, N * sizeof *shared, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(shared != MAP_FAILED);
    for (long k = 0; k < scaled(300, 4); k++) {
        for (int i = 0; i < N; i++)
            done[i] = 0;
        falls_off(N);
        for (int i = 0; i < N; i++)
            CHECK(done[i] == i + 1);
        for (int i = 0; i < N; i++)
            done[i] = results[i] = shared[i] = 0;
        CHECK(returns_early(N) == N);
        for (int i = 0; i < N; i++)
            CHECK(done[i] == i + 1);
        CHECK(around(N) == N);
        for (int i = 0; i < N; i++)
            CHECK(results[i] == 3 * i && shared[i] == -3 * i);
        CHECK(early_value(5) == 35 && done[5] == 6);
        CHECK(plain(3) == 3);
    }
    printf("returns: %ld %ld\n", results[31], shared[31]);
    return 0;
}
