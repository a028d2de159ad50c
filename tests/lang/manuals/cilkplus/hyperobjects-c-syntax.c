/* Hyperobjects in C, C hyperobject syntax: the macros of <cilk/reducer.h>. */
#include <cilk/cilk.h>
#include <cilk/reducer.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_min.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_opand.h>
#include <cilk/reducer_opmul.h>
#include <cilk/reducer_opor.h>
#include <cilk/reducer_opxor.h>

#include "../../check.h"

/* Three functions make one. */
struct mean {
    double sum;
    long n;
};

static void mean_reduce(void *r, void *left, void *right)
{
    struct mean *l = left, *q = right;
    (void)r;
    l->sum += q->sum;
    l->n += q->n;
}

static void mean_identity(void *r, void *v)
{
    (void)r;
    *(struct mean *)v = (struct mean){0, 0};
}

static void mean_destroy(void *r, void *v)
{
    (void)r;
    (void)v;
}

typedef CILK_C_DECLARE_REDUCER(struct mean) mean_reducer;
extern mean_reducer at_file_scope;
mean_reducer at_file_scope =
    CILK_C_INIT_REDUCER(struct mean, mean_reduce, mean_identity, mean_destroy, {0, 0});

static void take(mean_reducer *r, double x)
{
    REDUCER_VIEW(*r).sum += x;
    REDUCER_VIEW(*r).n++;
}

static void tree(mean_reducer *r, int low, int high)
{
    if (high - low == 1) {
        take(r, low);
        return;
    }
    _Cilk_spawn tree(r, low, (low + high) / 2);
    tree(r, (low + high) / 2, high);
}

/* Automatic: registered first, its value is there afterwards. */
static double automatic(int n)
{
    mean_reducer r =
        CILK_C_INIT_REDUCER(struct mean, mean_reduce, mean_identity, mean_destroy, {5, 1});
    CILK_C_REGISTER_REDUCER(r);
    tree(&r, 0, n);
    CILK_C_UNREGISTER_REDUCER(r);
    double first = r.value.sum / (double)r.value.n;
    CILK_C_REGISTER_REDUCER(r); /* again */
    _Cilk_for (int i = 0; i < n; i++)
        take(&r, -i);
    CILK_C_UNREGISTER_REDUCER(r);
    return first * 1000 + r.value.sum;
}

/* A function's own may be of a type without a name. */
static void add(void *hv, size_t size, long n)
{
    (void)size;
    ((cilk_c_reducer_opadd_long *)hv)->value += n * 0;
}

static long unnamed(long n)
{
    CILK_C_DECLARE_REDUCER(long) hv = REDUCER_OPADD_INIT(long, 0);
    CILK_C_REGISTER_REDUCER(hv);
    REDUCER_VIEW(hv) += n;
    _Cilk_spawn add(&hv, sizeof hv, n);
    REDUCER_VIEW(hv) += n;
    _Cilk_sync;
    _Cilk_for (int i = 0; i < 100; i++)
        REDUCER_VIEW(hv) += i;
    CILK_C_UNREGISTER_REDUCER(hv);
    return hv.value;
}

static CILK_C_DECLARE_REDUCER(long) hv = REDUCER_OPADD_INIT(long, 0);

/* The library's, by the manual's macro and by those of the headers. */
static void library(int n)
{
    CILK_C_REDUCER_OPMUL(product, ulong, 1);
    CILK_C_REDUCER_OPAND(all, uint, ~0u);
    CILK_C_REDUCER_OPOR(any, int, 0);
    CILK_C_REDUCER_OPXOR(parity, longlong, 0);
    CILK_C_REDUCER_MAX(most, double, -1);
    CILK_C_REDUCER_MIN_INDEX(least, int, 1000);
    CILK_C_REGISTER_REDUCER(hv);
    CILK_C_REGISTER_REDUCER(product);
    CILK_C_REGISTER_REDUCER(all);
    CILK_C_REGISTER_REDUCER(any);
    CILK_C_REGISTER_REDUCER(parity);
    CILK_C_REGISTER_REDUCER(most);
    CILK_C_REGISTER_REDUCER(least);
    _Cilk_for (int i = 0; i < n; i++) {
        REDUCER_VIEW(hv) += i;
        REDUCER_VIEW(product) *= (unsigned long)(2 * i + 1);
        REDUCER_VIEW(all) &= (unsigned)i | 64;
        REDUCER_VIEW(any) |= i;
        REDUCER_VIEW(parity) ^= i * 3;
        CILK_C_REDUCER_MAX_CALC(most, i * 37 % 41);
        CILK_C_REDUCER_MIN_INDEX_CALC(least, i, (i * 37 + 5) % 41);
    }
    CILK_C_UNREGISTER_REDUCER(least);
    CILK_C_UNREGISTER_REDUCER(most);
    CILK_C_UNREGISTER_REDUCER(parity);
    CILK_C_UNREGISTER_REDUCER(any);
    CILK_C_UNREGISTER_REDUCER(all);
    CILK_C_UNREGISTER_REDUCER(product);
    CILK_C_UNREGISTER_REDUCER(hv);
    printf("%ld %lu %u %d %lld %g %d:%d\n", hv.value, product.value, all.value, any.value,
           parity.value, most.value, (int)least.value.index, least.value.value);
}

int main(void)
{
    tree(&at_file_scope, 0, 50); /* not registered: at file scope that is optional */
    CILK_C_REGISTER_REDUCER(at_file_scope);
    tree(&at_file_scope, 50, 100);
    CILK_C_UNREGISTER_REDUCER(at_file_scope);
    printf("%g %ld %g\n", at_file_scope.value.sum, at_file_scope.value.n, automatic(40));
    library(30);
    printf("%ld\n", unnamed(21));
    return 0;
}
