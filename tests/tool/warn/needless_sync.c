/* Syncs that wait for nothing. */
#include <ucilk/ucilk.h>

#define DONE sync
#define IN_PARALLEL(statement) do { statement; sync; } while (0)

long f(long n);

long alone(long n)
{
    n = f(n);
    sync; /* expect: +0:5: warning: nothing is spawned in this function that sync could wait for [-Wucilk-needless-sync] */
    return n;
}

long inner(long n)
{
    spawn f(n);
    cilk_for (long i = 0; i < n; i++) {
        f(i);
        cilk_sync; /* expect: +0:9: warning: nothing is spawned in this body of a cilk_for that sync could wait for */
    }
    cilk_scope {
        f(n);
        sync; /* expect: +0:9: warning: nothing is spawned in this cilk_scope that sync could wait for */
    }
    sync;
    return n;
}

long futures(long n)
{
    ucilk_future_t h = cilk_future f(n);
    sync; /* expect: +0:5: warning: nothing is spawned in this function that sync could wait for */
    return ucilk_future_get(long, h);
}

/* No warnings. */
long fine(long n)
{
    cilk_for (long i = 0; i < n; i++) {
        spawn f(i);
        sync;
    }
    cilk_scope {
        spawn f(n);
        sync;
    }
    IN_PARALLEL(f(n));
    DONE;
    return n;
}
