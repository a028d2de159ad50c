/* 3.6 Synchronization: sync; wherever a statement is allowed. */
#include <cilk.h>

#include "../../check.h"

cilk int same(int n)
{
    return n;
}

cilk void set(int *place, int value)
{
    *place = value;
}

/* All children spawned before it have returned. */
cilk int all(int n)
{
    int a[50], i, sum = 0;
    for (i = 0; i < n; i++)
        spawn set(&a[i], i);
    sync;
    for (i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

/* Under if, in loops, switches, behind labels, twice. */
cilk int places(int n)
{
    int x = 0, y = 0, i;
    x = spawn same(n);
    if (n > 0)
        sync;
    else
        y = 1;
    y += x;
    for (i = 0; i < 3; i++) {
        x = spawn same(i);
        sync;
        y += x;
    }
    do
        sync;
    while (n < 0);
    x = spawn same(9);
    switch (n) {
    case 5:
        sync;
        y += x;
        break;
    default:
        goto end;
    }
    x = spawn same(100);
end:
    sync;
    sync;
    {
        sync;
    }
    return y * 1000 + x;
}

/* Not executed it waits for nothing, and the return waits. */
cilk int skipped(int n)
{
    int kept = 3;
    spawn set(&kept, 4);
    if (n)
        sync;
    return n ? kept : 4;
}

/* What children of children have written is seen, too. */
cilk void deep(int *a, int n)
{
    if (n == 1) {
        *a = 1;
        return;
    }
    spawn deep(a, n / 2);
    spawn deep(a + n / 2, n - n / 2);
    sync;
    a[0] += a[n / 2];
}

cilk int main(void)
{
    int x, y, z, s, a[40] = {0};
    x = spawn all(50);
    y = spawn places(5);
    z = spawn skipped(0);
    s = spawn skipped(1);
    spawn deep(a, 40);
    sync;
    printf("%d %d %d %d %d\n", x, y, z, s, a[0]);
    return 0;
}
