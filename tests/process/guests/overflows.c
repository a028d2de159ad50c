/* A stack or a deque overflows, in guests and in threads of the pool: one line
 * names the task and the limit to raise, and the program ends by SIGSEGV.  The
 * program runs itself for each case. */
#define _GNU_SOURCE
#include "../runs_itself.h"
#include <pthread.h>
#include <signal.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

static atomic_int stolen;

/* On its own, and by spawns. */
static __attribute__((noinline)) long sink(long depth)
{
    volatile char own[200];
    own[depth % 200] = 1;
    return depth < 0 ? depth : sink(depth + 1) + own[depth % 200];
}

static long descend(long depth)
{
    long below = 0;
    volatile char own[200];
    own[depth % 200] = 1;
    if (depth >= 0)
        below = spawn descend(depth + 1);
    sync;
    return below + own[depth % 200];
}

/* Frames that are larger than a page, and written at their lower ends only. */
static __attribute__((noinline)) long jump(long depth)
{
    volatile char own[60000];
    own[0] = 1;
    return depth < 0 ? depth : jump(depth + 1) + own[0];
}

static long plain(long depth)
{
    return sink(depth);
}

static long jumps(long depth)
{
    return jump(depth);
}

static void wait_for_thief(void)
{
    while (ucilk_nworkers() > 1 && !stolen)
        usleep(100);
}

/* The continuation overflows, in a thread of the pool. */
static void outer(void)
{
    spawn wait_for_thief();
    stolen = 1;
    sink(0);
    sync;
}

static void root(void)
{
    spawn outer();
    while (ucilk_nworkers() > 2 && !stolen)
        usleep(100);
    sync;
}

static void *live(void *unused)
{
    (void)unused;
    spawn plain(0);
    sync;
    return NULL;
}

/* The function keeps its own stack, since its stack pointer is its own. */
static __attribute__((noinline)) void stay(int n)
{
    volatile char own[n];
    own[n - 1] = 1;
    spawn wait_for_thief();
    stolen = 1;
    sink(own[n - 1]);
    sync;
}

static void *live_apart(void *unused)
{
    (void)unused;
    stay(10);
    return NULL;
}

/* Each child on a chunk of its own. */
static long nest(int depth)
{
    volatile char own[depth % 7 + 1];
    long below = 0;
    own[0] = 1;
    if (depth < 10000000)
        below = spawn nest(depth + 1);
    sync;
    return below + own[0];
}

static void thread(void *(*run)(void *))
{
    pthread_t t;
    CHECK(pthread_create(&t, NULL, run, NULL) == 0);
    CHECK(pthread_join(t, NULL) == 0);
}

static int inner(const char *which)
{
    if (strcmp(which, "spawns") == 0)
        spawn descend(0);
    else if (strcmp(which, "calls") == 0)
        spawn plain(0);
    else if (strcmp(which, "jumps") == 0)
        spawn jumps(0);
    else if (strcmp(which, "pool") == 0)
        root();
    else if (strcmp(which, "guest") == 0)
        thread(live);
    else if (strcmp(which, "own") == 0)
        stay(10);
    else if (strcmp(which, "own_guest") == 0)
        thread(live_apart);
    else if (strcmp(which, "deque") == 0)
        spawn nest(0);
    sync;
    return 0;
}

int main(int argc, char **argv)
{
    static const char small[] = "UCILK_STACK_SIZE=1M";
    enum { END = BY_SIGNAL + SIGSEGV };
#define WORKER "ucilk: worker "
    static const struct run cases[] = {
        {"spawns", END, 1, {WORKER, "in task `descend' spawned at ", "overflows.c:",
                            " spawns deep", "all 1 MiB"}, small},
        {"calls", END, 1, {WORKER, "in task `plain' spawned at ", "raise UCILK_STACK_SIZE"}, small},
        {"jumps", END, 1, {WORKER, "in task `jumps' spawned at ", "all 256 MiB"}, NULL},
        {"pool", END, 1, {WORKER, "in task `outer' spawned at ", "raise UCILK_STACK_SIZE"}, small},
        {"guest", END, 1, {WORKER, "in task `plain' spawned at ", "overflows.c:"}, small},
        {"own", END, 1, {WORKER, "outside of any task", "the system gave", "ulimit -s"}, NULL},
        {"own_guest", END, 1, {WORKER, "outside of any task", "pthread_attr_setstacksize"}, NULL},
        {"deque", END, 1, {WORKER, "nested spawns are more than", "in task `nest'",
                           "UCILK_STACK_SIZE"}, "UCILK_STACK_SIZE=64K"},
    };
    if (argc > 1)
        return inner(argv[1]);
#ifdef UCILK_SERIAL
    return right();
#endif
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(cases[i].which, "pool") == 0 && ucilk_nworkers() == 1)
            continue;
        if (strcmp(cases[i].which, "deque") == 0) {
            unsetenv("UCILK_TEST_STEAL"); /* all in one deque */
            setenv("UCILK_NWORKERS", "1", 1);
        }
        if (!ends_as(&cases[i]))
            return 1;
    }
    return right();
}
