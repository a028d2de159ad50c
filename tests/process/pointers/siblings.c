/* Children that share locals of their parent: each an element, all an atomic
 * variable, a mutex on the stack of main, and other locks. */
#include "../process.h"
#include <pthread.h>
#include <semaphore.h>
#include <ucilk/ucilk.h>

struct shared {
    atomic_long count;
    _Atomic(long *) largest;
    atomic_flag flag;
    long under_flag;
    pthread_mutex_t mutex;
    long under_mutex;
    pthread_rwlock_t rwlock;
    long under_rwlock;
    pthread_spinlock_t spinlock;
    long under_spinlock;
    sem_t semaphore;
    long under_semaphore;
};

static void use(struct shared *s, long *own, long i)
{
    *own = i;
    atomic_fetch_add(&s->count, i);
    long *seen = atomic_load(&s->largest);
    while ((!seen || *seen < i) &&
           !atomic_compare_exchange_weak(&s->largest, &seen, own))
        ;
    while (atomic_flag_test_and_set(&s->flag))
        sched_yield();
    s->under_flag += i;
    atomic_flag_clear(&s->flag);
    CHECK(pthread_mutex_lock(&s->mutex) == 0);
    s->under_mutex += i;
    linger((unsigned long)i);
    CHECK(pthread_mutex_unlock(&s->mutex) == 0);
    CHECK(pthread_rwlock_wrlock(&s->rwlock) == 0);
    s->under_rwlock += i;
    CHECK(pthread_rwlock_unlock(&s->rwlock) == 0);
    CHECK(pthread_spin_lock(&s->spinlock) == 0);
    s->under_spinlock += i;
    CHECK(pthread_spin_unlock(&s->spinlock) == 0);
    CHECK(sem_wait(&s->semaphore) == 0);
    s->under_semaphore += i;
    CHECK(sem_post(&s->semaphore) == 0);
    scribble();
}

/* The locals are main's; those in between only pass the pointers on. */
static void divide(struct shared *s, long *own, long first, long n)
{
    if (n == 1) {
        use(s, own, first);
        return;
    }
    spawn divide(s, own, first, n / 2);
    spawn divide(s, own + n / 2, first + n / 2, n - n / 2);
    sync;
}

static void check(struct shared *s, const long *own, long n)
{
    long sum = n * (n - 1) / 2;
    for (long i = 0; i < n; i++)
        CHECK(own[i] == i);
    CHECK(s->count == sum);
    CHECK(*s->largest == n - 1);
    CHECK(s->under_flag == sum);
    CHECK(s->under_mutex == sum);
    CHECK(s->under_rwlock == sum);
    CHECK(s->under_spinlock == sum);
    CHECK(s->under_semaphore == sum);
    CHECK(pthread_mutex_destroy(&s->mutex) == 0);
}

static void init(struct shared *s)
{
    *s = (struct shared){.flag = ATOMIC_FLAG_INIT};
    CHECK(pthread_mutex_init(&s->mutex, NULL) == 0);
    CHECK(pthread_rwlock_init(&s->rwlock, NULL) == 0);
    CHECK(pthread_spin_init(&s->spinlock, PTHREAD_PROCESS_PRIVATE) == 0);
    CHECK(sem_init(&s->semaphore, 0, 1) == 0);
}

/* Neighbours in one word, one cache line. */
static void put(unsigned char *c, int i)
{
    linger((unsigned long)i);
    *c = (unsigned char)(i + 1);
}

static void bytes(void)
{
    unsigned char c[64] = {0};
    for (int i = 0; i < 64; i++)
        spawn put(&c[i], i);
    sync;
    for (int i = 0; i < 64; i++)
        CHECK(c[i] == i + 1);
}

/* Atomic locals of a function in the middle, which counts as well. */
static void count(atomic_int *n, int i)
{
    linger((unsigned long)i);
    ++*n;
}

static void counts(void)
{
    atomic_int a = 0, b = 0;
    for (int i = 0; i < 30; i++) {
        spawn count(&a, i);
        spawn count(&b, i);
        ++a;
        if (i % 10 == 9) {
            sync;
            CHECK(a == 2 * i + 2 && b == i + 1);
        }
    }
    sync;
    CHECK(a == 60 && b == 30);
}

int main(void)
{
    enum { N = 400 };
    long own[N], n = scaled(N, 60);
    struct shared s;
    init(&s);
    divide(&s, own, 0, n);
    check(&s, own, n);
    init(&s);
    for (long i = 0; i < n; i++)
        spawn use(&s, &own[i], i);
    sync;
    check(&s, own, n);
    for (int i = 0; i < scaled(100, 10); i++) {
        bytes();
        counts();
    }
    return right();
}
