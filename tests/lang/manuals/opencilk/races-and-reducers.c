/* Races and reducers, Reducers: monoids, holders, values, handles. */
#include <cilk/cilk.h>
#include <string.h>

#include "../../check.h"

/* Lists, whose joining does not commute. */
struct text {
    int length;
    char at[220];
};

static void empty(void *view)
{
    ((struct text *)view)->length = 0;
}

static void append(void *left, void *right)
{
    struct text *l = left, *r = right;
    CHECK(l->length + r->length < (int)sizeof l->at);
    memcpy(l->at + l->length, r->at, (size_t)r->length);
    l->length += r->length;
}

static struct text cilk_reducer(empty, append) out;

static void put(char c)
{
    struct text *view = &out; /* the address of a view */
    view->at[view->length++] = c;
}

static void tree(int depth, char c)
{
    put(c);
    if (depth > 0) {
        cilk_spawn tree(depth - 1, (char)(c + 1));
        put('.');
        tree(depth - 1, (char)(c + 2));
        cilk_sync;
    }
    put(c);
}

/* Values: behind the sync of all that updates it, that of the serial program;
 * within a strand only it changes the value. */
static void zero(void *v)
{
    *(double *)v = 0;
}

static void add(void *l, void *r)
{
    *(double *)l += *(double *)r;
}

static double values(int n)
{
    double cilk_reducer(zero, add) x = 0.5;
    for (int i = 0; i < n; i++)
        cilk_spawn {
            double before = x;
            x += i;
            CHECK(x == before + i);
        }
    cilk_sync;
    CHECK(x == 0.5 + n * (n - 1) / 2.0);
    cilk_scope {
        cilk_for (int i = 0; i < n; i++)
            x += 1;
    }
    return x;
}

/* A holder: memory of a strand's. */
static void nothing(void *v)
{
    *(int *)v = 0;
}

static void hold(void *l, void *r)
{
    (void)l;
    (void)r;
}

static int holder(int n)
{
    static int a[50];
    int cilk_reducer(nothing, hold) scratch = 0;
    int s = 0;
    cilk_for (int i = 0; i < n; i++) {
        scratch = i * 3;
        a[i] = scratch + 1;
    }
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

/* Handles: __builtin_addressof for code that knows of reducers, & for a view. */
static void f_reducer(double cilk_reducer(zero, add) *p, int n)
{
    if (n == 0)
        return;
    cilk_spawn f_reducer(p, n - 1);
    *p += n;
}

static void f_view(double *p)
{
    *p += 1000;
}

static double handles(void)
{
    double cilk_reducer(zero, add) x = 0.0;
    f_reducer(__builtin_addressof(x), 20);
    f_view(&x);
    cilk_spawn f_reducer(__builtin_addressof(x), 5);
    f_view(&x);
    cilk_sync;
    return x;
}

int main(void)
{
    tree(4, 'a');
    printf("%.*s\n", out.length, out.at);
    printf("%g %d %g\n", values(30), holder(50), handles());
    return 0;
}

#ifdef REFUSED_1
void f_reducer(double cilk_reducer(zero, add) *p, int n);
double *h(double cilk_reducer(zero, add) *p)
{
    /* expect: +1:17: error: a plain pointer cannot take the address of a reducer: write `&*' before it */
    double *q = p;
    /* expect: +1:12: error: a plain pointer cannot take the address of a reducer */
    f_view(p);
    return q;
}
/* expect: +1:20: error: each strand has a view of the reducer `out': a static variable cannot begin with its address */
struct text *at = &out;
#endif
