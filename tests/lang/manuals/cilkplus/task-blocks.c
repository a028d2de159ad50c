/* Task blocks: the body of a spawning function, of a _Cilk_for, each with an
 * implicit sync at its end, which waits for its own children. */
#include <cilk/cilk.h>

#include "../../check.h"

static void set(int *place, int value)
{
    *place = value;
}

static int slow(int n)
{
    volatile int x = 0;
    for (int i = 0; i < 2000; i++)
        x += n;
    return n;
}

static void late(int *place, int n)
{
    *place += slow(n);
}

/* The end of a function, a return in the middle of one. */
static void function(int *a, int n)
{
    for (int i = 0; i < n; i++)
        _Cilk_spawn set(&a[i], i);
    if (n == 5)
        return;
    _Cilk_spawn set(&a[0], 100);
}

/* The receiver has its value before the sync at the end. */
static void receiver(int *place)
{
    *place = _Cilk_spawn slow(7);
}

/* A body of a loop syncs each iteration; a sync in it does not wait for
 * what the function has spawned. */
static int bodies(int n)
{
    int a[12][3], early = 0, x = 0;
    _Cilk_spawn late(&early, n);
    _Cilk_for (int i = 0; i < 12; i++) {
        _Cilk_spawn set(&a[i][0], i);
        a[i][1] = _Cilk_spawn slow(i);
        _Cilk_sync;
        CHECK(a[i][0] == i && a[i][1] == i);
        _Cilk_spawn set(&a[i][2], -i);
    }
    for (int i = 0; i < 12; i++)
        x += a[i][0] * a[i][1] + a[i][2];
    _Cilk_sync;
    return x * 10 + early;
}

/* A sync of the function does not wait for others' children. */
static int inner(int n)
{
    int x = _Cilk_spawn slow(n);
    _Cilk_sync;
    return x;
}

static int nested(int n)
{
    int x = _Cilk_spawn slow(n);
    int y = inner(n);
    _Cilk_sync;
    return x + y;
}

int main(void)
{
    int a[10] = {0}, r;
    function(a, 10);
    CHECK(a[9] == 9);
    function(a, 5);
    receiver(&r);
    printf("%d %d %d %d %d\n", a[4], a[0], r, bodies(4), nested(3));
    return 0;
}

#ifdef REFUSED_1
/* goto does not enter or leave a block. */
int jumps(int n)
{
    if (n == 1)
        /* expect: +1:9: error: goto cannot lead into a cilk_for */
        goto in;
    _Cilk_for (int i = 0; i < n; i++) {
        slow(i);
    in:
        slow(i + 1);
    }
    _Cilk_for (int i = 0; i < n; i++)
        if (i > 3)
            /* expect: +1:13: error: goto cannot lead out of a cilk_for */
            goto out;
out:
    return n;
}
#endif
