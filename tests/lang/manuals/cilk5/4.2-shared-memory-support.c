/* 4.2 Shared memory support: Cilk_alloca; also 2.4 Storage allocation. */
#include <cilk-lib.h>
#include <cilk.h>
#include <string.h>

#include "../../check.h"

/* Downwards the memory of the procedure may be used. */
cilk void fill(int *a, int n, int value)
{
    if (n == 1) {
        *a = value;
        return;
    }
    spawn fill(a, n / 2, value);
    fill(a + n / 2, n - n / 2, value + n / 2);
}

cilk int sum(int n)
{
    int *a = Cilk_alloca((size_t)n * sizeof *a), *b, i, s = 0;
    spawn fill(a, n, 1);
    b = Cilk_alloca((size_t)n * sizeof *b);
    spawn fill(b, n, 1000);
    sync;
    for (i = 0; i < n; i++)
        s += a[i] + 2 * b[i];
    return s;
}

/* A block for each round. */
cilk int rounds(int n)
{
    char *part[16];
    int i, j, ok = 1;
    for (i = 0; i < n; i++) {
        part[i] = Cilk_alloca(100);
        memset(part[i], i, 100);
        spawn fill((int *)(void *)part[i], 1, 0x01010101 * i);
    }
    sync;
    for (i = 0; i < n; i++)
        for (j = 0; j < 100; j++)
            ok &= part[i][j] == i;
    return ok;
}

/* In a C function: freed at its end. */
static int in_c(int n)
{
    int *a = Cilk_alloca((size_t)n * sizeof *a), i, s = 0;
    for (i = 0; i < n; i++)
        a[i] = i;
    for (i = 0; i < n; i++)
        s += a[i];
    return s;
}

/* Upwards memory goes from the heap. */
cilk int *heap(int n)
{
    int *a = malloc((size_t)n * sizeof *a);
    fill(a, n, 0);
    return a;
}

cilk int main(void)
{
    int x, y, *p;
    x = spawn sum(300);
    y = spawn rounds(16);
    p = spawn heap(100);
    sync;
    printf("%d %d %d %d\n", x, y, p[99], in_c(50));
    free(p);
    return 0;
}
