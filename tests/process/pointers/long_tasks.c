/* Continuations that wait above a long task go to idle workers, also where many
 * short spawns came before (docs/protocols/lazy.md, W4). */
#include "../process.h"
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

enum { LEVELS = 12, SHORT = 1000 };

static atomic_int running, most;

static void rest(void)
{
    int n = atomic_fetch_add(&running, 1) + 1, seen = atomic_load(&most);
    while (n > seen && !atomic_compare_exchange_weak(&most, &seen, n))
        ;
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    atomic_fetch_sub(&running, 1);
}

static void count(long *n)
{
    ++*n;
}

static void chain(int levels)
{
    if (levels > 0)
        spawn chain(levels - 1);
    rest();
    sync;
}

static void late(void)
{
    long n = 0;
    for (int i = 0; i < SHORT; i++) {
        spawn count(&n);
        sync;
    }
    CHECK(n == SHORT);
    chain(LEVELS);
}

static void tree(int n)
{
    if (n == 1) {
        rest();
        return;
    }
    spawn tree(n / 2);
    tree(n - n / 2);
    sync;
}

static void several(const char *name)
{
    int n = atomic_exchange(&most, 0), workers = (int)ucilk_nworkers();
    if (workers > 1 && n < 2) {
        printf("%s: one at a time, on %d workers\n", name, workers);
        exit(1);
    }
}

int main(void)
{
    spawn late();
    sync;
    several("late");
    spawn tree(LEVELS);
    sync;
    several("tree");
    return right();
}
