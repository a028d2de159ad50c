/* The words of Cilk-5: cilk, spawn, sync, SYNCHED. */
#include <ucilk/ucilk.h>

#include "check.h"

cilk long fib(int n);

cilk long fib(int n)
{
    if (n < 2)
        return n;
    else {
        long x, y;
        x = spawn fib(n - 1);
        y = spawn fib(n - 2);
        sync;
        return x + y;
    }
}

struct operations {
    cilk long (*run)(int);
    int more;
};

static cilk long call(cilk long (*run)(int), int n)
{
    long x = spawn run(n);
    sync;
    return x;
}

static const struct operations shared = {.run = fib, .more = 1000};

cilk static long through(const struct operations *o, int n)
{
    long x;
    x = spawn o->run(n);
    sync;
    return x + o->more;
}

/* What a child leaves behind may only be used again after it. */
cilk static int synched(int n)
{
    long x;
    if (!SYNCHED)
        return 0;
    x = spawn fib(n);
    int before = SYNCHED; /* either */
    sync;
    return SYNCHED && (before == 0 || before == 1) && x == 55;
}

/* No spawn: nothing is outstanding. */
cilk static int nothing(void)
{
    sync;
    return SYNCHED;
}

cilk int main(int argc, char *argv[])
{
    long x = 0;
    (void)argv;
    CHECK(argc == 1);
    CHECK(fib((int)scaled(20, 9)) == scaled(6765, 34));
    x = spawn call(fib, 10);
    sync;
    printf("%ld\n", x);
    x = spawn through(&shared, 10);
    sync;
    printf("%ld %d\n", x, nothing());
    for (int i = 0; i < 20; i++)
        CHECK(synched(10));
    return 0;
}
