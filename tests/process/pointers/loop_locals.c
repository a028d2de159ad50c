/* Loops whose bodies use the locals of their function by reference: they write
 * elements of arrays, members, and atomics; loops in loops, and in tasks. */
#include "../process.h"
#include <ucilk/ucilk.h>

enum { N = 3000, SIDE = 20 };

static void arrays(void)
{
    int a[N], b[N];
    double c[SIDE][SIDE];
    atomic_long sum = 0;
    int shift = 3;
    cilk_for (int i = 0; i < N; i++)
        a[i] = i + shift;
    cilk_for (int i = 0; i < N; i++) {
        b[i] = a[N - 1 - i] * 2;
        if (i % 100 == 0)
            sum += b[i];
    }
    shift = 5;
    cilk_for (int i = 0; i < SIDE; i++)
        cilk_for (int j = 0; j < SIDE; j++)
            c[i][j] = i * shift + j;
    long expected = 0;
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == i + 3 && b[i] == 2 * (N - 1 - i + 3));
        expected += i % 100 == 0 ? b[i] : 0;
    }
    CHECK(sum == expected);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            CHECK(c[i][j] == i * 5 + j);
}

struct state {
    atomic_int count;
    long cells[100];
    struct { int first, last; } found;
    long *at;
};

/* A struct, its address, a scalar that one iteration writes. */
static void structs(long seed)
{
    struct state s = {.found = {-1, -1}};
    long only = 0, *p = &only;
    s.at = s.cells;
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < 100; i++) {
        struct state *q = &s;
        q->count++;
        s.at[i] = seed * i;
        if (i == 0)
            s.found.first = i;
        if (i == 99)
            q->found.last = i;
        if (i == 50)
            only = seed + *p;
        linger((unsigned long)i);
    }
    CHECK(s.count == 100 && s.found.first == 0 && s.found.last == 99);
    CHECK(only == seed);
    for (int i = 0; i < 100; i++)
        CHECK(s.cells[i] == seed * i);
}

/* Three loops in each other; each has locals that the inner ones write. */
static long nested(int n)
{
    atomic_long total = 0;
    long rows[16];
    cilk_for (int i = 0; i < n; i++) {
        long columns[16];
        atomic_int n_inner = 0;
        cilk_for (int j = 0; j < n; j++) {
            long cells[16];
            cilk_for (int k = 0; k < n; k++) {
                cells[k] = i * 100 + j * 10 + k;
                n_inner++;
            }
            columns[j] = 0;
            for (int k = 0; k < n; k++)
                columns[j] += cells[k];
        }
        CHECK(n_inner == n * n);
        rows[i] = 0;
        for (int j = 0; j < n; j++)
            rows[i] += columns[j];
        total += rows[i];
    }
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += rows[i];
    CHECK(total == sum);
    return sum;
}

static void put(long *a, long i)
{
    linger((unsigned long)i);
    *a = i;
}

/* Bodies that spawn: into the function's array, and into locals of their own. */
static void spawning(long seed)
{
    long all[40], pairs[40];
    cilk_for (long i = 0; i < 40; i++) {
        long x, y;
        spawn put(&all[i], seed + i);
        spawn put(&x, i);
        spawn put(&y, 2 * i);
        sync;
        pairs[i] = x + y;
    }
    for (long i = 0; i < 40; i++)
        CHECK(all[i] == seed + i && pairs[i] == 3 * i);
}

/* Children of the function run still while it loops. */
static void beside(long seed)
{
    long early, a[30], late;
    spawn put(&early, seed);
    cilk_for (int i = 0; i < 30; i++)
        a[i] = seed + i;
    spawn put(&late, seed + 1);
    for (int i = 0; i < 30; i++)
        CHECK(a[i] == seed + i);
    sync;
    CHECK(early == seed && late == seed + 1);
}

/* A loop of a task over its parent's array; parameters are captured, too. */
static void loop(long *a, long n, atomic_long *count)
{
    cilk_for (long i = 0; i < n; i++) {
        a[i] += n;
        ++*count;
    }
    n = 0;
    CHECK(n == 0);
}

static void in_tasks(void)
{
    long a[200];
    atomic_long count = 0;
    for (long i = 0; i < 200; i++)
        a[i] = i;
    for (long i = 0; i < 4; i++)
        spawn loop(a + 50 * i, 50, &count);
    sync;
    CHECK(count == 200);
    for (long i = 0; i < 200; i++)
        CHECK(a[i] == i + 50);
}

/* Over a local array by pointer, down, with steps. */
static void headers(void)
{
    int a[100], b[100];
    cilk_for (int *p = a; p < a + 100; p++)
        *p = (int)(p - a);
    for (int i = 0; i < 100; i++)
        b[i] = -1;
    cilk_for (int i = 99; i >= 0; i -= 3)
        b[i] = a[i];
    cilk_for (unsigned char c = 0; c != 99; c += 3)
        b[c + 1] = a[c + 1];
    for (int i = 0; i < 100; i++)
        CHECK(a[i] == i && b[i] == (i % 3 == 2 ? -1 : i));
}

/* A reducer beside what is captured by reference. */
static void add(void *left, void *right)
{
    *(long *)left += *(long *)right;
}

static void zero(void *view)
{
    *(long *)view = 0;
}

static void reduced(void)
{
    long cilk_reducer(zero, add) sum = 10;
    long a[500];
    cilk_for (int i = 0; i < 500; i++) {
        a[i] = i;
        sum += a[i];
    }
    CHECK(sum == 10 + 499 * 250);
    for (int i = 0; i < 500; i++)
        CHECK(a[i] == i);
}

int main(void)
{
    arrays();
    for (long i = 0; i < scaled(100, 10); i++) {
        structs(i);
        spawning(i);
        beside(i);
        in_tasks();
        headers();
        reduced();
    }
    int n = (int)scaled(16, 6);
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += 111L * i * n * n;
    CHECK(nested(n) == sum);
    long x[50];
    cilk_for (int i = 0; i < 50; i++) /* of main */
        x[i] = i;
    for (int i = 0; i < 50; i++)
        CHECK(x[i] == i);
    return right();
}
