/* Hyperobjects, Description, Reducers: the views of strands.  C hyperobject
 * behavior: which callbacks are called, when, and how often. */
#include <cilk/cilk.h>
#include <cilk/reducer.h>
#include <string.h>

#include "../../check.h"

/* Keyword Aliases: the version of the language; macros of the program's own. */
#ifdef UCILK_SERIAL
#elif !defined(__cilk) || __cilk < 200
#error "no __cilk"
#endif
#define GO _Cilk_spawn
#define WAIT cilk_sync
#define EACH(i, n) _Cilk_for (int i = 0; i < (n); i++)

struct view {
    int *items, n; /* with memory of its own: each view must be destroyed */
};

static int n_made, n_reduced, n_destroyed;

static void identity(void *r, void *v)
{
    CHECK(r != NULL && r != v);
    *(struct view *)v = (struct view){malloc(400 * sizeof(int)), 0};
    __atomic_fetch_add(&n_made, 1, __ATOMIC_RELAXED);
}

static void reduce(void *r, void *left, void *right)
{
    struct view *a = left, *b = right;
    CHECK(r != NULL && a != b && a->n + b->n <= 400);
    memcpy(a->items + a->n, b->items, (size_t)b->n * sizeof(int));
    a->n += b->n;
    b->n = -1;
    __atomic_fetch_add(&n_reduced, 1, __ATOMIC_RELAXED);
}

static void destroy(void *r, void *v)
{
    struct view *a = v;
    CHECK(r != NULL && a->n == -1); /* behind the reduction */
    free(a->items);
    __atomic_fetch_add(&n_destroyed, 1, __ATOMIC_RELAXED);
}

static CILK_C_DECLARE_REDUCER(struct view) all =
    CILK_C_INIT_REDUCER(struct view, reduce, identity, destroy, {NULL, 0});

static void push(int i)
{
    struct view *v = &REDUCER_VIEW(all);
    v->items[v->n++] = i;
}

static void walk(int low, int high)
{
    if (high - low == 1) {
        push(low);
        return;
    }
    GO walk(low, (low + high) / 2);
    walk((low + high) / 2, high);
    WAIT;
}

/* A strand keeps its view, a child begins with its parent's, and behind a sync
 * is that from before the first spawn. */
static void same_as(const struct view *view)
{
    CHECK(&REDUCER_VIEW(all) == view);
    push(1);
}

static void views(void)
{
    struct view *before = &REDUCER_VIEW(all);
    push(3);
    CHECK(&REDUCER_VIEW(all) == before && before->n == 1);
    _Cilk_spawn same_as(before);
    push(2);
    _Cilk_sync;
    CHECK(&REDUCER_VIEW(all) == before && before->n == 3);
    _Cilk_for (int i = 0; i < 20; i++)
        if (i == 0)
            CHECK(&REDUCER_VIEW(all) == before);
        else
            push(i);
    CHECK(&REDUCER_VIEW(all) == before && before == &all.value);
    CHECK(all.value.n == 22 && all.value.items[1] == 1 && all.value.items[2] == 2);
    all.value.n = 0;
}

/* The leftmost view has the serial value even before the sync: a child sees
 * what was pushed before it. */
static void leftmost(int n)
{
    CHECK(n > 20 || REDUCER_VIEW(all).n == n);
    push(n);
    if (n < 20)
        _Cilk_spawn leftmost(n + 1);
    push(100 + n);
}

int main(void)
{
    all.value.items = malloc(400 * sizeof(int));
    views();
    leftmost(0);
    CHECK(all.value.n == 42);
    all.value.n = 0;
    CILK_C_REGISTER_REDUCER(all);
    CHECK(&REDUCER_VIEW(all) == &all.value); /* the leftmost one */
    walk(0, 200);
    CILK_C_UNREGISTER_REDUCER(all);
    CILK_C_REGISTER_REDUCER(all); /* again */
    EACH (i, 200)
        push(200 + i);
    CHECK(&REDUCER_VIEW(all) == &all.value);
    CILK_C_UNREGISTER_REDUCER(all);
    CHECK(all.value.n == 400);
    for (int i = 0; i < 400; i++)
        CHECK(all.value.items[i] == i);
    /* every view but the leftmost one went into one reduction */
    CHECK(n_made == n_reduced && n_made == n_destroyed);
    free(all.value.items);
    printf("%d\n", all.value.n);
    return 0;
}
