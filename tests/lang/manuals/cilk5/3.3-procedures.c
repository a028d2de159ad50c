/* 3.2 Keywords: C code has the words as identifiers between #pragma lang +C and
 * -C; here that needs no pragma where they are no words of Cilk.  3.3 Procedure
 * definition and declaration: all places of `cilk'. */
#include <cilk.h>
#include <unistd.h>

#include "../../check.h"

#pragma lang +C
static int all_of_them(int n)
{
    int cilk = n, spawn = 2, sync = 3, inlet = 4, abort = 5, shared = 6, private = 7;
    sync = sync + 1;
    spawn = sync + cilk;
    return cilk + spawn * sync + inlet - abort + shared * private;
}
struct plain {
    int sync, spawn, inlet;
};
#pragma lang -C

static int members(struct plain *p)
{
    p->sync = 1;
    p->spawn = 2;
    return p->sync + p->spawn + p->inlet;
}

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
    return (a[0] + a[n - 1]) / 2;
}

cilk int *place(int a[], int i)
{
    return &a[i];
}

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
    return later(n);
}

cilk int main(void)
{
    double a[2] = {3, 4}, m;
    int x, y, z, *p, b[3] = {1, 2, 3}, shared = 1, private = 2;
    struct pair q;
    struct plain words = {5, 6, 7};
    maker make = pair;
    x = spawn later(10);
    y = spawn none();
    z = spawn unnamed(1, 2);
    m = spawn mean(a, 2);
    p = spawn place(b, 2);
    q = spawn make(5);
    spawn nothing();
    sync;
    if (x == 0)
        (sync)(); /* of <unistd.h> */
    printf("%d %d %d %g %d %d %g %d\n", x, y, z, m, *p, q.first, q.second, n_calls);
    printf("%d %d\n", all_of_them(10), members(&words) * shared + private);
    return 0;
}
