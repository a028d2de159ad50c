/* All workers run strands at the same time, each with its own number, again and
 * again; after each sync main is in its own thread.  Without work they use no CPU
 * time. */
#define _GNU_SOURCE
#include "../process.h"
#include <sys/syscall.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>
#include <unistd.h>

enum { MAX = 1024 };

static void arrive(atomic_int *here, atomic_int *seen, int n)
{
    unsigned me = ucilk_worker();
    CHECK((int)me < n);
    CHECK(atomic_exchange(&seen[me], 1) == 0);
    CHECK(meet(here, n));
    CHECK(ucilk_worker() == me);
}

static void all(int n)
{
    atomic_int here = 0, seen[MAX];
    for (int i = 0; i < n; i++)
        seen[i] = 0;
    for (int i = 0; i < n; i++)
        spawn arrive(&here, seen, n);
    sync;
    CHECK(here == n);
    for (int i = 0; i < n; i++)
        CHECK(seen[i] == 1);
}

/* The continuation meets the child. */
static void both(void)
{
    atomic_int here = 0;
    int met = 0;
    met = spawn meet(&here, 2);
    CHECK(meet(&here, 2));
    sync;
    CHECK(met);
}

/* The iterations of a loop meet. */
static void loop(int n)
{
    atomic_int here = 0, *p = &here;
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < n; i++)
        CHECK(meet(p, n));
}

/* So do futures and their maker. */
static void futures(void)
{
    atomic_int here = 0;
    ucilk_future_t f = cilk_future meet(&here, 2);
    CHECK(meet(&here, 2));
    CHECK(ucilk_future_get(int, f));
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void idle(void)
{
    usleep(100000); /* until they sleep */
    double before = cpu_seconds();
    usleep(300000);
    double used = cpu_seconds() - before;
    if (used > 0.1) {
        fprintf(stderr, "idle for 0.3 s, used %.3f s\n", used);
        exit(1);
    }
}

int main(void)
{
    int n = (int)ucilk_nworkers();
    const char *asked = getenv("UCILK_NWORKERS");
    CHECK(n >= 1 && n <= MAX);
#ifndef UCILK_SERIAL
    CHECK(!asked || n == atoi(asked));
#endif
    (void)asked;
    for (int k = 0; k < (n > 8 ? 3 : 10); k++) {
        all(n);
        CHECK(syscall(SYS_gettid) == getpid());
        if (n < 2)
            continue;
        both();
        CHECK(syscall(SYS_gettid) == getpid());
        loop(n);
        CHECK(syscall(SYS_gettid) == getpid());
        futures();
        CHECK(syscall(SYS_gettid) == getpid());
        usleep(2000); /* they may sleep */
    }
    idle();
    all(n); /* they wake up again */
    return right();
}
