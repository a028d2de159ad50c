/* Local arrays of a function that its children write and read. */
#include <ucilk/macros.h>

#include "../process.h"
#include <string.h>

enum { N = 2000 };

cilk_task(void, fill, (int *)a, (long)n, (int)first)
{
    linger((unsigned long)first);
    scribble();
    for (long i = 0; i < n; i++)
        a[i] = first + (int)i;
}

cilk_task(void, slices, (long)n_children)
{
    unsigned long before = 0x1111, after = 0x2222;
    int a[N];
    memset(a, 0, sizeof a);
    long each = N / n_children;
    for (long c = 0; c < n_children; c++)
        spawn(fill, a + c * each, each, (int)(c * each));
    scribble();
    sync;
    for (int i = 0; i < each * n_children; i++)
        CHECK(a[i] == i);
    CHECK(before == 0x1111 && after == 0x2222);
}

cilk_task(void, square, (double *)a, (long)n)
{
    if (n == 1) {
        *a *= *a;
        return;
    }
    spawn(square, a, n / 2);
    spawn(square, a + n / 2, n - n / 2);
    sync;
}

cilk_task(void, sort, (int *)a, (long)n)
{
    if (n < 2)
        return;
    int scratch[N];
    long middle = n / 2;
    spawn(sort, a, middle);
    sort(a + middle, n - middle);
    sync;
    for (long i = 0, j = middle, k = 0; k < n; k++)
        scratch[k] =
            j == n || (i < middle && a[i] <= a[j]) ? a[i++] : a[j++];
    memcpy(a, scratch, (size_t)n * sizeof *a);
}

int main(void)
{
    for (long c = 1; c <= 64; c += 3)
        slices(c);
    double d[300];
    long n = scaled(300, 60);
    for (long i = 0; i < n; i++)
        d[i] = (double)i;
    {
        cilk_scope;
        spawn(square, d, n / 2);
        square(d + n / 2, n - n / 2);
    }
    for (long i = 0; i < n; i++)
        CHECK(d[i] == (double)(i * i));
    int a[N];
    n = scaled(N, 300);
    unsigned random = 1;
    for (long i = 0; i < n; i++)
        a[i] = (int)((random = random * 1103515245u + 12345) >> 20);
    sort(a, n);
    for (long i = 1; i < n; i++)
        CHECK(a[i - 1] <= a[i]);
    return right();
}
