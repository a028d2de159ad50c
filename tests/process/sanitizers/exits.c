/* Calls exit in a task while only stacks, futures and results point to
 * allocated memory: no leaks are reported. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>

static atomic_int waiting;
static ucilk_future_t never;

static char *make(long n)
{
    char *p = malloc(100 + (size_t)n);
    memset(p, 1, 10);
    return p;
}

static long waits(long n)
{
    char *volatile own = make(n);
    atomic_fetch_add(&waiting, 1);
    long got = ucilk_future_get(long, never);
    got += own[0];
    free(own);
    return got;
}

static long nest(long depth)
{
    char *volatile own = make(depth);
    long below = 0;
    if (depth == 0) {
        puts("right");
        exit(0);
    }
    below = cilk_spawn nest(depth - 1);
    char *volatile again = make(depth);
    cilk_sync;
    below += own[0] + again[0];
    free(own);
    free(again);
    return below;
}

int main(void)
{
    ucilk_promise_t promise = ucilk_promise_make(long, 20);
    never = ucilk_promise_future(promise);
    char *volatile own = make(1);
    ucilk_future_t of[10];
    for (int i = 0; i < 10; i++)
        of[i] = cilk_future waits(i);
    ucilk_future_t held = cilk_future make(77);
    long result = cilk_spawn waits(4);
    char *p = cilk_spawn make(5);
    while (atomic_load(&waiting) < 11)
        ;
    nest(20);
    cilk_sync;
    printf("%ld %d %d %ld %d", result, p[0], own[0],
           ucilk_future_get(long, of[3]), ucilk_future_get(char *, held)[0]);
}
