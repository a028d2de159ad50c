/* session.c in macros. */
#include <stdio.h>
#include <sys/prctl.h>
#include <ucilk/macros.h>
#include <unistd.h>
#include <sys/mman.h>

static volatile int *shared; /* by the workers */
#define stolen shared[0]
#define hanging shared[1]

/* Until a debugger has looked. */
static void hang(void)
{
    puts("hanging");
    fflush(stdout);
    while (hanging)
        usleep(1000);
}

cilk_static_task(long, leaf, (int) n)
{
    int local = n + 1;
    return local * 2L; /* in leaf */
}

cilk_static_task(long, inner, (int) n)
{
    long result = 0, other;
    spawn_to(result, leaf, n); /* at the spawn */
    other = leaf(0);
    sync;
    return result + other; /* behind the sync */
}

cilk_static_task(void, wait_for_thief)
{
    while (!stolen || hanging)
        usleep(1000);
}

cilk_static_task(void, outer, (int) n)
{
    int local = n * 3;
    spawn(wait_for_thief);
    stolen = local; /* where a thief is */
    if (hanging)
        hang();
    sync;
}

/* Its continuation is stolen before that of outer. */
cilk_static_task(void, root)
{
    volatile int root_local = 7;
    (void)root_local;
    spawn(outer, 14);
}

cilk_static_task(long, later, (int) n)
{
    return n + 1L; /* in later */
}

cilk_static_task(long, maker, (int) n)
{
    ucilk_future_t f = cilk_future(later, n); /* at the future */
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
    printf("%ld\n", inner(20) + maker(0) - 1);
    return 0;
}
