/* Makes one mistake, which the first argument names; the scripts here look for
 * its line in the report of a sanitizer.  `none' makes no mistake and ends with
 * "right". */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>

static long shared, cells[64];
static long *volatile kept;
static char *volatile allocated;

/* ThreadSanitizer looks up who used a variable, then notes the new access.  Of
 * two at the same moment neither finds the other, mostly where the variable is
 * new to it.  So a seeded race makes one access at a time, in any order.  The
 * lock is relaxed: it orders nothing, for ThreadSanitizer too. */
static int locked;

static void lock(void)
{
    while (__atomic_exchange_n(&locked, 1, __ATOMIC_RELAXED))
        sched_yield();
}

static void unlock(void)
{
    __atomic_store_n(&locked, 0, __ATOMIC_RELAXED);
}

static long add(long n)
{
    lock();
    shared += n; /* LINE parent siblings future nested */
    unlock();
    return n;
}

static void fill(int *a, long n)
{
    a[n] = 1; /* LINE overflow */
}

static long read_kept(void)
{
    return *kept; /* LINE scope */
}

static void lose(long n)
{
    allocated = malloc((size_t)n); /* LINE leak */
    memset(allocated, 1, 8);
    allocated = NULL;
}

static long far_too_much(long n)
{
    return n * n; /* LINE undefined */
}

/* The race is between the grandchildren of two children. */
static long nested(long depth)
{
    if (depth == 0)
        return add(1);
    long below = cilk_spawn nested(depth - 1);
    cilk_sync;
    return below;
}

/* No race: each waits for the other's result, or for the sync. */
static long ordered(void)
{
    long a = cilk_spawn add(1);
    cilk_sync;
    long b = cilk_spawn add(a);
    cilk_sync;
    ucilk_future_t f = cilk_future add(b);
    shared += ucilk_future_get(long, f);
    return shared;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "none";
    if (strcmp(what, "parent") == 0) {
        cilk_spawn add(1);
        add(2);
        cilk_sync;
    } else if (strcmp(what, "siblings") == 0) {
        cilk_spawn add(1);
        cilk_spawn add(2);
        cilk_sync;
    } else if (strcmp(what, "nested") == 0) {
        cilk_spawn nested(5);
        cilk_spawn nested(3);
        cilk_sync;
    } else if (strcmp(what, "future") == 0) {
        ucilk_future_t f = cilk_future add(1);
        add(2);
        (void)ucilk_future_get(long, f);
    } else if (strcmp(what, "loop") == 0) {
        cilk_for (int i = 0; i < 63; i++) {
            lock();
            cells[i] += cells[i + 1]; /* LINE loop */
            unlock();
        }
    } else if (strcmp(what, "overflow") == 0) {
        int *a = malloc(10 * sizeof *a);
        cilk_spawn fill(a, 10);
        cilk_sync;
        free(a);
    } else if (strcmp(what, "scope") == 0) {
        {
            long inner = 3;
            kept = &inner;
        }
        long value = cilk_spawn read_kept();
        cilk_sync;
        shared = value;
    } else if (strcmp(what, "leak") == 0) {
        cilk_spawn lose(1234);
        cilk_sync;
    } else if (strcmp(what, "undefined") == 0) {
        long value = cilk_spawn far_too_much(1L << 40);
        cilk_sync;
        shared = value;
    } else if (ordered() != 4) {
        return 1;
    }
    puts("right");
    return 0;
}
