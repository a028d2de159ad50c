/* What programs for clusters cannot have. */
/* flags: --ucilk-cluster */
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

int f(int n);

/* Variables that the body of a cilk_for has as copies. */
long out[100];

void body(int n, int x)
{
    int a[3] = {0}, v[n];
    cilk_for (int i = 0; i < n; i++) {
        /* expect: +1:9: error: the iterations of a cilk_for run in parallel, each with a copy of `x': make it a reducer, `int UCILK_SUM(int) x' (<ucilk/reducers.h>) */
        x += i;
        /* expect: +1:11: error: the iterations of a cilk_for run in parallel, each with a copy of `x' */
        ++x;
        /* expect: +1:9: error: the iterations of a cilk_for run in parallel, each with a copy of `x' */
        x = spawn f(i);
        /* expect: +1:9: error: the iterations of a cilk_for run in parallel, each with a copy of `a': make it a reducer, or spawn calls that return what they find */
        a[i % 3] = i;
        /* expect: +1:9: error: `v' cannot be copied for the iterations of the cilk_for: it is a variable length array */
        v[i] = 1;
        /* expect: +1:37: error: the iterations of a cilk_for run in parallel, each with a copy of `x' */
        __asm__("mov $5, %0" : "=r"(x));
        /* expect: +1:11: error: the iterations of a cilk_for run in parallel, each with a copy of `a' */
        0[a] = i;
        __asm__ volatile("" : : "r"(x));
    }
}

/* Spawned statements have copies. */
static void zero(void *view) { *(long *)view = 0; }
static void plus(void *left, void *right) { *(long *)left += *(long *)right; }
static long cilk_reducer(zero, plus) everywhere = 0;

long copies(long n)
{
    long x = 0;
    long cilk_reducer(zero, plus) sum = 0;
    cilk_spawn { everywhere += f(x); }
    /* expect: +1:16: error: a spawned statement works on a copy of `x': spawn a function, `x = spawn f(...);' */
    cilk_spawn x += f(n);
    /* expect: +1:18: error: on a cluster a spawned statement cannot use the reducer `sum' of the function: declare it at file scope */
    cilk_spawn { sum += f(n); }
    cilk_for (int i = 0; i < n; i++)
        sum += i;
    sync;
    return x + sum;
}

/* There are reducers at file scope, and in functions with a cilk_for: no others. */
static long UCILK_SUM(long) fine = 0;
/* expect: +1:13: error: on a cluster a reducer is a variable, at file scope or of a function with a cilk_for */
static long UCILK_SUM(long) several[3];
struct s {
    /* expect: +1:10: error: on a cluster a reducer is a variable */
    long UCILK_SUM(long) member;
};
/* expect: +1:23: error: on a cluster a reducer is a variable */
static void task(long UCILK_SUM(long) * pointer)
{
    *pointer += 1;
}

long reducers(int n, struct s *s)
{
    long UCILK_SUM(long) sum = 0;
    /* expect: +1:33: error: a reducer in a function is a plain local variable: move `kept' to file scope */
    static long UCILK_SUM(long) kept = 0;
    cilk_for (int i = 0; i < n; i++)
        sum += i;
    fine += kept + several[0];
    spawn task(0);
    sync;
    return sum + s->member;
}
