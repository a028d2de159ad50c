/* What the body of a cilk_for uses of the function around it: the variables
 * themselves, to read and to write. */
#include <ucilk/ucilk.h>

#include <stdarg.h>
#include <string.h>

#include "check.h"

struct pair {
    long a, b;
};
typedef struct {
    int k;
} unnamed;
typedef double real;
typedef int whole;
enum colour { RED, GREEN = 300 };

static long square(long n)
{
    return n * n;
}

static void set(int *p, int value)
{
    *p = value;
}

/* One of each kind; each element, and each scalar, has one writer. */
static void kinds(int n, int given[3], struct pair parameter, double (*rows)[n],
                  const char *format)
{
    int scalar = 1, out[10], *where = &scalar, looked_at = 7, last = -1;
    const struct pair constant = {8, 9};
    volatile int changing = 3;
    _Atomic int count = 0;
    static int kept[4];
    real real = 2.5; /* hides its type */
    double *p = rows[0];
    long table[2][n], row[n], result = 0, results[10];
    struct pair s = {1, 2};
    unnamed u = {4};
    memset(row, 0, sizeof row);
    memset(table, 0, sizeof table);
    cilk_for(int i = 0; i < n; i++)
    {
        out[i] = i + *where + looked_at + (int)constant.b;
        row[i] = (long)(sizeof row / sizeof row[0]) + i;
        table[1][i] = (long)(sizeof table / sizeof table[0]) + i;
        rows[1][i] = p[i] + real + changing;
        count++;
        set(&out[i], out[i] + 1);
        __typeof__(scalar) own = i;
        results[i] = spawn square(i + own);
        if (i == 3) {
            kept[1] = u.k;
            s = (struct pair){10, looked_at};
            (result) = spawn square(i);
            given[i % 3] = 1;
            parameter.a = 5;
            snprintf(NULL, 0, format, i);
        }
        if (i == n - 1)
            last = i;
        sync;
        out[i] += (int)results[i];
    }
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum = (sum * 7 + out[i] + row[i] + table[1][i] + (long)rows[1][i]) %
              1000000007;
    printf("%ld %d %d %ld %ld %d %ld %d %ld\n", sum, last, count, s.a, s.b,
           kept[1], parameter.a, given[0], result);
}

/* The control variable is each iteration's own, whoever has its address. */
static void control(int n)
{
    int out[8] = {0};
    cilk_for(int i = 0; i < n; i++)
    {
        int *p = &i;
        out[*p] = *p + 1;
        *p += 100;
        *p -= 100;
    }
    for (int i = 0; i < n; i++)
        printf(" %d", out[i]);
}

static void nested(int n)
{
    long table[4][n], sums[4] = {0}, scale = 3;
    cilk_for(int i = 0; i < 4; i++)
    {
        long mine = i, *row = table[i];
        cilk_for(int k = 0; k < n; k++)
        {
            row[k] = mine * k * scale;
            if (k == 2)
                sums[i] = sizeof table;
        }
        mine = row[n - 1];
        sums[i] += mine;
    }
    printf(" %ld %ld\n", sums[1], sums[3]);
}

/* A child that is outstanding, and one of an iteration, write through
 * addresses. */
static void store(long *to, long value)
{
    *to = value;
}

static void beside(int n)
{
    long first = 0, all[16];
    spawn store(&first, 5);
    cilk_for(int i = 0; i < n; i++) spawn store(&all[i], i);
    sync;
    for (int i = 0; i < n; i++)
        first = first * 3 + all[i];
    printf("%ld\n", first);
}

/* Variables that keep the value of their initializer, and some that do not. */
static void fixed(int n)
{
    int limit = 7, wraps = 2147483647, minus = -5, changed = 1, given = 2,
        looked_at = 3, set_later, result = 4, kept_here = 6;
    const long long least = -9223372036854775807LL - 1;
    const unsigned long most = -1;
    unsigned char byte = (unsigned char)300, char_ = -1;
    signed char small = -3;
    _Bool yes = 5;
    enum colour green = GREEN;
    static const int table_size = 9;
    static int rounds = 10;
    static int calls = 0;
    whole whole = 11; /* hides its type */
    enum here { HERE = 40 } here = HERE;
    typedef short mine;
    const mine of_mine = -40;
    register int in_register = 12;
    volatile int changing = 13;
    int *p = &given;
    const int *q = &looked_at;
    double out[100];
    set_later = 5;
    calls++;
    *p = 20;
    *(int *)q = 30;
    changed += 1;
    result = spawn square(12);
    sync;
    cilk_for (int i = 0; i < n; i++)
        cilk_for (int j = 0; j < limit; j++) {
            long x[limit]; /* of constant length as well */
            int limit_too = limit;
            x[limit - 1] = limit + minus;
            minus == -5 ? (void)(x[0] += 1) : (void)0;
            out[i * limit_too + j] =
                (double)(x[limit - 1] + wraps - 2147483647 + changed + given +
                         looked_at + set_later + result + (least < 0) +
                         (least + 1 < 0) + (most > 1UL << 63) + byte + char_ +
                         small + yes + green + table_size + rounds + calls +
                         whole + in_register + changing + (sizeof limit == 4) +
                         (int)here + of_mine) +
                j;
            {
                int kept_here = j;
                out[i * limit + j] += kept_here;
            }
            if (i == 0 && j == 0)
                out[i] += kept_here - 6;
        }
    double sum = 2 + 2 + 20 + 30 + 5 + 144 + 1 + 1 + 1 + 44 + 255 - 3 + 1 + 300 +
                 9 + 10 + calls + 11 + 12 + 13 + 1;
    for (int i = 0; i < n * 7; i++)
        CHECK(out[i] == sum + i % 7 * 2);
}

/* Written behind the loop only, or in its own body. */
static long fixed_no_more(int n)
{
    int step = 1, first = 1, last = 0;
    long sum = 0;
    for (int round = 0; round < 3; round++) {
        cilk_for (int i = 0; i < n; i++) {
            if (i == 0)
                sum += step * 10 + first;
            if (i == n - 1)
                last = round;
        }
        step = 5;
        set(&first, 3);
    }
    return sum + last;
}

/* A pointer stays restrict where no other is made from it. */
static void apart(double *restrict to, const double *restrict from, int n)
{
    cilk_for (int i = 1; i < n - 1; i++)
        to[i] = from[i - 1] + from[i + 1];
}

static void beside_itself(int *restrict to, int n)
{
    int *more = to + n / 2;
    cilk_for (int i = 0; i < n / 2; i++) {
        to[n / 2 + i] = i;
        more[i] += 1;
        to[n / 2 + i] *= 2;
        to[i] = more[i];
    }
}

static void halves(int n, int (*restrict to)[n], int (*restrict from)[n])
{
    cilk_for (int i = 0; i < n; i++)
        cilk_for (int j = 0; j < n; j++) {
            int *row = to[i];
            row[j] = from[j][i];
            to[i][j] += row[j];
        }
}

/* Pointers into it that another body makes, or the one around. */
static void within(int *restrict to, int n)
{
    int *into[n];
    cilk_for (int i = 0; i < n; i++)
        into[i] = &to[i];
    cilk_for (int i = 0; i < n; i++) {
        to[i] = 1;
        *into[i] += i;
        to[i] *= 2;
    }
    cilk_for (int half = 0; half < 2; half++) {
        int *start = to + half * (n / 2);
        cilk_for (int i = 0; i < n / 2; i++) {
            to[half * (n / 2) + i] += 1;
            start[i] *= 3;
            to[half * (n / 2) + i] -= 1;
        }
    }
}

/* A pointer to what only a typedef names. */
static long tagless(int n, unnamed *to)
{
    cilk_for (int i = 0; i < n; i++)
        to[i].k = i;
    return to[n - 1].k;
}

/* Parameters in the form of arrays. */
static long add(int n, ...)
{
    va_list pointers;
    long sum = 0;
    va_start(pointers, n);
    for (int i = 0; i < n; i++)
        sum += *va_arg(pointers, long *);
    va_end(pointers);
    return sum;
}

static long arrays(int n, const long a[n], long b[restrict], long c[static n + 1],
                   long d[n][n])
{
    cilk_for (int i = 0; i < n; i++) {
        b[i] = a[i] + 1;
        c[i] = b[i] * 2;
    }
    long sum = spawn add(3, a, c, d);
    sync;
    return sum;
}

/* Parameters whose arrays are behind typedefs. */
typedef char board[4][5];
typedef int two[2];
typedef const int fixed_two[2];
typedef unnamed some[3];

static long typedefs(board to, const board from, const two at, fixed_two f,
                     some p, volatile two v, __typeof__(const int[2]) g)
{
    typedef short own[3];
    own o = {1, 2, 3};
    long each[4], sum = 0;
    cilk_for (int i = 0; i < 4; i++) {
        to[i][0]++;
        each[i] = to[i][1] + from[i][4] + at[1] + f[1] + p[i % 3].k + v[0] +
                  o[i % 3] + _Generic(g, const int *: g[0], int *: 99);
    }
    cilk_spawn
    {
        to[0][0] = (char)(from[1][1] + f[0] + p[1].k + at[0]);
    }
    cilk_sync;
    for (int i = 0; i < 4; i++)
        sum = 3 * sum + each[i];
    return sum + to[0][0] + to[3][0];
}

static void restricted(void)
{
    enum { N = 40 };
    double a[N], b[N] = {0};
    int c[N] = {0}, m[N][N], t[N][N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    apart(b, a, N);
    beside_itself(c, N);
    for (int i = 0; i < N * N; i++)
        m[i / N][i % N] = i;
    halves(N, t, m);
    int d[N] = {0};
    within(d, N);
    for (int i = 1; i < N - 1; i++) {
        CHECK(b[i] == 2 * i);
        CHECK(c[i % (N / 2)] == 2 * (i % (N / 2) + 1));
        CHECK(t[i][i / 2] == 2 * (i / 2 * N + i));
        CHECK(d[i] == 3 * (2 * (1 + i) + 1) - 1);
    }
}

int main(void)
{
    double rows[2][10] = {{1, 2, 3}};
    int given[3] = {0};
    kinds(10, given, (struct pair){1, 2}, rows, "%d\n");
    control(8);
    nested(9);
    beside(16);
    fixed(10);
    CHECK(fixed_no_more(5) == 11 + 53 + 53 + 2);
    restricted();
    long three[3][6] = {{1, 2, 3, 4, 5}}, square[5][5] = {{6}};
    CHECK(arrays(5, three[0], three[1], three[2], square) == 1 + 4 + 6);
    CHECK(three[2][4] == 12);
    unnamed four[4];
    CHECK(tagless(4, four) == 3);
    board to = {{0}}, from = {{1}, {0, 2}};
    CHECK(typedefs(to, from, (two){3, 4}, (fixed_two){5, 6},
                   (some){{7}, {8}, {9}}, (two){10, 11}, (two){0, 1}) ==
          1169);
    return 0;
}
