/* parts MODE: what programs of a simulation may do besides spawning; run.py
 * reads what it prints. */
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000 + t.tv_nsec;
}

/* --- Time --- */

enum how { WORK, USLEEP, NANOSLEEP };

static void pass(enum how how)
{
    struct timespec t = {0, 10000};
    if (how == WORK)
        ucilk_work(10000);
    else if (how == USLEEP)
        usleep(10);
    else
        nanosleep(&t, NULL);
}

/* A tree with 2^depth leaves, each of which takes 10 us; the number of leaves
 * whose clock did not say so. */
static long leaves(enum how how, int depth)
{
    if (depth == 0) {
        long began = nanoseconds();
        pass(how);
        return nanoseconds() - began != 10000;
    }
    long left = cilk_spawn leaves(how, depth - 1);
    long right = leaves(how, depth - 1);
    cilk_sync;
    return left + right;
}

static void time_passes(enum how how)
{
    long began = nanoseconds();
    long n_wrong = leaves(how, 10);
    printf("%ld wrong, %ld ns\n", n_wrong, nanoseconds() - began);
}

/* --- Reducers --- */

struct text {
    size_t size;
    char bytes[4000];
};

static void text_identity(void *view)
{
    ((struct text *)view)->size = 0;
}

static void text_append(void *left, void *right)
{
    struct text *l = left, *r = right;
    memcpy(l->bytes + l->size, r->bytes, r->size);
    l->size += r->size;
}

static void sum_identity(void *view)
{
    *(long *)view = 0;
}

static void sum_plus(void *left, void *right)
{
    *(long *)left += *(long *)right;
}

static struct text cilk_reducer(text_identity, text_append) text;
static long cilk_reducer(sum_identity, sum_plus) sum;

static void number(int from, int to)
{
    if (to - from == 1) {
        sum += from;
        text.size += (size_t)sprintf(text.bytes + text.size, "%d,", from);
        return;
    }
    int middle = (from + to) / 2;
    cilk_spawn number(from, middle);
    number(middle, to);
    cilk_sync;
}

static void reducers(void)
{
    char expected[4000], *end = expected;
    number(0, 500);
    for (int i = 0; i < 500; i++)
        end += sprintf(end, "%d,", i);
    size_t size = (size_t)(end - expected);
    printf("%ld, %s\n", sum,
           text.size == size && !memcmp(text.bytes, expected, size)
               ? "in order"
               : "out of order");
}

/* --- Futures --- */

static long use(ucilk_future_t future)
{
    ucilk_work(1000);
    return ucilk_future_get(long, future);
}

static long use_all(ucilk_future_t future, int n)
{
    if (n == 1)
        return use(future);
    long left = cilk_spawn use_all(future, n / 2);
    long right = use_all(future, n - n / 2);
    cilk_sync;
    return left + right;
}

static void deadlock(void)
{
    ucilk_future_t never = ucilk_promise_future(ucilk_promise_make(long, 2));
    printf("%ld\n", use_all(never, 2));
}

/* Deeper than any stack; each call has a buffer. */
static long deep(long n)
{
    volatile char buffer[1024];
    buffer[0] = (char)n;
    long below = cilk_spawn deep(n + 1);
    cilk_sync;
    return below + buffer[0];
}

int main(int argc, char **argv)
{
    const char *mode = argc == 2 ? argv[1] : "";
    if (strcmp(mode, "work") == 0)
        time_passes(WORK);
    else if (strcmp(mode, "usleep") == 0)
        time_passes(USLEEP);
    else if (strcmp(mode, "nanosleep") == 0)
        time_passes(NANOSLEEP);
    else if (strcmp(mode, "reducers") == 0)
        reducers();
    else if (strcmp(mode, "deadlock") == 0)
        deadlock();
    else if (strcmp(mode, "overflow") == 0)
        printf("%ld\n", deep(0));
    else
        return 2;
    return 0;
}
