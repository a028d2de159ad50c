/* Spawned statements: blocks, assignments, loops. */
#include <string.h>
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

#include "check.h"

static long fib(long n)
{
    if (n < 2)
        return n;
    long x, y;
    cilk_spawn x = fib(n - 1);
    y = fib(n - 2);
    cilk_sync;
    return x + y;
}

static long sum_of(const long *a, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 7 % 1000003 + a[i];
    return sum;
}

/* Statements of other kinds. */
static long kinds(int n)
{
    static long a[20], b[20];
    long steps = 0, odd = 0, *p = &odd, rounds = 0;
    cilk_spawn for (int i = 0; i < n; i++) a[i] = i * i;
    cilk_spawn while (rounds < n) rounds++;
    cilk_spawn if (n > 3) steps = 4;
    else steps = 5;
    cilk_spawn++ *p;
    cilk_spawn do b[0]++;
    while (b[0] < 7)
        ;
    cilk_spawn cilk_for(int i = 1; i < n; i++) b[i] = fib(i % 10);
    cilk_sync;
    cilk_spawn p[0] <<= 2;
    cilk_spawn (void)fib(n % 5);
    cilk_spawn ({ steps += fib(n % 7); });
    cilk_spawn __asm__("" : "+r"(rounds));
    cilk_sync;
    return sum_of(a, n) + sum_of(b, n) + steps * 100 + odd * 10 + rounds;
}

struct pair {
    long low, high;
};

/* Variables of other types, also of variable length. */
static long types(int n, long row[][4], struct pair by_value)
{
    struct pair pair = {1, 2};
    const struct pair fixed = {3, 4};
    long v[n], (*rows)[4] = row;
    _Bool flag = 0;
    char text[8] = "";
    enum colour { RED = 2, GREEN } colour = RED;
    static long everywhere;
    everywhere = 0;
    cilk_spawn
    {
        pair = fixed;
        pair.low += by_value.high;
    }
    for (int i = 0; i < n; i++)
        cilk_spawn v[i] = rows[i][i % 4] + row[i][0];
    cilk_spawn flag = n > 3;
    cilk_spawn
    {
        colour = GREEN;
        text[0] = 'a';
        text[1] = 0;
    }
    cilk_spawn everywhere += sizeof v + GREEN;
    cilk_sync;
    return pair.low + 10 * pair.high + 100 * flag + colour + text[0] +
           everywhere + sum_of(v, n);
}

static long UCILK_SUM(long) visited = 0;

static long reducers(int n)
{
    long UCILK_SUM(long) total = 0;
    for (int i = 0; i < n; i++)
        cilk_spawn
        {
            total += i;
            visited++;
        }
    for (int i = 0; i < n; i++)
        cilk_spawn
        {
            long x = cilk_spawn fib(i % 6);
            visited += i;
            cilk_sync;
            total += x;
        }
    cilk_spawn total += 1000;
    cilk_sync;
    return total * 3 + visited;
}

/* What a function begins with may return before its frame is there. */
static long early(long n)
{
    long x = 0;
    if (n == 0)
        return 7;
    cilk_spawn
    {
        x = fib(n);
    }
    cilk_spawn
    {
        CHECK(__func__[0] == 'e');
    }
    return n; /* waits */
}

/* A copy, although another variable of that name gets a result. */
static long shadowed(long n)
{
    long out = 0, other;
    {
        long i;
        i = cilk_spawn fib(4);
        cilk_sync;
        other = i;
    }
    long i = 3;
    cilk_spawn
    {
        out = fib(n) * 10; /* meanwhile it changes */
        out += i;
    }
    i = 4;
    long first = cilk_spawn fib(n);
    cilk_sync;
    return out + i + other + first;
}

/* In a block a result waits for that of another operator, of the block's, but
 * never for the function's. */
static long in_order(long n)
{
    long x = 1, y;
    y = cilk_spawn fib(n);
    cilk_spawn
    {
        x += cilk_spawn fib(n);
        x *= cilk_spawn fib(4);
        x ^= cilk_spawn fib(n);
        cilk_sync;
        x = x * 2;
    }
    cilk_sync;
    for (int i = 0; i < 3; i++) {
        x += cilk_spawn fib(n);
        if (n > 1000)
            break;
        cilk_sync;
        switch (n % 2) {
        default:
            cilk_spawn
            {
                x *= cilk_spawn fib(4);
            }
        }
        cilk_sync;
    }
    return x + y;
}

/* In the last place of a comma expression, and at the beginning of a for. */
static long places(long n)
{
    long x = 0, y = 0, count = 0, z;
    count++, cilk_spawn fib(n);
    count++, x = cilk_spawn fib(n);
    if (n > 3)
        count++, count += 2, y += cilk_spawn fib(n - 1);
    else
        y--;
    for (count++, z = cilk_spawn fib(4); count < 9; count++)
        ;
    for (cilk_spawn fib(n); count < 12; count++)
        ;
    for (long i = cilk_spawn fib(6); count < 14; count++)
        if (count == 13) {
            cilk_sync;
            z += i;
        }
    cilk_sync;
    return x + y + 100 * z + 1000 * count;
}

/* What the statement around counts in a variable of the function is a copy in
 * the inner one. */
enum { N_INNER = 40 };
static int met[4][N_INNER];

static void meet(int *which)
{
    CHECK(__atomic_add_fetch(which, 1, __ATOMIC_RELAXED) == 1);
}

static void counts_outside(void)
{
    int a, b, c;
    int *p;
    memset(met, 0, sizeof met);
    cilk_spawn {
        for (a = 0; a < N_INNER; a++)
            cilk_spawn {
                fib(a % 8);
                meet(&met[0][a]);
            }
    }
    cilk_spawn {
        for (b = 0; b < N_INNER; b++) {
            cilk_scope {
                cilk_spawn meet(&met[1][b]);
                cilk_spawn { fib(b % 5); }
            }
        }
    }
    cilk_spawn {
        for (p = met[2]; p < met[2] + N_INNER; p++)
            cilk_spawn { meet(p); }
    }
    cilk_for (int k = 0; k < 1; k++)
        for (c = 0; c < N_INNER; c++)
            cilk_spawn { meet(&met[3][c]); }
    sync;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < N_INNER; i++)
            CHECK(met[k][i] == 1);
}

int main(void)
{
    static long row[16][4];
    for (int i = 0; i < 64; i++)
        row[i / 4][i % 4] = i * 5 % 17;
    CHECK(fib(14) == 377);
    counts_outside();
    printf("%ld\n", kinds(20));
    printf("%ld\n", types(16, row, (struct pair){5, 6}));
    printf("%ld\n", reducers(50));
    printf("%ld\n", early(0) + early(9));
    printf("%ld\n", places(9));
    printf("%ld\n", shadowed(15));
    printf("%ld\n", in_order(9));
    return 0;
}
