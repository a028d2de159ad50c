/* Children that share locals of their parent: each an element, all an atomic
 * variable, and a mutex on the stack of main. */
#include <ucilk/macros.h>

#include "../process.h"
#include <pthread.h>

struct shared {
    atomic_long count;
    pthread_mutex_t mutex;
    long under_mutex;
};

cilk_task(void, use, (struct shared *)s, (long *)own, (long)i)
{
    *own = i;
    atomic_fetch_add(&s->count, i);
    CHECK(pthread_mutex_lock(&s->mutex) == 0);
    s->under_mutex += i;
    linger((unsigned long)i);
    CHECK(pthread_mutex_unlock(&s->mutex) == 0);
    scribble();
}

cilk_task(void, divide, (struct shared *)s, (long *)own, (long)first, (long)n)
{
    if (n == 1) {
        use(s, own, first);
        return;
    }
    spawn(divide, s, own, first, n / 2);
    spawn(divide, s, own + n / 2, first + n / 2, n - n / 2);
    sync;
}

static void count(atomic_int *n, int i)
{
    linger((unsigned long)i);
    ++*n;
}
cilk_callee(void, count, (atomic_int *)n, (int)i);

cilk_task(void, counts)
{
    atomic_int a = 0, b = 0;
    for (int i = 0; i < 30; i++) {
        spawn(count, &a, i);
        spawn(count, &b, i);
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
    long own[N], n = scaled(N, 60), sum = n * (n - 1) / 2;
    struct shared s = {0, PTHREAD_MUTEX_INITIALIZER, 0};
    divide(&s, own, 0, n);
    CHECK(s.count == sum && s.under_mutex == sum);
    {
        cilk_scope;
        for (long i = 0; i < n; i++)
            spawn(use, &s, &own[i], i);
    }
    CHECK(s.count == 2 * sum && s.under_mutex == 2 * sum);
    for (long i = 0; i < n; i++)
        CHECK(own[i] == i);
    for (int i = 0; i < scaled(100, 10); i++)
        counts();
    return right();
}
