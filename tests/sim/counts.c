/* counts MODE N: an operation whose messages docs/protocols/scale.md counts;
 * counts.py reads the report of its simulation.
 *
 *   regions   N parallel regions of two tasks
 *   futures   N futures, each parted from its creator, and got
 *   left      the same, but nobody gets them, and they update a reducer
 *   waits     a task of N milliseconds; all others are idle, worker 0, too
 */
#include <ucilk/ucilk.h>
#include <ucilk/reducers.h>
#include <ucilk/workers.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long UCILK_SUM(ulong) total = 0;

long work(long nanoseconds)
{
    ucilk_work((unsigned long)nanoseconds);
    return 1;
}

long add(long nanoseconds)
{
    ucilk_work((unsigned long)nanoseconds);
    total += 1;
    return 1;
}

/* The second task is on another worker, since the first one takes a while. */
static long region(long nanoseconds)
{
    long a = spawn work(50000);
    long b = work(nanoseconds);
    sync;
    return a + b;
}

/* Each leaf makes a future, works meanwhile, and gets it. */
long futures(long n)
{
    if (n == 1) {
        ucilk_future_t f = cilk_future work(100000);
        ucilk_work(100000);
        return ucilk_future_get(long, f);
    }
    long a = spawn futures(n / 2);
    long b = futures(n - n / 2);
    sync;
    return a + b;
}

long left(long n)
{
    if (n == 1) {
        ucilk_future_t f = cilk_future add(100000);
        (void)f;
        ucilk_work(100000);
        return 0;
    }
    long a = spawn left(n / 2);
    long b = left(n - n / 2);
    sync;
    return a + b;
}

int main(int argc, char **argv)
{
    const char *mode = argc == 3 ? argv[1] : "";
    long n = argc == 3 ? atol(argv[2]) : 0, done = 0;
    if (strcmp(mode, "regions") == 0)
        for (long i = 0; i < n; i++)
            done += region(50000);
    else if (strcmp(mode, "futures") == 0)
        done = futures(n);
    else if (strcmp(mode, "left") == 0)
        done = left(n);
    else if (strcmp(mode, "waits") == 0)
        done = region(n * 1000000);
    else
        return 2;
    printf("%ld %lu\n", done, total);
    return 0;
}
