/* Results for variables that end before the sync. */
#include <ucilk/ucilk.h>

struct pair {
    long a, b[2];
};
long f(long n);
void use(long *p);

long blocks(long n)
{
    long outer;
    if (n > 3) {
        long y;
        y = spawn f(n); /* expect: 15:9: warning: `y' ends with its block, before a sync: the result of the spawn may come when it is gone [-Wucilk-lost-result] */
        struct pair p = {0, {0, 0}};
        p.b[1] += spawn f(n); /* expect: 17:9: warning: `p' ends with its block, before a sync */
        outer = spawn f(n);
    }
    for (long i = 0; i < n; i++) {
        long z = spawn f(i); /* expect: 21:14: warning: `z' ends with its block, before a sync */
        (void)&z;
    }
    for (long i = 0, last = 0; i < n; i++)
        last += spawn f(i); /* expect: 25:9: warning: `last' ends with its block, before a sync */
    sync;
    return outer;
}

/* No warnings. */
long fine(long n)
{
    long x, *to = &x, sum = 0;
    for (long i = 0; i < n; i++) {
        static long s;
        long y, z;
        sum += spawn f(i);
        s = spawn f(i);
        *to = spawn f(i);
        y = spawn f(i);
        if (i == 3) {
            z = spawn f(i);
            y = 3;
        }
        sync;
        use(&y);
        use(&z);
        use(&s);
    }
    cilk_scope {
        long a = spawn f(n);
        use(&a);
    }
    cilk_for (long i = 0; i < n; i++) {
        long b;
        b = spawn f(i);
        use(&b);
    }
    if (n == 1) {
        long c = spawn f(n);
        use(&c);
        return 3;
    }
    x = spawn f(n);
    sync;
    return x + sum;
}
