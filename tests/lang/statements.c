/* Spawn and sync among all statements of C: after, around and before them. */
#include <string.h>
#include <ucilk/ucilk.h>

#include "check.h"

static long total;

static long same(long n)
{
    return n;
}

static long work(long n)
{
    if (n <= 1)
        return n;
    long a, b;
    a = spawn work(n / 2);
    b = spawn work(n - n / 2);
    sync;
    return a + b;
}

static void add(long n)
{
    total += n;
}

/* The returned expression is evaluated while the child may run. */
static long return_beside(long *out, long n)
{
    *out = spawn work(n);
    return work(n) + 1;
}

static long return_only(long *out, long n)
{
    if (n == 0) {
        *out = spawn same(5);
        return 0;
    } else
        *out = spawn work(n);
    return n;
}

static void bare(long *out, long n)
{
    *out = spawn work(n);
    if (n > 3)
        return;
    *out += spawn same(1000);
    return;
}

static void return_of_void(long *out, long n)
{
    *out = spawn work(n);
    return add(n);
}

/* Spawns and nothing else. */
static void only(void)
{
    spawn add(1);
}

static void only_more(void)
{
    spawn only();
    sync;
    spawn only();
    sync;
}

static long chain(int n)
{
    long x = 0;
    if (n == 0)
        x = spawn same(10);
    else if (n == 1)
        if (x)
            x = spawn same(11);
        else
            x = spawn same(12);
    else if (n == 2)
        for (int i = 0; i < 3; i++)
            if (i != 1)
                x += spawn work(i);
            else {
                sync;
            }
    else if (n == 3)
        while (n-- > 0)
            if (n == 1)
                continue;
            else
                x += spawn same(n);
    else if (n == 4)
        do
            if (n & 1) {
                sync;
            } else
                x += spawn work(n);
        while (++n < 8);
    else
        for (;;)
            if (n-- < 0)
                break;
            else
                x += spawn same(n);
    sync;
    return x;
}

static long loops(int n)
{
    long x = 0;
    int i = 0;
    do {
        x += spawn work(i);
    } while (++i < n);
    do
        x += spawn same(i);
    while (i-- > 0);
    for (long k = 0, m = n; k < m; k++, m--)
        x += spawn same(k * m);
    for (; i < n; i++)
        ;
    while (i-- > 0)
        x += spawn same(1);
    if (n > 0) { sync; } else { sync; }
    return x;
}

/* Eight a round, entered in the middle. */
static long duff(int count)
{
    long x = 0;
    int rounds = (count + 3) / 4, k = 0;
    switch (count % 4) {
    case 0:
        do {
            x += spawn same(k++);
            __attribute__((fallthrough));
        case 3:
            x += spawn work(k++);
            __attribute__((fallthrough));
        case 2: x += spawn same(k++);
            __attribute__((fallthrough));
        case 1:
            x += spawn work(k++);
        } while (--rounds > 0);
    }
    sync;
    return x;
}

static long cases(int n)
{
    long x = 0;
    switch (n)
    case 1:
    case 2:
        x = spawn work(n);
    sync;
    switch (n) {
        long hidden;
    case 1 ... 3:
        hidden = spawn same(n);
        sync;
        x += hidden;
        break;
    case 4: {
        long inner = spawn same(40);
        sync;
        x += inner;
    } break;
    case 5:;
        long late = spawn same(50);
        sync;
        x += late;
        break;
    default:
        if (n > 6) {
        case 6:
            x += spawn same(60);
        }
    }
    sync;
    return x;
}

/* Back and forth over spawns, and out of two loops at once. */
static long jumps(int n)
{
    long x = 0, rounds = 0;
    goto middle;
back:
    x += spawn work(rounds);
    if (rounds == 3) {
        sync;
        goto out;
    }
middle:
    rounds++;
first:
second:
    x += spawn same(100);
    if (rounds < 3)
        goto back;
    for (int i = 0; i < n; i++) {
        long y = spawn same(i);
        for (int j = 0; j < n; j++) {
            x += spawn same(1000);
            if (i + j == 3)
                goto both;
        }
        sync;
        x += y;
    }
both:
    sync;
    if (n < 0)
        goto first;
    if (n < -1)
        goto second;
    goto back;
out:
    return x;
}

/* By an address of a label, of GNU C. */
static long computed(int n)
{
    static void *const to[] = {&&zero, &&one, &&end};
    long x = 1;
next:
    goto *to[n];
zero:
    x += spawn work(5);
    n = 1;
    goto next;
one:
    sync;
    x *= 2;
    x += spawn work(6);
    n = 2;
    goto next;
end:
    sync;
    return x;
}

#define EACH(i, n, call)                                                       \
    for (int i = 0; i < (n); i++)                                              \
    call
#define ADD(to, call) to += spawn call
#define IF_ELSE(c, one, other)                                                 \
    if (c)                                                                     \
        one;                                                                   \
    else                                                                       \
        other
#define SPAWN(x, ...) ADD(x, __VA_ARGS__)
#define CALL(f, ...) f(__VA_ARGS__)
#define JOIN(a, b) a##b
#define TEXT(...) #__VA_ARGS__

static long macros(int n)
{
    long x = 0;
    EACH (i, n, SPAWN(x, CALL(JOIN(wo, rk), (i))));
    EACH (i, n, EACH (j, n, ADD(x, same(i * j))));
    IF_ELSE (n > 1000, ADD(x, same(1)), IF_ELSE (n, ADD(x, work(2)), x++));
    sync;
    return x;
}

/* Keywords in strings, characters and comments are none. */
static size_t texts(void)
{
    const char *text = "x = spawn f(1); sync;" " cilk_sync; }"; // spawn f();
    int c = '\''; /* sync; spawn g(); */
    size_t length = spawn strlen("sync; } // spawn f(); /*");
    sync;
    return length + strlen(text) + (c == 39) +
           strlen(TEXT(spawn f(1, "sync;")));
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

/* A return before the frame, which an array of variable length precedes. */
static long variable(int n)
{
    long sum = 0, x[n + 1];
    if (n < 2)
        return 1;
    for (int i = 0; i < n; i++)
        x[i] = spawn variable(i);
    sync;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
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

static long one_line(long n) { long x = spawn same(n); long y = spawn same(n
    + 1); sync; return x + y; }

static inline long in_line(long n)
{
    long x = cilk_spawn same(n); _Cilk_sync;
    x += _Cilk_spawn same(n); cilk_sync; return x;
}

int main(void)
{
    static long out, to[8];
    CHECK(return_beside(&out, 9) == 10 && out == 9);
    CHECK(return_only(&out, 0) == 0 && out == 5);
    CHECK(return_only(&out, 7) == 7 && out == 7);
    bare(&out, 4);
    CHECK(out == 4);
    bare(&out, 3);
    CHECK(out == 1003);
    return_of_void(&out, 8);
    CHECK(out == 8 && total == 8);
    only();
    only_more();
    CHECK(total == 11);
    for (int i = 0; i < 7; i++)
        printf("chain %ld cases %ld duff %ld loops %ld\n", chain(i), cases(i),
               duff(i + 1), loops(i));
    printf("jumps %ld %ld\n", jumps(0), jumps(9));
    printf("computed %ld %ld %ld\n", computed(0), computed(1), computed(2));
    CHECK(escapes(to, 8) == 1);
    CHECK(to[0] == 100 && to[1] == 1 && to[2] == 102 && to[3] == 3);
    CHECK(to[4] == 44 && to[5] == 0);
    CHECK(variable(9) == 256);
    fall_off(&out);
    CHECK(out == 12);
    CHECK(returns(&out, 0) == 0 && out == 12);
    CHECK(returns(&out, 1) == 10 && out == 1);
    CHECK(returns(&out, 2) == 2 && out == 2);
    CHECK(returns(&out, 3) == 50 && out == 6);
    CHECK(nested(5) == 16 && one_line(3) == 7 && in_line(4) == 8);
    printf("macros %ld texts %zu\n", macros(5), texts());
    return 0;
}
