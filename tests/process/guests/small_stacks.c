/* Deep recursions in threads with the smallest stacks, and in a main whose
 * stack is limited: from the first spawn on they run on stacks of the
 * runtime. */
#define _GNU_SOURCE
#include "../process.h"
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

static void descend(long depth, long *count)
{
    long below = 0;
    volatile char own[200];
    own[depth % 200] = 1;
    if (depth > 0) {
        if (depth % 10 == 0)
            spawn descend(depth - 1, &below);
        else
            descend(depth - 1, &below);
        sync;
    }
    *count = below + own[depth % 200];
}

/* In the continuation, too. */
static void nothing(long *p)
{
    *p = 1;
}

static void region(long depth)
{
    long one = 0, down = 0, again = 0;
    spawn nothing(&one);
    spawn descend(depth, &down);
    descend(depth, &again);
    sync;
    CHECK(one == 1 && down == depth + 1 && again == depth + 1);
}

static void *live(void *p)
{
    region(*(long *)p);
    return NULL;
}

int main(int argc, char **argv)
{
    long depth = 10000; /* 2 MB and more */
#ifdef UCILK_SERIAL
    depth = 10;
#endif
    if (argc < 2) {
        struct rlimit limit;
        CHECK(getrlimit(RLIMIT_STACK, &limit) == 0);
        limit.rlim_cur = 256 << 10;
        CHECK(setrlimit(RLIMIT_STACK, &limit) == 0);
        execl("/proc/self/exe", argv[0], "again", (char *)NULL);
        CHECK(0);
    }
    region(depth);
    pthread_attr_t small;
    CHECK(pthread_attr_init(&small) == 0);
    CHECK(pthread_attr_setstacksize(
              &small, (size_t)sysconf(_SC_THREAD_STACK_MIN) + 16384) == 0);
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        CHECK(pthread_create(&t[i], &small, live, &depth) == 0);
    for (int i = 0; i < 4; i++)
        CHECK(pthread_join(t[i], NULL) == 0);
    region(depth);
    return right();
}
