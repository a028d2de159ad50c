/* spawned statements, results in memory, groups: 175: 16 25 36 45 0 1 4 9 16 25 36 49 64 362880 55 190 2025 2470 285 2470 385 */
#include <ucilk/groups.h>

#include "check.h"

struct shelf {
    long left;
    struct {
        long right[2];
    } inner;
};

static long global, out[10], done[20];
static volatile long changing;
static _Atomic long atomic;

static void set(long *to, long value)
{
    *to = square(value);
}

static void spellings(long *a)
{
    _Cilk_spawn set(&a[1], 7);
    _Cilk_sync;
    cilk_spawn set(&a[0], 4);
    long b = _Cilk_spawn square(5);
    a[2] = cilk_spawn square(6);
    a[3] = 9;
    a[3] += _Cilk_spawn square(6);
    cilk_sync;
    a[1] = b;
}

static long fill(struct shelf *s, long *p, long parameter, long rows[2][2])
{
    int i = 0;
    s->left = spawn square(1);
    s->inner.right[1] = spawn square(2);
    *p = spawn square(3);
    parameter = spawn square(4);
    rows[1][i++] = spawn square(5);
    global = spawn square(6);
    changing = spawn square(7);
    atomic = spawn square(8);
    sync;
    return parameter + i - 1;
}

static void count(int n, long *to)
{
    long local = 0;
    cilk_spawn {
        for (int i = 0; i < n; i++) {
            dawdle();
            local += i;
        }
        *to = local;
    }
    sync;
}

static void blocks(void)
{
    long product = 1, sum = 0, counted = 0;
    cilk_spawn {
        for (int i = 1; i < 10; i++) {
            product *= i;
            dawdle();
        }
    }
    cilk_spawn {
        long half = spawn square(5);
        long other = square(5);
        sync;
        sum = half + other + 5;
    }
    count(20, &counted);
    sync;
    printf(" %ld %ld %ld", product, sum, counted);
}

static void store(int at, long value)
{
    dawdle();
    out[at] = value;
}

static void statements(void)
{
    long a[10], b[20], sums[4] = {0};
    for (int i = 0; i < 10; i++)
        cilk_spawn a[i] = i * square(i);
    cilk_spawn for (int i = 0; i < 20; i++) b[i] = square(i);
    for (int i = 0; i < 10; i++)
        store(i, cilk_spawn square(i));
    for (int i = 0; i < 20; i++)
        spawn set(&done[i], i);
    sync;
    for (int i = 0; i < 20; i++) {
        sums[0] += i < 10 ? a[i] : 0;
        sums[1] += b[i];
        sums[2] += i < 10 ? out[i] : 0;
        sums[3] += done[i];
    }
    printf(" %ld %ld %ld %ld", sums[0], sums[1], sums[2], sums[3]);
}

int main(void)
{
    struct shelf s = {0};
    long a[4] = {0}, x, y, rows[2][2] = {{0}}, sum = 0;
    ucilk_future_t group[10];
    for (int i = 0; i < 10; i++)
        spellings(a);
    printf("%ld %ld %ld %ld", a[0], a[1], a[2], a[3]);
    for (int i = 0; i < 10; i++)
        y = fill(&s, &x, -1, rows);
    printf(" %ld %ld %ld %ld %ld %ld %ld %ld %ld", s.inner.right[0], s.left,
           s.inner.right[1], x, y, rows[1][0], global, changing, (long)atomic);
    blocks();
    statements();
    for (long i = 0; i < 10; i++)
        group[i] = cilk_group square(i + 1);
    for (int i = 0; i < 10; i++)
        sum += ucilk_future_get(long, group[i]);
    printf(" %ld\n", sum);
    return 0;
}
