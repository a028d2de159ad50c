/* Hyperobjects, Description and Reducers: views, and their order. */
#include <cilk/cilk.h>
#include <cilk/reducer.h>

#include "../../check.h"
#include <string.h>

/* A monoid that does not commute: lists of small numbers. */
struct list {
    int n;
    unsigned char a[200];
};

static void list_identity(void *r, void *v)
{
    (void)r;
    ((struct list *)v)->n = 0;
}

static void list_reduce(void *r, void *left, void *right)
{
    struct list *l = left, *q = right;
    (void)r;
    CHECK(l->n + q->n <= (int)sizeof l->a);
    memcpy(l->a + l->n, q->a, (size_t)q->n);
    l->n += q->n;
}

static CILK_C_DECLARE_REDUCER(struct list) order = CILK_C_INIT_REDUCER(
    struct list, list_reduce, list_identity, __cilkrts_hyperobject_noop_destroy, {0, {0}});

static void push(int n)
{
    struct list *l = &REDUCER_VIEW(order);
    l->a[l->n++] = (unsigned char)n;
}

static void walk(int low, int high)
{
    if (high - low == 1) {
        push(low);
        return;
    }
    _Cilk_spawn walk(low, (low + high) / 2);
    walk((low + high) / 2, high);
}

/* As in the serialization, whatever the schedule. */
static unsigned taken(void)
{
    unsigned hash = 0;
    for (int i = 0; i < order.value.n; i++)
        hash = hash * 31 + order.value.a[i];
    hash = hash * 31 + (unsigned)order.value.n;
    order.value.n = 0;
    return hash;
}

static unsigned in_order(void)
{
    unsigned hash;
    walk(0, 100);
    for (int i = 0; i < 100; i++)
        CHECK(order.value.a[i] == i);
    hash = taken();
    push(200);
    _Cilk_for (int i = 0; i < 100; i++) {
        push(i);
        if (i % 9 == 0)
            _Cilk_spawn push(i + 100);
        if (i % 18 == 0)
            push(i + 101);
    }
    push(201);
    return hash * 31 + taken();
}

/* A strand keeps its view, a child begins with its parent's, and behind a sync
 * is that from before the first spawn. */
static void same_as(const struct list *view)
{
    CHECK(&REDUCER_VIEW(order) == view);
    push(1);
}

static unsigned views(void)
{
    struct list *before = &REDUCER_VIEW(order);
    push(3);
    CHECK(&REDUCER_VIEW(order) == before && before->n == 1);
    _Cilk_spawn same_as(before);
    push(2);
    _Cilk_sync;
    CHECK(&REDUCER_VIEW(order) == before && before->n == 3);
    _Cilk_for (int i = 0; i < 20; i++)
        if (i == 0)
            CHECK(&REDUCER_VIEW(order) == before);
        else
            push(i);
    CHECK(&REDUCER_VIEW(order) == before && before == &order.value);
    return taken();
}

/* The leftmost view has the serial value even before the sync: a child sees
 * what was pushed before it. */
static void leftmost(int n)
{
    CHECK(n > 20 || REDUCER_VIEW(order).n == n);
    push(n);
    if (n < 20)
        _Cilk_spawn leftmost(n + 1);
    push(100 + n);
}

int main(void)
{
    unsigned a = in_order(), b = views();
    leftmost(0);
    CHECK(order.value.n == 42);
    printf("%u %u %u\n", a, b, taken());
    return 0;
}
