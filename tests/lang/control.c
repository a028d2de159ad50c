/* Spawn and sync among all statements of C. */
#include <ucilk/ucilk.h>

#include "check.h"

static long same(long n)
{
    return n;
}

static long work(long n)
{
    if (n <= 1) return n;
    long a = spawn work(n / 2);
    long b = work(n - n / 2);
    sync;
    return a + b;
}

static long unbraced(long n)
{
    long a = 0, b = 0;
    if (n > 5)
        a = spawn work(n);
    else if (n > 3)
        b = spawn work(n);
    else
        spawn same(n);
    sync;
    for (int i = 0; i < 3; i++) a += spawn same(i);
    while (n-- > 0)
        b += spawn same(1);
    do b += spawn same(2); while (n++ < 0);
    if (n > 0) { sync; } else { sync; }
    return a * 100 + b;
}

static long labels(long n)
{
    long x = 0;
again: x += spawn work(n);
    if (--n > 0)
        goto again;
    switch (n) {
    case 0: x += spawn same(1000);
        __attribute__((fallthrough));
    case 1:
        x += spawn same(2000);
        break;
    default: x += spawn same(0);
    }
    goto end;
end: sync;
    return x;
}

/* Leaves scopes with children outstanding. */
static long escapes(long *out, long n)
{
    for (long i = 0; i < n; i++) {
        {
            out[i] = spawn work(i);
            if (i == 3)
                break;
            if (i % 2)
                continue;
        }
        sync;
        out[i] += spawn same(100);
    }
    if (n > 100)
        return -1;
    {
        sync;
        out[4] = spawn work(44);
        goto done;
    }
done:
    return 1; /* all are there when it has returned */
}

static void nothing(void)
{
    sync;
    ;
    sync;
}

static void fall_off(long *out)
{
    *out = spawn work(12);
}

static long returns(long *out, int way)
{
    if (way == 0)
        return way;
    *out = spawn work(way);
    if (way == 1)
        return 10;
    if (way == 2) {
        sync;
        return *out;
    }
    sync;
    for (;;) {
        *out += spawn same(1);
        if (way++ == 5)
            return 50;
    }
}

static long nested(long n)
{
    long a = ({
        long inner = spawn work(n);
        sync;
        inner + 1;
    });
    long b = spawn work(({
        long inner = spawn work(2 * n);
        sync;
        inner;
    }));
    sync;
    return a + b;
}

#define TWICE(x, call)                                                         \
    do {                                                                       \
        x += spawn call;                                                       \
        x += spawn call;                                                       \
    } while (0)

static long by_macro(void)
{
    long x = 0; TWICE(x, work(3)); sync; return x;
}

static long one_line(long n) { long x = spawn same(n); long y = spawn same(n
    + 1); sync; return x + y; }

static inline long in_line(long n)
{
    long x = cilk_spawn same(n); _Cilk_sync;
    x += _Cilk_spawn same(n); cilk_sync; return x;
}

int main(void)
{
    static long out[8];
    CHECK(unbraced(10) == (10 + 3) * 100 + 10 + 4);
    CHECK(unbraced(4) == 3 * 100 + 4 + 4 + 4);
    CHECK(labels(4) == 4 + 3 + 2 + 1 + 3000);
    CHECK(escapes(out, 8) == 1);
    CHECK(out[0] == 100 && out[1] == 1 && out[2] == 102 && out[3] == 3);
    CHECK(out[4] == 44 && out[5] == 0);
    nothing();
    fall_off(&out[0]);
    CHECK(out[0] == 12);
    CHECK(returns(&out[0], 0) == 0 && out[0] == 12);
    CHECK(returns(&out[0], 1) == 10 && out[0] == 1);
    CHECK(returns(&out[0], 2) == 2 && out[0] == 2);
    CHECK(returns(&out[0], 3) == 50 && out[0] == 6);
    CHECK(nested(5) == 16);
    CHECK(by_macro() == 6);
    CHECK(one_line(3) == 7);
    CHECK(in_line(4) == 8);
    CHECK(work(1000) == 1000);
    return 0;
}
