/* Loops and reducers where tasks share no memory. */
/* flags: --ucilk-cluster */
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

static long table[100];
long UCILK_SUM(long) total;

static void task(int n)
{
    total += n;
    total++;
}

long f(int n)
{
    long UCILK_SUM(long) sum = 0;
    spawn task(n);
    cilk_for (int i = 0; i < n; i++) {
        sum += i;
        total += i;
        table[i] = i; /* expect: 22:9: error: `f', which spawns, writes to `table' */
    }
    sync;
    return sum + total;
}
