/* For gdb.sh: a task three spawns deep, or one that was stolen and spins. */
#include <ucilk/macros.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/mman.h>

static volatile int *shared, go_on = 1;
#define stolen shared[0]

cilk_task(long, leaf, (int) n)
{
    return n;
}

cilk_task(long, inner, (int) n)
{
    long x;
    spawn_to(x, leaf, n);
    sync;
    return x;
}

cilk_task(long, outer, (int) n)
{
    long x;
    spawn_to(x, inner, n);
    sync;
    return x;
}

cilk_task(void, wait_for_thief, (void *) nothing)
{
    (void)nothing;
    while (!stolen)
        usleep(1000);
}

static void spin_here(void)
{
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* gdb -p without being root */
    printf("spinning in %d\n", (int)syscall(SYS_gettid));
    stolen = 1;
    while (go_on)
        usleep(1000);
}

/* Its continuation runs elsewhere, without what spawned it. */
cilk_task(void, middle, (int) n)
{
    spawn(wait_for_thief, NULL);
    if (n == 42)
        spin_here();
}

/* Its continuation, the root thread, is stolen before that of middle. */
cilk_task(void, root, (int) n)
{
    spawn(middle, n);
    while (!stolen)
        usleep(1000);
}

int main(int argc, char **argv)
{
    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (argc > 1 && atoi(argv[1]) == 42)
        root(42);
    return outer(7) != 7;
}
