/* Functions and types with names that generated code might use itself. */
#include <ucilk/ucilk.h>

#include "check.h"

typedef struct {
    long value;
} d;
typedef d r;
typedef long a0;
typedef int frame;
struct args {
    int fn, a0, result;
};

static long a(long n)
{
    return n + 1;
}

static double p(double x, d y)
{
    return x + (double)y.value;
}

static r value(a0 a1, frame frame)
{
    return (r){a1 * frame};
}

static struct args h(struct args task, a0 *name)
{
    task.result = task.a0 + (int)*name;
    return task;
}

static a0 fn(a0 n, frame f)
{
    a0 x = spawn a(n);
    sync;
    return x + f;
}

static d *point(d *where)
{
    return where;
}

/* Variables hide types and functions here, but not from the tasks. */
static long shadows(void)
{
    static d stored = {3}, *to[1];
    long a0 = 2, value = 1, r[1];
    d *found = spawn point(&stored), *d;
    d = spawn point(&stored);
    to[0] = spawn point(&stored);
    r[0] = spawn fn(a0, 1);
    sync;
    return found->value + d->value + to[0]->value + r[0] + value;
}

int main(void)
{
    static a0 stored = 5;
    d y = {4};
    long result = spawn a(1);
    double b = spawn p(1.5, y);
    r z = spawn value(3, 4);
    struct args args = {1, 2, 3};
    args = spawn h(args, &stored);
    y = spawn value(2, 2);
    sync;
    a0 *where = &stored;
    *where = spawn fn(6, 1);
    sync;
    CHECK(result == 2 && b == 5.5 && z.value == 12 && y.value == 4);
    CHECK(args.result == 7 && stored == 8);
    CHECK(shadows() == 9 + 4 + 1);
    return 0;
}
