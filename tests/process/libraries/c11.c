/* C11 locks in tasks: mutexes of each kind, call_once, condition variables
 * between tasks and a thread beside them. */
#include "../process.h"
#include <threads.h>
#include <ucilk/ucilk.h>

struct queue {
    mtx_t mutex;
    cnd_t filled, emptied;
    long items[8];
    int n, first;
};

static void put(struct queue *q, long item)
{
    CHECK(mtx_lock(&q->mutex) == thrd_success);
    while (q->n == 8)
        CHECK(cnd_wait(&q->emptied, &q->mutex) == thrd_success);
    q->items[(q->first + q->n++) % 8] = item;
    CHECK(cnd_signal(&q->filled) == thrd_success);
    CHECK(mtx_unlock(&q->mutex) == thrd_success);
}

static long take(struct queue *q)
{
    CHECK(mtx_lock(&q->mutex) == thrd_success);
    while (q->n == 0)
        CHECK(cnd_wait(&q->filled, &q->mutex) == thrd_success);
    long item = q->items[q->first];
    q->first = (q->first + 1) % 8;
    q->n--;
    CHECK(cnd_signal(&q->emptied) == thrd_success);
    CHECK(mtx_unlock(&q->mutex) == thrd_success);
    return item;
}

struct consumer {
    struct queue *queue;
    long n, sum;
};

static int consume(void *p)
{
    struct consumer *c = p;
    for (long i = 0; i < c->n; i++)
        c->sum += take(c->queue);
    return 7;
}

static once_flag once = ONCE_FLAG_INIT;
static int n_once;

static void begin(void)
{
    n_once++;
}

struct locks {
    mtx_t plain, recursive, timed;
    long n_plain, n_recursive, n_timed;
};

static void use(struct locks *l, long i)
{
    call_once(&once, begin);
    CHECK(mtx_lock(&l->plain) == thrd_success);
    l->n_plain += i;
    linger((unsigned long)i);
    CHECK(mtx_unlock(&l->plain) == thrd_success);
    CHECK(mtx_lock(&l->recursive) == thrd_success);
    CHECK(mtx_lock(&l->recursive) == thrd_success);
    l->n_recursive += i;
    CHECK(mtx_unlock(&l->recursive) == thrd_success);
    CHECK(mtx_unlock(&l->recursive) == thrd_success);
    struct timespec far;
    CHECK(timespec_get(&far, TIME_UTC) == TIME_UTC);
    far.tv_sec += 100;
    CHECK(mtx_timedlock(&l->timed, &far) == thrd_success);
    l->n_timed += i;
    CHECK(mtx_unlock(&l->timed) == thrd_success);
}

int main(void)
{
    long n = scaled(300, 50);
    struct queue q = {.n = 0};
    struct consumer c = {&q, n, 0};
    struct locks l = {.n_plain = 0};
    thrd_t t;
    int result;
    CHECK(mtx_init(&q.mutex, mtx_plain) == thrd_success);
    CHECK(cnd_init(&q.filled) == thrd_success);
    CHECK(cnd_init(&q.emptied) == thrd_success);
    CHECK(mtx_init(&l.plain, mtx_plain) == thrd_success);
    CHECK(mtx_init(&l.recursive, mtx_plain | mtx_recursive) == thrd_success);
    CHECK(mtx_init(&l.timed, mtx_timed) == thrd_success);
    CHECK(thrd_create(&t, consume, &c) == thrd_success);
    for (long i = 0; i < n; i++) {
        spawn put(&q, i);
        spawn use(&l, i);
    }
    sync;
    CHECK(thrd_join(t, &result) == thrd_success && result == 7);
    CHECK(c.sum == n * (n - 1) / 2 && n_once == 1);
    CHECK(l.n_plain == c.sum && l.n_recursive == c.sum && l.n_timed == c.sum);
    mtx_destroy(&q.mutex);
    cnd_destroy(&q.filled);
    cnd_destroy(&q.emptied);
    return right();
}
