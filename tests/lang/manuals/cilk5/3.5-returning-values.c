/* 3.5 Returning values: return [expr]; */
#include <cilk.h>

#include "../../check.h"

cilk int early(int n)
{
    int x;
    if (n < 0)
        return -1;
    while (n > 10) {
        x = spawn early(n - 10);
        sync;
        return x + 1;
    }
    return n;
}

static int n_through;

/* Without an expression, in the middle and at the end. */
cilk void middle(int n)
{
    if (n % 2)
        return;
    spawn middle(n + 1);
    sync;
    n_through++;
    return;
}

/* The value is computed before the implicit sync. */
cilk void add(int *a, int n)
{
    a[0] += n;
}

cilk int before(int *a)
{
    int n = 5;
    spawn add(a, 37);
    return n * 2;
}

/* Converted to the type of the procedure. */
cilk double wide(int n)
{
    return n;
}

cilk char narrow(int n)
{
    return (char)n;
}

struct big {
    long a[40];
};

cilk struct big large(int n)
{
    struct big b, left;
    int i;
    if (n > 0) {
        left = spawn large(n - 1);
        sync;
        left.a[n]++;
        return left;
    }
    for (i = 0; i < 40; i++)
        b.a[i] = i;
    return b;
}

cilk int main(void)
{
    int x, y, a[1] = {5};
    double d;
    char c;
    struct big b;
    x = spawn early(57);
    y = spawn before(a);
    d = spawn wide(3);
    c = spawn narrow(256 + 'x');
    b = spawn large(9);
    spawn middle(4);
    sync;
    printf("%d %d %d %g %c %ld %d\n", x, y, a[0], d, c, b.a[9] + b.a[39], n_through);
    return 0;
}

#ifdef REFUSED_1
cilk int f(int n)
{
    /* expect: +1:13: error: spawn cannot stand in a return: write `x = spawn f(...); sync; return x;' */
    return -spawn f(n);
}
#endif
