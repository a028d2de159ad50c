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

/* Syncs that are not what they look like: a function's end. */
static long as_steps(long n)
{
    long x = 0, y = 0;
    for (long i = 0; i++ < n; y += spawn work(i))
        sync;
    sync;
    for (long i = 0; i++ < n; x += spawn work(i))
        sync;
    return x + y;
}

static long past_a_sync(long n)
{
    long x = spawn work(n);
    if (n % 2)
        goto out;
    sync;
out:
    return x;
}

static long inner_sync(long n)
{
    long x = spawn work(n);
    cilk_scope {
        long z = spawn work(n + 1);
        sync;
        return x * 0 + z;
    }
}

struct pair {
    long a;
    double b;
};

static struct pair made(long n)
{
    long x = spawn work(n);
    double y = (double)work(n + 1);
    sync;
    return (struct pair){x, y};
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
    static long out;
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
        printf("cases %ld duff %ld\n", cases(i), duff(i + 1));
    printf("jumps %ld %ld\n", jumps(0), jumps(9));
    printf("computed %ld %ld %ld\n", computed(0), computed(1), computed(2));
    CHECK(variable(9) == 256);
    for (int i = 0; i < 20; i++) {
        struct pair p = made(i);
        CHECK(p.a == i && (long)p.b == i + 1 && as_steps(9) == 90);
        CHECK(past_a_sync(i) == i && inner_sync(i) == i + 1);
    }
    CHECK(nested(5) == 16 && one_line(3) == 7 && in_line(4) == 8);
    printf("macros %ld texts %zu\n", macros(5), texts());
    return 0;
}
