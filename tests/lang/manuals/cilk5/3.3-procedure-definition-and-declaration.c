/* 3.3 Procedure definition and declaration: all places of `cilk'. */
#include <cilk.h>

#include "../../check.h"

cilk int later(int n);              /* a prototype */
cilk void nothing();                /* an empty argument list */
cilk extern int none(void);         /* a void one */
extern cilk int unnamed(int, char); /* parameters without names */
static cilk double mean(double *a, int n);
cilk int *place(int a[], int i);

static int n_calls;

cilk int none(void)
{
    return 1;
}

cilk void nothing()
{
    n_calls++;
}

cilk int unnamed(int a, char b)
{
    return a + b;
}

cilk static double mean(double *a, int n)
{
    double x, y;
    if (n == 1)
        return a[0];
    x = spawn mean(a, n / 2);
    y = spawn mean(a + n / 2, n / 2);
    sync;
    return (x + y) / 2;
}

cilk int *place(int a[], int i)
{
    return &a[i];
}

/* Of C's other types of results and arguments. */
struct pair {
    short first;
    double second;
};
typedef cilk struct pair (*maker)(int);

cilk struct pair pair(int n)
{
    struct pair p = {(short)n, n / 2.0};
    return p;
}

cilk unsigned char many(char a, short b, long c, unsigned long long d, float e,
                        double f, struct pair p, int *q)
{
    return (unsigned char)(a + b + c + (int)d + e + f + p.second + *q);
}

cilk int later(int n)
{
    cilk int inner(int n); /* a declaration in a procedure */
    int x;
    if (n == 0)
        return 0;
    x = spawn inner(n - 1);
    sync;
    return x + 1;
}

cilk int inner(int n)
{
    int x;
    x = spawn later(n);
    sync;
    return x;
}

cilk int main(void)
{
    double a[16], m;
    int i, x, y, z, *p, b[3] = {1, 2, 3};
    struct pair q;
    unsigned char c;
    maker make = pair;
    for (i = 0; i < 16; i++)
        a[i] = i;
    x = spawn later(10);
    y = spawn none();
    z = spawn unnamed(1, 2);
    m = spawn mean(a, 16);
    p = spawn place(b, 2);
    q = spawn make(5);
    spawn nothing();
    sync;
    c = spawn many(1, 2, 3, 4, 5, 6, q, p);
    sync;
    printf("%d %d %d %g %d %d %g %d %d\n", x, y, z, m, *p, q.first, q.second, n_calls, c);
    return 0;
}
