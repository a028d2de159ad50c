/* structs, doubles and many arguments, and results of such: 1.5 42 3 36.25 */
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

int main(void)
{
    struct pair p, q = {0.5, 20};
    struct large l;
    double d = 0;
    for (int i = 0; i < 5; i++) {
        p = spawn add((struct pair){1, 22}, q);
        l = spawn fill(-16);
        d = spawn mix(1, 2, 3.5f, 4.25, 5.5L, 6, 7, (unsigned char)258,
                      (union word){.f = 5}, "ab");
        sync;
    }
    printf("%g %ld %ld %g\n", p.value, p.count, l.at[19], d);
    return 0;
}
