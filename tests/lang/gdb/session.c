/* For gdb_session.py, which puts breakpoints where the comments are. */
#include <stdio.h>
#include <sys/prctl.h>
#include <ucilk/ucilk.h>
#include <unistd.h>
#include <sys/mman.h>

static volatile int *shared; /* by the workers */
#define stolen shared[0]
#define hanging shared[1]

/* Until a debugger has looked. */
static __attribute__((noinline)) void hang(void)
{
    puts("hanging");
    fflush(stdout);
    while (hanging)
        usleep(1000);
}

static long leaf(int n)
{
    int local = n + 1;
    return local * 2L; /* in leaf */
}

static long inner(int n)
{
    long result = 0, other;
    result = spawn leaf(n); /* at the spawn */
    other = leaf(0);
    sync;
    return result + other; /* behind the sync */
}

static void wait_for_thief(void)
{
    while (!stolen || hanging)
        usleep(1000);
}

static void outer(int n)
{
    int local = n * 3;
    spawn wait_for_thief();
    stolen = local; /* where a thief is */
    if (hanging)
        hang();
    sync;
}

/* Its continuation is stolen before that of outer. */
static void root(void)
{
    volatile int root_local = 7;
    (void)root_local;
    spawn outer(14);
}

#ifndef UCILK_MACROS_H
static void zero(void *view)
{
    *(long *)view = 0;
}

static void plus(void *left, void *right)
{
    *(long *)left += *(long *)right;
}

static long looped(int n, int by)
{
    long cilk_reducer(zero, plus) sum = 0;
    cilk_for (int i = 0; i < n; i++) {
        long product = i * by;
        sum += product; /* in the loop */
    }
    return sum;
}
#else
static long looped(int n, int by)
{
    return (long)n * (n - 1) / 2 * by;
}
#endif

static long later(int n)
{
    return n + 1L; /* in later */
}

static long maker(int n)
{
    ucilk_future_t f = cilk_future later(n); /* at the future */
    return ucilk_future_get(long, f);
}

int main(int argc, char **argv)
{
    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    (void)argv;
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* gdb -p without being root */
    hanging = argc > 2;
    if (argc > 1)
        root();
    printf("%ld\n", inner(20) + looped(100, 3) - 14850 + maker(0) - 1);
    return 0;
}
