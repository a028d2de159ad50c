/* A macro task whose stack pointer the compiler changes between a spawn and the
 * sync: an array of variable length ends after a spawn, or with -DALLOCA the
 * task calls alloca after a spawn and reads the memory after the sync.  With
 * -DAPART the task has cilk_apart, as it must; without it the runtime detects
 * the mistake. */
#include "../process.h"
#include <ucilk/macros.h>

cilk_task(void, fill, (int *) a, (int) n)
{
    linger((unsigned long)n);
    for (int i = 0; i < n; i++)
        a[i] = n;
}

static __attribute__((noinline)) int last(const int *a, int n)
{
    return a[n - 1];
}

cilk_task(int, arrays, (int) n)
{
#ifdef APART
    cilk_apart;
#endif
    int right = 0;
    for (int i = 1; i <= n; i++) {
        int fixed[40];
        {
            int a[i];
            a[i - 1] = 7;
            spawn(fill, fixed, 40);
            right += last(a, i) == 7;
        }
        spawn(fill, fixed, 40);
        sync;
        right += last(fixed, 40) == 40;
    }
    return right;
}

cilk_task(int, takes, (int) n)
{
#ifdef APART
    cilk_apart;
#endif
    int fixed[40];
    spawn(fill, fixed, 40);
    int *a = __builtin_alloca((size_t)(100 + n) * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = n;
    sync;
    scribble();
    return last(fixed, 40) + last(a, n);
}

int main(void)
{
#ifdef ALLOCA
    for (int i = 1; i < 200; i++)
        CHECK(takes(i) == 40 + i);
#else
    CHECK(arrays(100) == 200);
#endif
    return right();
}
