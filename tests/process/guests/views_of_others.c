/* The region of one thread ends while that of another has a future that nobody
 * has got: the views of the future stay with the other region, and are joined
 * in the order of the gets. */
#include "../process.h"
#include <pthread.h>
#include <string.h>
#include <ucilk/ucilk.h>

#define TEXT_BYTES 20
#include "../../lang/text.h"

static struct text cilk_reducer(empty, append) all;
static atomic_int has_gone_on, is_done, may_end, has_ended;

static void say(char c)
{
    all.bytes[all.length++] = c;
}

/* Gives thieves a second to take what follows it. */
static long task(void)
{
    double end = seconds() + 1;
    while (!atomic_load(&has_gone_on) && seconds() < end)
        sched_yield();
    say('f');
    atomic_store(&is_done, 1);
    return 1;
}

static void *live(void *unused)
{
    say('a');
    ucilk_future_t f = cilk_future task();
    int stolen = !atomic_load(&is_done);
    atomic_store(&has_gone_on, 1);
    say('b');
    CHECK(await(&is_done, 1));
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL); /* delivered */
    atomic_store(&may_end, 1);
    CHECK(await(&has_ended, 1));
    say('c');
    CHECK(ucilk_future_get(long, f) == 1);
    sync;
    CHECK(all.length == 4 &&
          memcmp(all.bytes, stolen ? "abcf" : "afbc", 4) == 0);
    return unused;
}

static void region(int *x)
{
    *x = 1;
}

int main(void)
{
    pthread_t t;
    int x = 0;
    CHECK(pthread_create(&t, NULL, live, NULL) == 0);
    CHECK(await(&may_end, 1));
    spawn region(&x);
    sync;
    atomic_store(&has_ended, 1);
    CHECK(x == 1 && pthread_join(t, NULL) == 0);
    return right();
}
