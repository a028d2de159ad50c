/* Addresses of locals that reach a task by way of plain calls. */
/* flags: --ucilk-cluster -Wno-error=ucilk -Wno-ucilk-malloc -Wno-ucilk-shared-write */
#include <stdlib.h>
#include <ucilk/ucilk.h>

enum { N = 100 };
static int everywhere[N];
void later(int *a, int n);
int look(const int *a);

void sort(int *a, int n)
{
    if (n < 2)
        return;
    spawn sort(a, n / 2);
    sort(a + n / 2, n - n / 2);
    sync;
}

void sort_by_variable(int n, int *low)
{
    int *middle = low + n / 2;
    if (n > 1)
        spawn sort_by_variable(n / 2, middle);
}

void fill(int n, int a[])
{
    cilk_for (int i = 0; i < n; i++)
        a[i] = i;
}

/* By way of another one. */
static void wrapped(int n, int *a)
{
    sort(a, n);
}

/* Only its own strand uses what `result' leads to; and a task gets values. */
static void add(int *result, const int *a)
{
    int x = spawn look(everywhere);
    int y = spawn look(everywhere + a[0]);
    sync;
    *result = x + y;
}

void locals(int n)
{
    int a[N], x, *p = a, *heap = malloc(N * sizeof *heap);
    static int own[N];
    sort(a, N); /* expect: +0:10: warning: the address of the local variable `a' is given to `sort', which gives it to a task */
    sort(&a[n], N); /* expect: +0:10: warning: the address of the local variable `a' is given to `sort' */
    sort(p, N); /* expect: +0:10: warning: the address of the local variable `a' is given to `sort' */
    sort_by_variable(N, a); /* expect: +0:25: warning: the address of the local variable `a' is given to `sort_by_variable' */
    fill(N, a); /* expect: +0:13: warning: the address of the local variable `a' is given to `fill' */
    wrapped(N, a); /* expect: +0:16: warning: the address of the local variable `a' is given to `wrapped' */
    sort(everywhere, N);
    sort(own, N);
    sort(heap, N);
    add(&x, a);
    look(a);
    later(a, N); /* not seen through: behind its caller */
}

/* That these only call what spawns: nothing else is said of them. */
static int calls;
int *counted(int n)
{
    calls++;
    sort(everywhere, n);
    return everywhere;
}

void later(int *a, int n)
{
    spawn sort(a, n);
}
