/* Thousands of spawns in one frame, with and without syncs in between: each
 * child has its element, and the frame's locals change meanwhile. */
#include "../process.h"
#include <ucilk/ucilk.h>

enum { N = 20000 };

static void put(int *p, int value)
{
    if (value % 64 == 0)
        linger((unsigned long)value / 64);
    *p = value;
}

static long twice(long n)
{
    return 2 * n;
}

/* No sync before the end. */
static void at_once(int n)
{
    int a[N];
    long turns = 0;
    for (int i = 0; i < n; i++) {
        spawn put(&a[i], i);
        turns += i;
        if (i % 100 == 0)
            scribble();
    }
    sync;
    CHECK(turns == (long)n * (n - 1) / 2);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i);
}

/* A sync each so many spawns; what was written is read at once, and again in
 * the next part. */
static void in_parts(int n, int part)
{
    int a[64];
    long sum = 0, expected = 0;
    for (int i = 0; i < n; i++) {
        spawn put(&a[i % part], i);
        expected += i - i % part;
        if (i % part == part - 1) {
            sync;
            for (int k = 0; k < part; k++) {
                CHECK(a[k] == i - part + 1 + k);
                sum += a[k] - k;
            }
        }
    }
    sync;
    CHECK(sum == expected - (long)(n % part) * (n - n % part));
}

/* Sums into one local, in order of the spawns. */
static void sums(int n)
{
    long total = 5, last = 0;
    for (int i = 0; i < n; i++) {
        total += spawn twice(i);
        if (i % 1000 == 999) {
            sync;
            CHECK(total == 5 + (long)i * (i + 1));
        }
    }
    last = spawn twice(n);
    sync;
    CHECK(total == 5 + (long)n * (n - 1) && last == 2L * n);
}

/* The same from a child, while the parent does it too. */
static void both(int n)
{
    spawn at_once(n);
    spawn in_parts(n, 32);
    at_once(n);
    spawn sums(n);
    sync;
}

int main(void)
{
    int n = (int)scaled(N, 1000);
    at_once(n);
    in_parts(n, 1);
    in_parts(n, 7);
    in_parts(n, 64);
    sums(n);
    both(n / 2);
    return right();
}
