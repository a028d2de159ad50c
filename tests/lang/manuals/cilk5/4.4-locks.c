/* 4.4 Locks: Cilk_lockvar, Cilk_lock_init, Cilk_lock, Cilk_unlock; also 2.6. */
#include <cilk-lib.h>
#include <cilk.h>

#include "../../check.h"

static Cilk_lockvar mylock;
static int counter, inside;

cilk void count(int n)
{
    if (n == 0) {
        Cilk_lock(mylock); /* begin critical section */
        CHECK(inside++ == 0);
        counter++;
        inside--;
        Cilk_unlock(mylock); /* end critical section */
        return;
    }
    spawn count(n - 1);
    spawn count(n - 1);
    sync;
}

/* Locks in objects, taken in the order of memory. */
struct account {
    Cilk_lockvar lock;
    long money;
};

cilk void transfer(struct account *from, struct account *to, long sum)
{
    struct account *first = from < to ? from : to, *second = from < to ? to : from;
    Cilk_lock(first->lock);
    Cilk_lock(second->lock);
    from->money -= sum;
    to->money += sum;
    Cilk_unlock(second->lock);
    Cilk_unlock(first->lock);
}

cilk int bank(int n)
{
    struct account a[8];
    long total = 0;
    int i;
    for (i = 0; i < 8; i++) {
        Cilk_lock_init(a[i].lock);
        a[i].money = 100 * i;
    }
    for (i = 0; i < n; i++)
        if (i % 8 != i * 3 % 8)
            spawn transfer(&a[i % 8], &a[i * 3 % 8], i);
    sync;
    for (i = 0; i < 8; i++)
        total += a[i].money;
    return (int)total;
}

cilk int main(void)
{
    int x, n = (int)scaled(10, 6);
    Cilk_lock_init(mylock);
    spawn count(n);
    x = spawn bank(200);
    sync;
    CHECK(counter == 1 << n);
    printf("%d\n", x);
    return 0;
}
