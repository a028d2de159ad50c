/* Variables that all iterations of a cilk_for update. */
/* flags: -Wno-ucilk-shared-write */
#include <pthread.h>
#include <stdatomic.h>
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

long total;
static double weight;
static _Thread_local long mine;
long UCILK_SUM(long) counted;
pthread_mutex_t mutex;
long f(long n);

long g(int n, long *a)
{
    long s = 0, top = 0, found = 0, k, own[4] = {0};
    unsigned bits = 0;
    volatile int busy = 0;
    _Atomic long tickets = 0;
    long UCILK_SUM(long) right = 0;
    cilk_for (int i = 0; i < n; i++) {
        long t = 0;
        /* expect: +1:9: warning: the iterations of the cilk_for run in parallel, and all update `s': make it a reducer, `long UCILK_SUM(long) s' (<ucilk/reducers.h>) */
        s += f(i); /* named once */
        s -= a[i];
        t += s;
        /* expect: +1:10: warning: the iterations of the cilk_for run in parallel, and all update `bits': make it a reducer, `unsigned int UCILK_OR(unsigned) bits' */
        (bits) |= 1u << i % 32;
        /* expect: +1:9: warning: the iterations of the cilk_for run in parallel, and all update `total': make it a reducer, `long UCILK_SUM(long) total' */
        total++;
        /* expect: +1:9: warning: the iterations of the cilk_for run in parallel, and all update `weight': make it a reducer, `double UCILK_PRODUCT(double) weight' */
        weight *= 2;
        right += t;
        counted++;
        mine++;
        tickets++;
        busy++;
        own[i % 4]++;
        a[i]++;
        *a += 1;
        if (f(i) == 7)
            found = 1;
    }
    cilk_for (int i = 0; i < n; i++) {
        /* expect: +2:13: warning: the iterations of the cilk_for run in parallel, and all update `top': make it a reducer, `long UCILK_MAX(long) top' */
        if (f(i) >= top)
            top = f(i);
        /* expect: +2:13: warning: the iterations of the cilk_for run in parallel, and all update `found': make it a reducer, `long UCILK_MIN(long) found' */
        if (found > f(i)) {
            found = f(i);
        }
        /* expect: +1:28: warning: the iterations of the cilk_for run in parallel, and all count with `k': declare it in the header of this for, or in the body */
        for (k = 0; k < 4; k++)
            f(k);
        for (int j = 0; j < 4; j++)
            f(j);
    }
    long first = 0, last = 0, many = 1, other = 0;
    cilk_for (int i = 0; i < n; i++) {
        /* expect: +1:9: warning: the iterations of the cilk_for run in parallel, and all update `first': make it a reducer, `long UCILK_SUM(long) first' */
        first = first + a[i] - 1;
        /* expect: +1:9: warning: the iterations of the cilk_for run in parallel, and all update `last': make it a reducer, `long UCILK_SUM(long) last' */
        last = f(i) + (last);
        /* expect: +1:9: warning: the iterations of the cilk_for run in parallel, and all update `many': make it a reducer, `long UCILK_PRODUCT(long) many' */
        many = a[i] * many;
        other = f(i) - other;
        other = other * 2 + f(i);
        other = n + i;
    }
    /* One at a time. */
    cilk_for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&mutex);
        s += i;
        pthread_mutex_unlock(&mutex);
    }
    cilk_for (k = 0; k < n; k++)
        f(k);
    for (int i = 0; i < n; i++)
        s += spawn f(i);
    sync;
    return s + top + found + (long)weight + bits + busy + own[0] + right;
}
