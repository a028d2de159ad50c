/* A strand of one thread's region sets promises for which many other threads
 * wait, and then waits for these threads itself: they find their strands, which
 * are ready, in its worker's queue.  (Those that already sleep look less often
 * at each other worker, the more there are.) */
#include "../process.h"
#include <pthread.h>
#include <semaphore.h>
#include <ucilk/ucilk.h>

enum { N = 60 };

static ucilk_promise_t promises[N];
static atomic_int n_here;
static sem_t passed;

static long take(long i)
{
    return ucilk_future_get(long, ucilk_promise_future(promises[i]));
}

static void *waiter(void *p)
{
    long i = (ucilk_promise_t *)p - promises, value;
    value = spawn take(i);
    atomic_fetch_add(&n_here, 1);
    sync;
    CHECK(value == i);
    CHECK(sem_post(&passed) == 0);
    return NULL;
}

static void set_all(long n)
{
    for (long i = 0; i < n; i++)
        ucilk_promise_set(long, promises[i], i);
    for (long i = 0; i < n; i++)
        CHECK(sem_wait(&passed) == 0);
}

int main(void)
{
    pthread_t t[N];
#ifdef UCILK_SERIAL
    return right(); /* nobody waits there */
#endif
    CHECK(sem_init(&passed, 0, 0) == 0);
    for (long i = 0; i < N; i++)
        promises[i] = ucilk_promise_make(long, 1);
    for (long i = 0; i < N; i++)
        CHECK(pthread_create(&t[i], NULL, waiter, &promises[i]) == 0);
    CHECK(await(&n_here, N));
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    spawn set_all(N);
    sync;
    for (long i = 0; i < N; i++)
        CHECK(pthread_join(t[i], NULL) == 0);
    return right();
}
