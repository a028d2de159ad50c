/* Variables that the body of a cilk_for has as copies. */
/* flags: --ucilk-cluster */
#include <ucilk/ucilk.h>

long out[100];
int f(int n);

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
