/* functions and arguments of each kind: 46: 1.5 42 3 36.25 60 7 285 570 */
#include "check.h"

struct pair {
    double value;
    long count;
};
struct large {
    long at[20];
};
union word {
    float f;
    unsigned bits;
};

static struct pair add(struct pair a, struct pair b)
{
    dawdle();
    return (struct pair){a.value + b.value, a.count + b.count};
}

static struct large fill(long n)
{
    struct large l;
    dawdle();
    for (int i = 0; i < 20; i++)
        l.at[i] = n + i;
    return l;
}

static double mix(char a, short b, float c, double d, long double e, int f,
                  long g, unsigned char h, union word w, const char *s)
{
    dawdle();
    return a + b + c + d + (double)e + f + g + h + w.f + s[1] - 'b';
}

static long sum(int n, ...)
{
    __builtin_va_list list;
    long s = 0;
    dawdle();
    __builtin_va_start(list, n);
    for (int i = 0; i < n; i++)
        s += __builtin_va_arg(list, long);
    __builtin_va_end(list);
    return s;
}

static int old(a, b)
int a;
char b;
{
    dawdle();
    return a + b;
}

typedef long function(long);

struct operation {
    const char *name;
    long (*apply)(long);
};

static long twice(long n)
{
    return 2 * square(n);
}

static function *const table[] = {twice, square}, *const other[] = {square, twice};
static const struct operation one = {"square", square}, two = {"twice", twice};

static long by_pointers(function *f, const struct operation *o, function *const at[])
{
    long all = 0, x[10];
    for (int i = 0; i < 10; i++)
        x[i] = i % 3 == 0   ? spawn f(i)
               : i % 3 == 1 ? spawn o->apply(i)
                            : spawn at[1](i);
    sync;
    for (int i = 0; i < 10; i++)
        all += x[i];
    return all;
}

int main(void)
{
    struct pair p, q = {0.5, 20};
    struct large l;
    double d = 0;
    long x = 0, a, b;
    int y = 0;
    for (int i = 0; i < 5; i++) {
        p = spawn add((struct pair){1, 22}, q);
        l = spawn fill(-16);
        d = spawn mix(1, 2, 3.5f, 4.25, 5.5L, 6, 7, (unsigned char)258,
                      (union word){.f = 5}, "ab");
        x = spawn sum(3, 10L, 20L, 30L);
        y = spawn old(3, 4);
        sync;
    }
    a = spawn by_pointers(square, &one, table);
    b = by_pointers(&twice, &two, other);
    sync;
    printf("%g %ld %ld %g %ld %d %ld %ld\n", p.value, p.count, l.at[19], d, x, y, a, b);
    return 0;
}
