/* A program that a plain compiler has compiled, over tasks.c. */
#include "tasks.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void put(void *closure, long i)
{
    ((long *)closure)[i] = i * i;
}

static int works(void)
{
    enum { N = 1000 };
    int a[N];
    long squares[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    if (tasks_sum(a, N) != N * (N - 1) / 2)
        return 0;
    tasks_each(N, put, squares);
    for (long i = 0; i < N; i++)
        if (squares[i] != i * i)
            return 0;
    return tasks_meet();
}

static void *live(void *p)
{
    return works() ? p : NULL;
}

int main(void)
{
    const char *asked = getenv("UCILK_NWORKERS");
    pthread_t t[3];
    int ok = works();
    for (int i = 0; i < 3; i++)
        if (pthread_create(&t[i], NULL, live, &t[i]))
            return 2;
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(t[i], &result);
        ok &= result == &t[i];
    }
    if (asked && tasks_workers() != (unsigned)atoi(asked)) {
        fprintf(stderr, "%u workers\n", tasks_workers());
        return 1;
    }
    puts(ok && works() ? "right" : "wrong");
    return !ok;
}
