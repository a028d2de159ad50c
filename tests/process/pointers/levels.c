/* Locals that tasks two and three levels below write, and read after syncs;
 * while the functions in between go on with locals of their own. */
#include "../process.h"
#include <ucilk/ucilk.h>

struct path {
    long top, middle, bottom;
};

static void third(struct path *top, struct path *middle, long *bottom, long i)
{
    linger((unsigned long)i);
    scribble();
    top->bottom += i;
    middle->bottom += 2 * i;
    *bottom += 3 * i;
}

static void second(struct path *top, long i)
{
    struct path own = {i, i, 0};
    long sum = 0;
    spawn third(top, &own, &sum, i);
    linger((unsigned long)i + 1);
    scribble();
    top->middle += i;
    sync;
    CHECK(own.top == i && own.middle == i && own.bottom == 2 * i);
    CHECK(sum == 3 * i);
    spawn third(top, &own, &sum, 1);
    sync;
    CHECK(own.bottom == 2 * i + 2 && sum == 3 * i + 3);
}

static long first(long i)
{
    struct path a = {0, 0, 0}, b = {0, 0, 0};
    long before = i * 7, between;
    spawn second(&a, i);
    between = i * 11;
    a.top = i;
    spawn second(&b, i + 1);
    b.top = i + 1;
    scribble();
    long after = i * 13;
    sync;
    CHECK(before == i * 7 && between == i * 11 && after == i * 13);
    CHECK(a.top == i && a.middle == i && a.bottom == i + 1);
    CHECK(b.top == i + 1 && b.middle == i + 1 && b.bottom == i + 2);
    return a.bottom + b.bottom;
}

/* What a child reads of its parent's locals stays until the sync: the parent
 * writes others. */
static long read_all(const long *a, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i];
        if (i % 8 == 0)
            linger((unsigned long)i);
    }
    return sum;
}

static void readers(long seed)
{
    long a[64], sums[8], local = seed;
    for (int i = 0; i < 64; i++)
        a[i] = seed + i;
    for (int i = 0; i < 8; i++) {
        sums[i] = spawn read_all(a, 8 * i + 8);
        local = local * 31 + i;
        scribble();
    }
    sync;
    for (int i = 0; i < 8; i++)
        CHECK(sums[i] == (8 * i + 8) * seed + (8 * i + 8) * (8 * i + 7) / 2);
    long expected = seed;
    for (int i = 0; i < 8; i++)
        expected = expected * 31 + i;
    CHECK(local == expected);
}

/* The pointer goes down by calls and spawns in turn, and each level has locals
 * that the one below writes. */
static void down(long *above, int depth, long *count)
{
    if (depth == 0) {
        *above = 1;
        ++*count;
        return;
    }
    long mine = -1, other = -1, n = 0, m = 0;
    if (depth % 3 == 0) {
        down(&mine, depth - 1, &n);
        spawn down(&other, depth - 1, &m);
    } else {
        spawn down(&mine, depth - 1, &n);
        down(&other, depth - 1, &m);
    }
    scribble();
    sync;
    CHECK(mine == other && n == m);
    *above = mine + 1;
    *count += n + m;
}

/* The last read of a local is in a function called behind the sync. */
static __attribute__((noinline)) long later(const long *p)
{
    scribble();
    return *p;
}

static void set(long *p, long value)
{
    linger((unsigned long)value);
    *p = value;
}

static long reused(long n)
{
    long x = 0, total = 0;
    for (long i = 0; i < n; i++) {
        long y = i;
        spawn set(&x, i);
        total += later(&y);
        sync;
        total += later(&x);
        spawn set(&y, 2 * i);
        sync;
        total += later(&y);
    }
    return total;
}

int main(void)
{
    for (long i = 0; i < scaled(300, 40); i++) {
        CHECK(first(i) == 2 * i + 3);
        readers(i);
    }
    long top = 0, count = 0;
    int depth = (int)scaled(10, 7);
    spawn down(&top, depth, &count);
    sync;
    CHECK(top == depth + 1 && count == 1L << depth);
    long n = scaled(1000, 50);
    CHECK(reused(n) == 4 * n * (n - 1) / 2);
    return right();
}
