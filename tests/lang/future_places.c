/*
 * cilk_future in every place that an expression can have, with arguments and
 * results of all kinds.
 */
#include <stdio.h>
#include <string.h>
#include <ucilk/ucilk.h>

struct big {
    char bytes[1 << 17];
    const int n;
};
struct holder {
    ucilk_future_t f;
    int n;
};
union either {
    float x;
    int n;
};

static int numbers, table[8];
static long inc(long n)
{

    return n + 1;
}
static double half(float x)
{
    return x / 2;
}
static void mark(int *p, int by)
{
    *p += by;
}
static struct big fill(struct big b, char c)
{
    struct big r = {{0}, b.n + 1};
    memset(r.bytes, b.bytes[0] + c, sizeof r.bytes);
    return r;
}
static union either flip(union either e)
{
    e.n = -e.n;
    return e;
}
static long two(ucilk_future_t a, ucilk_future_t b)
{
    return 10 * ucilk_future_get(long, a) + ucilk_future_get(long, b);
}
static ucilk_future_t later(long n)
{
    return cilk_future inc(n);
}
static int number(void)
{
    numbers++;
    return 3;
}
static long (*chosen)(long) = inc;
static long (*choose(int n))(long)
{
    return n ? inc : chosen;
}
static inline ucilk_future_t inlined(int n)
{
    return cilk_future(2) inc(n);
}
static long chain(int n)
{
    if (n == 0)
        return 1;
    ucilk_future_t rest = cilk_future chain(n - 1);
    return n + ucilk_future_get(long, rest);
}

#define MACRO(f, x) cilk_future(1) f(x)
#define GET(f) ucilk_future_get(long, f)

int main(void)
{
    ucilk_future_t a = cilk_future inc(1), b, all[3] = {
        cilk_future inc(10), MACRO(inc, 20), cilk_future (inc)(30)};
    struct holder h = {.n = 1, .f = cilk_future(2) inc(40)}, *hp = &h;
    struct big big = {"A", 5};
    b = cilk_future fill(big, 1);
    printf("%ld %ld %ld %ld\n", GET(a), GET(all[0]), GET(all[1]), GET(all[2]));
    struct big filled = ucilk_future_get(struct big, b);
    printf("%c%c %d\n", filled.bytes[0], filled.bytes[131071], filled.n);
    printf("%ld %ld\n", GET(hp->f), GET(h.f));
    printf("%ld\n", GET(cilk_future two(cilk_future inc(3),
                                        MACRO(inc, GET(MACRO(inc, 4))))));
    printf("%g\n", ucilk_future_get(double, cilk_future half(5)));
    union either e = {.n = 7};
    e = ucilk_future_get(union either, cilk_future flip(e));
    printf("%d\n", e.n);
    a = cilk_future mark(&table[0], 5);
    ucilk_future_get(void, a);
    hp->f = cilk_future(number()) (*chosen)(50);
    for (int i = 0; i < 3; i++)
        printf("%ld ", GET(hp->f));
    printf("%d %d\n", numbers, table[0]);
    a = cilk_future(number() - 2) inc(numbers);
    if (GET(a) != 3) /* the number comes before the arguments */
        return 2;
    *(&all[1]) = cilk_future choose(table[0])(60);
    a = cilk_future (*choose(0))(61);
    b = cilk_future(1) (choose)(0)(62);
    printf("%ld %ld %ld\n", GET(all[1]), GET(a), GET(b));
    a = inlined(70);
    b = numbers ? cilk_future inc(71) : later(0);
    printf("%ld %ld %ld %ld\n", GET(a), GET(a), GET(b), GET(later(72)));
    if (GET(cilk_future inc(80)) == 81)
        do
            a = (b = cilk_future inc(81), cilk_future inc(GET(b)));
        while (GET(a) != 83);
    long x = spawn two(cilk_future inc(1), later(1)), y;
    y = spawn inc(GET(cilk_future(1) inc(90)));
    sync;
    printf("%ld %ld\n", x, y);
    static ucilk_future_t kept[8];
    cilk_for (int i = GET(cilk_future inc(-1)); i < (int)GET(later(7)); i++) {
        int own = i;
        kept[i] = cilk_future(h.n + 1) inc(own + h.n);
        table[i] += (int)GET(kept[i]);
    }
    long sum = 0;
    for (int i = 0; i < 8; i++)
        sum += GET(kept[i]) * table[i];
    printf("%ld\n", sum);
    __extension__ __auto_type deduced = cilk_future chain(30);
    cilk_scope {
        a = cilk_future chain(10);
        printf("%ld\n", GET(a) + GET(deduced));
    }
    a = cilk_future snprintf(NULL, 0, "%d%s", 123, "four");
    printf("%d\n", ucilk_future_get(int, a));
    (void)cilk_future mark(&table[7], 1000);
    switch (GET(cilk_future inc(100)))
    case 101:
        return ucilk_future_get(int, cilk_future printf("end\n")) != 4;
    return 1;
}
