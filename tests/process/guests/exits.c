/* exit(n) in any task ends the program with status n, runs each handler once,
 * and flushes buffered output once.  The program runs itself for each case. */
#define _GNU_SOURCE
#include "../runs_itself.h"
#include <pthread.h>
#include <signal.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

static atomic_int n_handled;

static void handler(void)
{
    ++n_handled;
    printf("handler %d\n", (int)n_handled);
}

static void at_quick(void)
{
    CHECK(write(1, "quick\n", 6) == 6);
}

static void leave(int depth, int status, long *sum)
{
    long a, b;
    if (depth == 0)
        exit(status);
    cilk_spawn leave(depth - 1, status, &a);
    b = depth;
    cilk_sync;
    *sum = a + b;
}

static void rest(long *p)
{
    usleep(50000);
    *p = 1;
}

static void *live(void *p)
{
    long sum;
    cilk_spawn leave(3, *(int *)p, &sum);
    cilk_sync;
    return NULL;
}

static void get(long *sum, ucilk_future_t f)
{
    *sum = ucilk_future_get(long, f);
}

/* All workers but one are busy, for ever. */
static void spin(atomic_int *here)
{
    for (atomic_fetch_add(here, 1);;)
        linger(1);
}

static void leave_others(atomic_int *here, int n)
{
    CHECK(await(here, n));
    exit(13);
}

static void slow(void)
{
    usleep(2000);
    handler();
}

static void leave_at_once(atomic_int *here, int n)
{
    atomic_fetch_add(here, 1);
    for (int i = 0; i < 200 && *here < n; i++) /* one worker is alone */
        usleep(100);
    exit(14);
}

static long future(int status)
{
    if (status >= 0)
        exit(status);
    return status;
}

static int inner(const char *which)
{
    long sum = 0;
    int six = 6;
    pthread_t t;
    atexit(handler);
    at_quick_exit(at_quick);
    setvbuf(stdout, NULL, _IOFBF, BUFSIZ); /* musl writes a pipe's first line at once */
    printf("text\n");
    cilk_spawn rest(&sum);
    cilk_sync;
    if (strcmp(which, "task") == 0) {
        cilk_spawn leave(5, 3, &sum);
        cilk_sync;
    } else if (strcmp(which, "continuation") == 0) {
        cilk_spawn rest(&sum);
        exit(4);
    } else if (strcmp(which, "loop") == 0) {
        cilk_for (int i = 0; i < 1000; i++)
            if (i == 500)
                exit(5);
    } else if (strcmp(which, "guest") == 0) {
        CHECK(pthread_create(&t, NULL, live, &six) == 0);
        for (;;)
            pause();
    } else if (strcmp(which, "future") == 0) {
        ucilk_future_t f = cilk_future future(7);
        cilk_spawn get(&sum, f);
        cilk_sync;
    } else if (strcmp(which, "busy") == 0) {
        static atomic_int here;
        int n = (int)ucilk_nworkers() - 1;
        for (int i = 0; i < n; i++)
            cilk_spawn spin(&here);
        cilk_spawn leave_others(&here, n);
        cilk_sync;
    } else if (strcmp(which, "at_once") == 0) {
        static atomic_int here;
        int n = (int)ucilk_nworkers();
        for (int i = 0; i < 3; i++)
            atexit(slow);
        for (int i = 0; i < n; i++)
            cilk_spawn leave_at_once(&here, n);
        cilk_sync;
    } else if (strcmp(which, "quick_exit") == 0) {
        cilk_spawn rest(&sum);
        quick_exit(8);
    } else if (strcmp(which, "_exit") == 0) {
        cilk_spawn rest(&sum);
        _exit(9);
    } else if (strcmp(which, "main") == 0) {
        cilk_spawn rest(&sum);
        cilk_sync;
        return 10;
    } else if (strcmp(which, "main_exit") == 0) {
        exit(11);
    } else if (strcmp(which, "open") == 0) {
        cilk_spawn rest(&sum); /* joined by the return */
        return 12;
    } else if (strcmp(which, "abort") == 0) {
        cilk_spawn rest(&sum);
        close(2); /* names the worker */
        abort();
    } else if (strcmp(which, "signal") == 0) {
        cilk_spawn rest(&sum);
        raise(SIGTERM);
    }
    return 1;
}

int main(int argc, char **argv)
{
#define ONCE 2, {"text\nhandler 1\n"}, NULL
    static const struct run cases[] = {
        {"task", 3, ONCE}, {"continuation", 4, ONCE}, {"loop", 5, ONCE},
        {"guest", 6, ONCE}, {"future", 7, ONCE}, {"busy", 13, ONCE},
        {"quick_exit", 8, 1, {"quick\n"}, NULL}, {"_exit", 9, 0, {""}, NULL},
        {"main", 10, ONCE}, {"main_exit", 11, ONCE}, {"open", 12, ONCE},
        {"at_once", 14, 5, {"text\nhandler 1\nhandler 2\nhandler 3\nhandler 4\n"}, NULL},
        {"abort", BY_SIGNAL + SIGABRT, 0, {""}, NULL},
        {"signal", BY_SIGNAL + SIGTERM, 0, {""}, NULL},
    };
    if (argc > 1)
        return inner(argv[1]);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (!ends_as(&cases[i]))
            return 1;
    return right();
}
