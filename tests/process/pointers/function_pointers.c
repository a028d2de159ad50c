/* Spawns through function pointers that pass pointers to locals, and pointers
 * to functions that are locals themselves. */
#include "../process.h"
#include <ucilk/ucilk.h>

typedef void operation(long *, long);

static void plus(long *x, long n)
{
    linger((unsigned long)n);
    scribble();
    *x += n;
}

static void times(long *x, long n)
{
    linger((unsigned long)n + 2);
    *x *= n;
}

static void power(long *x, long n)
{
    long base = *x, result = 1;
    operation *by = times;
    for (; n > 0; n--) {
        spawn by(&result, base);
        sync;
    }
    *x = result;
}

static operation *const table[3] = {plus, times, power};

static void by_table(long seed)
{
    long x[3] = {seed, seed, seed};
    for (int i = 0; i < 3; i++)
        spawn table[i](&x[i], 3);
    sync;
    CHECK(x[0] == seed + 3 && x[1] == seed * 3 && x[2] == seed * seed * seed);
}

/* What the pointer points to changes behind the spawn. */
static void changed(long seed)
{
    long x = seed, y = seed;
    operation *f = plus;
    spawn f(&x, 5);
    f = times;
    spawn (*f)(&y, 5);
    f = NULL;
    sync;
    CHECK(!f && x == seed + 5 && y == seed * 5);
}

struct object {
    const struct class *class;
    long value;
};

struct class {
    void (*set)(struct object *, const long *);
    long (*get)(const struct object *);
};

static void set(struct object *o, const long *from)
{
    linger((unsigned long)*from);
    o->value = *from;
}

static long get(const struct object *o)
{
    return o->value;
}

/* Objects and their classes on the stack. */
static void objects(long seed)
{
    struct class local = {set, get};
    struct object o[8];
    long from[8], got[8];
    for (int i = 0; i < 8; i++) {
        o[i].class = &local;
        from[i] = seed * i;
        spawn o[i].class->set(&o[i], &from[i]);
    }
    scribble();
    sync;
    for (int i = 0; i < 8; i++)
        got[i] = spawn (o + i)->class->get(o + i);
    sync;
    for (int i = 0; i < 8; i++)
        CHECK(got[i] == seed * i);
}

/* A function with a closure, as in OpenMP's and qsort_r's manner. */
static void apply(void (*body)(void *, int), void *closure, int first, int n)
{
    if (n == 1) {
        body(closure, first);
        return;
    }
    spawn apply(body, closure, first, n / 2);
    apply(body, closure, first + n / 2, n - n / 2);
}

struct closure {
    const int *in;
    int *out;
    int shift;
    struct closure *inner;
};

static void shift_one(void *closure, int i)
{
    struct closure *c = closure;
    linger((unsigned long)i);
    c->out[i] = c->in[i] + c->shift;
}

static void shift_rows(void *closure, int i)
{
    struct closure *outer = closure;
    struct closure c = {outer->in + 10 * i, outer->out + 10 * i, i,
                        outer->inner};
    apply(shift_one, &c, 0, 10);
}

static void closures(void)
{
    int in[100], out[100];
    for (int i = 0; i < 100; i++)
        in[i] = i;
    struct closure c = {in, out, 0, &c};
    apply(shift_rows, &c, 0, 10);
    for (int i = 0; i < 100; i++)
        CHECK(out[i] == i + i / 10);
}

int main(void)
{
    for (long i = 0; i < scaled(300, 30); i++) {
        by_table(i);
        changed(i);
        objects(i);
    }
    for (long i = 0; i < scaled(30, 5); i++)
        closures();
    return right();
}
