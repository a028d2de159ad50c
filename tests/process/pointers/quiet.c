/* Regions that are short and come again stay calls (home.md, C5): they go on as
 * such where one of them is long, runs on a small stack or makes a future. */
#define _GNU_SOURCE
#include "../runs_itself.h"
#include <pthread.h>
#include <ucilk/futures.h>
#include <ucilk/ucilk.h>
#include <ucontext.h>

enum { SHORT = 300, LONG = 21, STACK = 1 << 16 };
#ifdef UCILK_SERIAL /* tasks have deeper stacks than the program's */
enum { DEEP = 100 };
#else
enum { DEEP = 2000 };
#endif

static long fib(int n)
{
    long x, y;
    if (n < 2)
        return n;
    x = spawn fib(n - 1);
    y = fib(n - 2);
    sync;
    return x + y;
}

static long plain(int n)
{
    return n < 2 ? n : plain(n - 1) + plain(n - 2);
}

/* From one place, so that it is one site: short regions, and a long one now and
 * then. */
static void short_and_long(void)
{
    for (int i = 0; i < SHORT; i++) {
        int n = i % 100 == 99 ? LONG : i % 8;
        CHECK(fib(n) == plain(n));
    }
}

static long with_future(int i)
{
    long x = spawn fib(3), y = 0;
    if (i % 50 == 49) {
        ucilk_future_t f = cilk_future fib(7);
        y = ucilk_future_get(long, f);
    }
    sync;
    return x + y;
}

static void futures(void)
{
    for (int i = 0; i < SHORT; i++)
        CHECK(with_future(i) == (i % 50 == 49 ? 15 : 2));
}

/* Deep, and at once. */
static long down(int n)
{
    long x;
    volatile char room[64];
    if (n == 0)
        return 0;
    room[0] = 1;
    x = spawn down(n - 1);
    sync;
    return x + room[0];
}

static void *deep(void *unused)
{
    for (int i = 0; i < SHORT; i++)
        CHECK(down(i % 100 == 99 ? DEEP : 2) == (i % 100 == 99 ? DEEP : 2));
    return unused;
}

static void on_a_thread(size_t size)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, size);
    CHECK(pthread_create(&thread, &attributes, deep, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    pthread_attr_destroy(&attributes);
}

static ucontext_t outside, inside;

static void coroutine(void)
{
    deep(NULL);
}

/* On a stack of the program's own. */
static void on_a_stack(void)
{
    static char stack[STACK] __attribute__((aligned(64)));
    getcontext(&inside);
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = sizeof stack;
    inside.uc_link = &outside;
    makecontext(&inside, coroutine, 0);
    swapcontext(&outside, &inside);
}

int main(void)
{
    short_and_long();
    futures();
    deep(NULL);
    on_a_thread(STACK);
    on_a_thread(1 << 23);
    on_a_stack();
    short_and_long();
    puts("right");
    return 0;
}
