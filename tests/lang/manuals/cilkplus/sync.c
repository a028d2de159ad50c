/* Sync: all children of the task block have ended; implicit ones. */
#include <cilk/cilk.h>

#include "../../check.h"

static int slow(int n)
{
    volatile int x = 0;
    for (int i = 0; i < 500; i++)
        x += n;
    return n;
}

/* Of all children, also of those in branches and loops. */
static int all(int n)
{
    int a[20], s = 0, i;
    for (i = 0; i < n; i++) {
        if (i % 2)
            a[i] = _Cilk_spawn slow(i);
        else
            a[i] = slow(i);
        if (i % 7 == 6)
            _Cilk_sync;
    }
    _Cilk_sync;
    for (i = 0; i < n; i++)
        s += a[i];
    return s;
}

/* Without children it has no effect. */
static int without(int n)
{
    if (n > 100)
        n = _Cilk_spawn slow(n);
    _Cilk_sync;
    _Cilk_sync;
    int x = _Cilk_spawn slow(n);
    _Cilk_sync;
    _Cilk_sync;
    return x;
}

/* The parent and siblings may run on; only this block waits. */
static int sibling(int n)
{
    int x = _Cilk_spawn slow(n), y = _Cilk_spawn slow(n + 1);
    _Cilk_sync;
    return x * y;
}

static int siblings(void)
{
    int a = _Cilk_spawn sibling(2), b = _Cilk_spawn sibling(4), c = sibling(6);
    _Cilk_sync;
    return a + b + c;
}

/* Rounds: what the children of one wrote the next ones read. */
static void step(const int *from, int *to, int n, int i)
{
    to[i] = (from[(i + 1) % n] * 3 + from[i]) % 1009;
}

static int rounds(int n)
{
    int a[2][16], s = 0;
    for (int i = 0; i < n; i++)
        a[0][i] = i;
    for (int r = 0; r < 10; r++) {
        for (int i = 0; i < n; i++)
            _Cilk_spawn step(a[r % 2], a[(r + 1) % 2], n, i);
        _Cilk_sync;
    }
    for (int i = 0; i < n; i++)
        s = s * 7 % 10007 + a[0][i];
    return s;
}

int main(void)
{
    printf("%d %d %d %d\n", all(20), without(5), siblings(), rounds(16));
    return 0;
}
