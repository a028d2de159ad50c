/* Locals of every kind keep their values over spawns and syncs: more of them
 * than there are registers, volatile ones, bit-fields, loop variables, those
 * whose address is not taken, and those that only callees can reach. */
#include "../process.h"
#include <string.h>
#include <ucilk/ucilk.h>

static void put(long *p, long value)
{
    linger((unsigned long)value);
    scribble();
    *p = value;
}

static long get(long value)
{
    linger((unsigned long)value);
    scribble();
    return value;
}

static void many(long n)
{
    long a = n, b = n + 1, c = n + 2, d = n + 3, e = n + 4, f = n + 5,
         g = n + 6, h = n + 7, i = n + 8, j = n + 9, k = n + 10, l = n + 11,
         x, y;
    double p = (double)n, q = p + 1, r = p + 2, s = p + 3;
    float t = (float)n;
    long double u = (long double)n / 3;
    volatile long v = n;
    spawn put(&x, n);
    a += b;
    c += d;
    p += q;
    t *= 2;
    v++;
    y = spawn get(n);
    e += f;
    g += h;
    r += s;
    u *= 3;
    v++;
    sync;
    i += j;
    k += l;
    CHECK(x == n && y == n && v == n + 2);
    CHECK(a == 2 * n + 1 && c == 2 * n + 5 && e == 2 * n + 9 &&
          g == 2 * n + 13 && i == 2 * n + 17 && k == 2 * n + 21);
    CHECK(b == n + 1 && d == n + 3 && f == n + 5 && h == n + 7);
    CHECK(p == 2.0 * (double)n + 1 && r == 2.0 * (double)n + 5);
    CHECK(q == (double)n + 1 && s == (double)n + 3);
    CHECK(t == 2.0f * (float)n && u > (long double)n - 0.5L &&
          u < (long double)n + 0.5L);
}

struct bits {
    unsigned a : 3, b : 13;
    signed c : 7;
    _Bool d : 1;
};

static void fields(long n)
{
    struct bits b = {0, 0, 0, 0};
    char text[] = "a local text", *at = text;
    register long r = n;
    long out[4];
    for (int i = 0; i < 4; i++) {
        spawn put(&out[i], n + i);
        b.a++;
        b.b = (unsigned)(b.b + 1000);
        b.c = -i;
        b.d = !b.d;
        r += 3;
        at++;
    }
    CHECK(strcmp(at, "cal text") == 0);
    sync;
    CHECK(b.a == 4 && b.b == 4000 && b.c == -3 && !b.d && r == n + 12);
    CHECK(strcmp(text, "a local text") == 0);
    for (int i = 0; i < 4; i++)
        CHECK(out[i] == n + i);
}

/* Loops in loops, left and gone on with between spawn and sync. */
static long loops(long n)
{
    long out[64], sum = 0, first = 0;
    for (long i = 0; i < n; i++) {
        long local = i;
        for (long j = i; j < n; j++) {
            if (j % 5 == 3)
                continue;
            spawn put(&out[j], i * j);
            local += j;
            if (j - i > 10)
                break;
        }
        sync;
        if (i % 5 != 3) {
            CHECK(out[i] == i * i);
            first += out[i];
        }
        sum += local;
        switch (i % 3) {
        case 0:
            sum += spawn get(i);
            break;
        case 1: {
            long x;
            spawn put(&x, i);
            sync;
            sum += x;
        }
        }
        sync;
    }
    return sum + first;
}

static long loops_plain(long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++) {
        sum += i;
        for (long j = i; j < n; j++) {
            if (j % 5 == 3)
                continue;
            sum += j;
            if (j - i > 10)
                break;
        }
        sum += i % 5 != 3 ? i * i : 0;
        sum += i % 3 != 2 ? i : 0;
    }
    return sum;
}

/* Parameters, also those that a spawn changes; and what is returned while
 * children still write to it. */
static long parameters(long a, long b, long c, double d, struct bits e)
{
    long before = a + b + c;
    spawn put(&a, before);
    b++;
    spawn put(&c, b);
    d += 1;
    e.a = 5;
    sync;
    CHECK(a == before && c == b && d > 1 && e.a == 5 && e.b == 77);
    return a + b + c;
}

/* Leaf frames as large as pages, at the same time. */
static void large(long n, long *sum)
{
    char a[9000];
    memset(a, (int)(n % 50), sizeof a);
    linger((unsigned long)n);
    *sum = 0;
    for (unsigned i = 0; i < sizeof a; i++)
        *sum += a[i];
}

static void frames(long n)
{
    long sums[6];
    for (int i = 0; i < 6; i++)
        spawn large(n + i, &sums[i]);
    long own;
    large(n, &own);
    sync;
    CHECK(own == 9000 * (n % 50));
    for (int i = 0; i < 6; i++)
        CHECK(sums[i] == 9000 * ((n + i) % 50));
}

int main(void)
{
    for (long n = 0; n < scaled(200, 20); n++) {
        many(n);
        fields(n);
        CHECK(parameters(n, 1, 2, 0.5, (struct bits){1, 77, 0, 0}) ==
              n + 3 + 2 + 2);
        frames(n);
    }
    for (long n = 0; n < scaled(60, 12); n += 3)
        CHECK(loops(n) == loops_plain(n));
    return right();
}
