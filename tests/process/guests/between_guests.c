/* Strands of the regions of two threads wait for each other, by semaphores,
 * condition variables and flags; each thread runs strands of its own region
 * only. */
#include "../process.h"
#include <pthread.h>
#include <semaphore.h>
#include <ucilk/ucilk.h>

static sem_t to_left, to_right;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static long n_left, n_right;
static atomic_int left_ready, right_ready;

static void ask(long *count)
{
    CHECK(sem_post(&to_right) == 0);
    CHECK(sem_wait(&to_left) == 0);
    __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
}

static void answer(long *count)
{
    CHECK(sem_wait(&to_right) == 0);
    CHECK(sem_post(&to_left) == 0);
    __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
}

/* Is not further than one ahead of the other. */
static void step(long *mine, const long *theirs)
{
    CHECK(pthread_mutex_lock(&mutex) == 0);
    while (*mine > *theirs)
        CHECK(pthread_cond_wait(&changed, &mutex) == 0);
    ++*mine;
    CHECK(pthread_cond_broadcast(&changed) == 0);
    CHECK(pthread_mutex_unlock(&mutex) == 0);
}

struct side {
    void (*talk)(long *);
    long *mine, *theirs;
    atomic_int *ready, *other_ready;
    long n, count;
};

static void *live(void *p)
{
    struct side *s = p;
    for (long i = 0; i < s->n; i++)
        spawn s->talk(&s->count);
    sync;
    CHECK(s->count == s->n);
    for (long i = 0; i < s->n; i++) {
        spawn step(s->mine, s->theirs);
        sync;
    }
    int met;
    met = spawn meet(s->ready, 1);
    CHECK(await(s->other_ready, 1));
    sync;
    CHECK(met);
    return NULL;
}

int main(void)
{
    long n = scaled(300, 30);
    pthread_t t[2];
    struct side sides[2] = {
        {ask, &n_left, &n_right, &left_ready, &right_ready, n, 0},
        {answer, &n_right, &n_left, &right_ready, &left_ready, n, 0}};
    CHECK(sem_init(&to_left, 0, 0) == 0 && sem_init(&to_right, 0, 0) == 0);
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&t[i], NULL, live, &sides[i]) == 0);
    for (int i = 0; i < 2; i++)
        CHECK(pthread_join(t[i], NULL) == 0);
    CHECK(n_left == n && n_right == n);
    return right();
}
