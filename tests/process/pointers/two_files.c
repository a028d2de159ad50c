/* Pointers to locals that go to tasks of another file and back. */
#include "two_files.h"

#include "../process.h"
#include <ucilk/ucilk.h>

/* Those in odd places; the other file counts those in even ones. */
void count_odd(const int *a, long n, long *result)
{
    if (n < 2) {
        *result = 0;
        return;
    }
    long rest;
    spawn count_even(a + 1, n - 1, &rest);
    scribble();
    sync;
    *result = rest;
}

static void add(void *closure, long i)
{
    linger((unsigned long)i);
    atomic_fetch_add((atomic_long *)closure, i);
}

static void put(void *closure, long i)
{
    linger((unsigned long)i);
    ((long *)closure)[i] = i * i;
}

int main(void)
{
    enum { N = 200 };
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    long n = scaled(N, 60), even = -1, odd = -1;
    spawn count_even(a, n, &even);
    spawn count_odd(a, n, &odd);
    sync;
    CHECK(even == (n + 1) / 2 && odd == n / 2);
    atomic_long sum = 0;
    long squares[N], n_added, n_put;
    n_added = spawn visit(N, add, &sum);
    n_put = visit(N, put, squares);
    sync;
    CHECK(n_added == N && n_put == N && sum == N * (N - 1) / 2);
    for (long i = 0; i < N; i++)
        CHECK(squares[i] == i * i);
    return right();
}
