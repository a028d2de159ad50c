/* Thousands of short threads that spawn: joined, detached, ended by
 * pthread_exit, with small stacks, and some that do not spawn. */
#define _GNU_SOURCE
#include "../region.h"
#include <limits.h>
#include <pthread.h>
#include <unistd.h>

static atomic_long total;
static atomic_int n_detached;

static void *live(void *p)
{
    long n = (long)p;
    if (n % 4)
        total += region(n);
    if (n % 3 == 0)
        pthread_exit((void *)(n + 1));
    return (void *)(n + 1);
}

static void *live_alone(void *p)
{
    total += region((long)p);
    ++n_detached;
    return NULL;
}

int main(void)
{
    long n = scaled(6000, 60), expected = 0;
    pthread_t running[4];
    pthread_attr_t small, detached;
    CHECK(pthread_attr_init(&small) == 0);
    CHECK(pthread_attr_setstacksize(
              &small, (size_t)sysconf(_SC_THREAD_STACK_MIN) + 16384) == 0);
    CHECK(pthread_attr_init(&detached) == 0);
    CHECK(pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED) == 0);
    for (long i = 0; i < n; i++) {
        pthread_t *t = &running[i % 4];
        void *result;
        if (i >= 4) {
            CHECK(pthread_join(*t, &result) == 0);
            CHECK((long)result == i - 4 + 1);
        }
        CHECK(pthread_create(t, i % 5 ? NULL : &small, live, (void *)i) == 0);
        if (i % 4)
            expected += 10 * i + 45;
        if (i % 10 == 9) { /* main as well */
            total += region(i);
            expected += 10 * i + 45;
        }
        if (i % 20 == 0) {
            pthread_t alone;
            CHECK(pthread_create(&alone, &detached, live_alone, (void *)i) ==
                  0);
            expected += 10 * i + 45;
        }
    }
    for (long i = n; i < n + 4; i++)
        CHECK(pthread_join(running[i % 4], NULL) == 0);
    CHECK(await(&n_detached, (int)((n + 19) / 20)));
    CHECK(total == expected);
    return right();
}
