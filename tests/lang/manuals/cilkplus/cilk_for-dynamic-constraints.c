/* _Cilk_for Loops, Dynamic constraints: limit and stride are the same for all
 * iterations, the variable is each iteration's own. */
#include <cilk/cilk.h>

#include "../../check.h"

enum { N = 60 };
static int a[N];
static int n_limits, n_strides;

static int limit(void)
{
    n_limits++;
    return N;
}

static int stride(void)
{
    n_strides++;
    return 3;
}

/* Evaluated before the first iteration. */
static int evaluations(void)
{
    int sum = 0;
    _Cilk_for (int i = 0; i < limit(); i += stride())
        a[i] = i;
#ifndef UCILK_SERIAL
    CHECK(n_limits == 1 && n_strides <= 1);
#endif
    for (int i = 0; i < N; i++)
        sum += a[i];
    return sum;
}

/* What they use may change in the body then. */
static int changed(int n)
{
    int end = n, seen = 0;
    _Cilk_for (int i = 0; i < n; i++) {
        if (i == n - 1)
            end = 0;
        __atomic_fetch_add(&seen, 1, __ATOMIC_RELAXED);
    }
    return seen + end;
}

/* Its address is that of an object of the iteration. */
static void through(int *p)
{
    CHECK(*p >= 0 && *p < N);
    a[*p] = *p * 2;
}

static int addresses(void)
{
    int sum = 0;
    _Cilk_for (int i = 0; i < N; i++) {
        _Cilk_spawn through(&i);
        int *mine = &i, before = i;
        _Cilk_sync;
        CHECK(*mine == before);
    }
    for (int i = 0; i < N; i++)
        sum += a[i];
    return sum;
}

/* No iteration where the condition is false at first. */
static int none(int n)
{
    int seen = 0;
    _Cilk_for (int i = n; i < n; i++)
        seen = 1;
    _Cilk_for (int i = n; i < -n; i++)
        seen = 1;
    _Cilk_for (unsigned i = 5; i > 9; i--)
        seen = 1;
    _Cilk_for (int i = 0; i != 0; i++)
        seen = 1;
    return seen;
}

/* Behind it the variable has the value of the serialization. */
static int final(int n)
{
    int i, j, k, m;
    _Cilk_for (i = 0; i < n; i += 7)
        a[i] = 0;
    _Cilk_for (j = n - 1; j >= 0; j -= 4)
        a[j] = 1;
    _Cilk_for (k = 5; k != 5; k++)
        a[k] = 2;
    _Cilk_for (m = 0; m <= n; m += n)
        a[m / 2] = 3;
    return ((i * 100 + j) * 100 + k) * 100 + m;
}

int main(void)
{
    printf("%d ", evaluations());
    printf("%d ", addresses());
    printf("%d %d %d\n", changed(30), none(9), final(50));
    return 0;
}

#ifdef REFUSED_1
int f(int n)
{
    _Cilk_for (int i = 0; i < n; i++) {
        a[i] = 1;
        /* expect: +1:9: error: `i' controls the cilk_for: its body cannot change it */
        i++;
    }
    _Cilk_for (int i = 0; i < n; i++)
        /* expect: +1:9: error: `i' controls the cilk_for: its body cannot change it */
        i = n;
    /* expect: +1:31: error: the limit of a cilk_for is the same for all iterations: it cannot use `i' */
    _Cilk_for (int i = 0; i < i + n; i++)
        a[i] = 2;
    /* expect: +1:39: error: the step of a cilk_for is the same for all iterations: it cannot use `i' */
    _Cilk_for (int i = 1; i < n; i += i)
        a[i] = 2;
    /* expect: +1:34: error: `i' never comes to its limit: it counts down */
    _Cilk_for (int i = 0; i < n; i--)
        a[i] = 3;
    /* expect: +1:40: error: `i' never comes to its limit: it counts up */
    _Cilk_for (int i = 0; i > -9; i += 2)
        a[i] = 4;
    /* expect: +1:39: error: the step of a cilk_for cannot be 0 */
    _Cilk_for (int i = 0; i < n; i += 0)
        a[i] = 5;
    return n;
}
#endif
