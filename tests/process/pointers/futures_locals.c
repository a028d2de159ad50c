/* Futures whose tasks have pointers to locals of the function that makes them,
 * which gets the futures before it returns; and futures that outlive that
 * function.  macros.py makes it in macros, too. */
#include "../process.h"
#include <ucilk/ucilk.h>

static long fill(long *a, long n, long first)
{
    linger((unsigned long)first);
    scribble();
    for (long i = 0; i < n; i++)
        a[i] = first + i;
    return n;
}

static void slices(long seed)
{
    long a[80], local = seed;
    ucilk_future_t f[8];
    for (long i = 0; i < 8; i++) {
        f[i] = cilk_future fill(a + 10 * i, 10, seed + 10 * i);
        local += i;
        scribble();
    }
    for (long i = 7; i >= 0; i--)
        CHECK(ucilk_future_get(long, f[i]) == 10);
    for (long i = 0; i < 80; i++)
        CHECK(a[i] == seed + i);
    CHECK(local == seed + 28);
}

/* A chain: each adds to what the one before wrote into the maker's frame. */
static void follow(const long *from, long *to, ucilk_future_t before)
{
    ucilk_future_get(void, before);
    linger((unsigned long)*from);
    *to = *from + 1;
}

static void chain(long seed)
{
    long a[21];
    ucilk_future_t last = ucilk_future_from(void);
    a[0] = seed;
    for (int i = 0; i < 20; i++)
        last = cilk_future follow(&a[i], &a[i + 1], last);
    ucilk_future_get(void, last);
    for (int i = 0; i < 21; i++)
        CHECK(a[i] == seed + i);
}

/* Made in a function that has returned when they run on; what they write to is
 * the caller's. */
static ucilk_future_t begin(long *to, long value)
{
    volatile long own[50];
    own[value % 50] = value;
    ucilk_future_t f = cilk_future fill(to, 1, value);
    CHECK(own[value % 50] == value);
    return f;
}

static void outlive(long seed)
{
    long a[10];
    ucilk_future_t f[10];
    for (int i = 0; i < 10; i++) {
        f[i] = begin(&a[i], seed + i);
        scribble();
    }
    for (int i = 0; i < 10; i++) {
        CHECK(ucilk_future_get(long, f[i]) == 1);
        CHECK(a[i] == seed + i);
    }
}

/* Futures, spawns and loops over one array of the function. */
static void together(long seed)
{
    long a[30], n;
    ucilk_future_t f = cilk_future fill(a, 10, seed);
    n = spawn fill(a + 10, 10, seed + 10);
#ifdef UCILK_MACROS_H
    fill(a + 20, 10, seed + 20);
#else
    cilk_for (long i = 20; i < 30; i++)
        a[i] = seed + i;
#endif
    sync;
    n += ucilk_future_get(long, f);
    CHECK(n == 20);
    for (long i = 0; i < 30; i++)
        CHECK(a[i] == seed + i);
}

/* A promise on the stack, set by the parent while the child waits. */
static void wait_for(const ucilk_promise_t *p, long *result)
{
    *result = ucilk_future_get(long, ucilk_promise_future(*p));
}

static void promises(long seed)
{
    long got[3];
    ucilk_promise_t p = ucilk_promise_make(long, 3);
    ucilk_promise_set(long, p, seed);
    for (int i = 0; i < 3; i++)
        spawn wait_for(&p, &got[i]);
    sync;
    CHECK(got[0] == seed && got[1] == seed && got[2] == seed);
}

int main(void)
{
    for (long i = 0; i < scaled(200, 20); i++) {
        slices(i);
        chain(i);
        outlive(i);
        together(i);
        promises(i);
    }
    return right();
}
