/* Threads that tasks create and join, and that spawn themselves: regions in
 * regions, and threads of those again. */
#include "../process.h"
#include <pthread.h>
#include <ucilk/ucilk.h>

struct guest {
    long depth, count;
};

static void *live(void *p);

static void in_a_thread(long depth, long *count)
{
    struct guest g = {depth, 0};
    pthread_t t;
    CHECK(pthread_create(&t, NULL, live, &g) == 0);
    CHECK(pthread_join(t, NULL) == 0);
    *count = g.count;
}

static void descend(long depth, long *count)
{
    long a = 0, b = 0, c = 0;
    linger((unsigned long)depth);
    if (depth > 0) {
        spawn descend(depth - 1, &a);
        spawn in_a_thread(depth - 1, &b);
        if (depth % 2)
            in_a_thread(depth - 1, &c);
        else
            descend(depth - 1, &c);
        scribble();
        sync;
    }
    *count = a + b + c + 1;
}

static void *live(void *p)
{
    struct guest *g = p;
    spawn descend(g->depth, &g->count);
    sync;
    return NULL;
}

int main(void)
{
    long depth = scaled(5, 4), expected = 1, count = 0;
    for (long i = 0; i < depth; i++)
        expected = 3 * expected + 1;
    spawn descend(depth, &count);
    sync;
    CHECK(count == expected);
    in_a_thread(depth, &count);
    CHECK(count == expected);
    return right();
}
