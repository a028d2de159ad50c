/* <cilk/reducer.h>: the reducers of Cilk Plus in C, registered or not. */
#include <ucilk/ucilk.h>

#include <ucilk/compat/cilk/reducer.h>
#include <ucilk/compat/cilk/reducer_max.h>
#include <ucilk/compat/cilk/reducer_min.h>
#include <ucilk/compat/cilk/reducer_opadd.h>
#include <ucilk/compat/cilk/reducer_opand.h>
#include <ucilk/compat/cilk/reducer_opmul.h>
#include <ucilk/compat/cilk/reducer_opor.h>
#include <ucilk/compat/cilk/reducer_opxor.h>

#include <string.h>

#include "check.h"

/* One of the program's own, which does not commute: characters in their order.
 * Its views know of their reducer. */
struct text {
    int length;
    char bytes[120];
};

static void append(struct text *t, const char *bytes, int length)
{
    for (int i = 0; i < length && t->length < (int)sizeof t->bytes; i++)
        t->bytes[t->length++] = bytes[i];
}

static void text_identity(void *reducer, void *view)
{
    CHECK(reducer != NULL);
    memset(view, 0, sizeof(struct text));
}

static void text_reduce(void *reducer, void *left, void *right)
{
    struct text *r = right;
    CHECK(reducer != NULL);
    append(left, r->bytes, r->length);
}

static void text_destroy(void *reducer, void *view)
{
    CHECK(reducer != NULL && ((struct text *)view)->length >= 0);
}

typedef CILK_C_DECLARE_REDUCER(struct text) text_reducer;
extern text_reducer trail;
text_reducer trail = CILK_C_INIT_REDUCER(
    struct text, text_reduce, text_identity, text_destroy, {1, "<"});
/* Without a function that destroys. */
static void long_identity(void *reducer, void *view)
{
    CHECK(reducer != NULL);
    *(long *)view = 0;
}
static void long_reduce(void *reducer, void *left, void *right)
{
    CHECK(reducer != NULL);
    *(long *)left += *(long *)right;
}
static CILK_C_DECLARE_REDUCER(long) kept = CILK_C_INIT_REDUCER(long,
                                                               long_reduce,
                                                               long_identity, 0,
                                                               0);
static CILK_C_REDUCER_OPADD(total, long, 0);
extern CILK_C_REDUCER_OPADD_TYPE(long) total;

static void walk(int low, int high)
{
    if (high - low == 1) {
        char c = (char)('a' + low % 26);
        append(&REDUCER_VIEW(trail), &c, 1);
        REDUCER_VIEW(total) += low;
        REDUCER_VIEW(kept) += low;
        return;
    }
    int middle = low + (high - low) / 2;
    cilk_spawn walk(low, middle);
    walk(middle, high);
    cilk_sync;
}

/* At file scope one need not be registered, but may. */
static void at_file_scope(int n)
{
    walk(0, n);
    printf("%.*s %ld %ld\n", trail.value.length, trail.value.bytes, total.value,
           kept.value);
    CILK_C_REGISTER_REDUCER(trail);
    walk(0, n);
    CILK_C_UNREGISTER_REDUCER(trail);
    printf("%.*s %ld\n", trail.value.length, trail.value.bytes, total.value);
}

static void add_to(CILK_C_REDUCER_OPADD_TYPE(double) * sum, double x)
{
    REDUCER_VIEW(*sum) += x;
}

static void local(int n)
{
    CILK_C_REDUCER_OPADD(sum, double, 0.5);
    CILK_C_REDUCER_OPMUL(product, uint, 1);
    CILK_C_REDUCER_OPAND(all, ulong, ~0ul);
    CILK_C_REDUCER_OPOR(any, int, 0);
    CILK_C_REDUCER_OPXOR(parity, ushort, 0);
    CILK_C_REGISTER_REDUCER(sum);
    CILK_C_REGISTER_REDUCER(product);
    CILK_C_REGISTER_REDUCER(all);
    CILK_C_REGISTER_REDUCER(any);
    CILK_C_REGISTER_REDUCER(parity);
#pragma cilk grainsize = 3
    cilk_for(int i = 0; i < n; i++)
    {
        add_to(&sum, i);
        REDUCER_VIEW(product) *= (unsigned)(2 * i + 1);
        REDUCER_VIEW(all) &= (unsigned long)(i | 0x500);
        REDUCER_VIEW(any) |= i << 4;
        REDUCER_VIEW(parity) ^= (unsigned short)(i * 7);
    }
    CILK_C_UNREGISTER_REDUCER(parity);
    CILK_C_UNREGISTER_REDUCER(any);
    CILK_C_UNREGISTER_REDUCER(all);
    CILK_C_UNREGISTER_REDUCER(product);
    CILK_C_UNREGISTER_REDUCER(sum);
    printf("%.1f %u %lx %x %x\n", sum.value, product.value, all.value,
           any.value, parity.value);
}

static void extremes(int n)
{
    CILK_C_REDUCER_MAX(largest, int, -5);
    CILK_C_REDUCER_MIN(smallest, double, 1e9);
    CILK_C_REDUCER_MAX_INDEX(where, long, -1);
    CILK_C_REDUCER_MIN_INDEX(least, schar, 100);
    CILK_C_REGISTER_REDUCER(largest);
    CILK_C_REGISTER_REDUCER(smallest);
    CILK_C_REGISTER_REDUCER(where);
    CILK_C_REGISTER_REDUCER(least);
#pragma cilk grainsize = 2
    cilk_for(int i = 0; i < n; i++)
    {
        int x = i * 37 % 101;
        CILK_C_REDUCER_MAX_CALC(largest, x);
        CILK_C_REDUCER_MIN_CALC(smallest, x + 0.25);
        CILK_C_REDUCER_MAX_INDEX_CALC(where, i, x / 2);
        CILK_C_REDUCER_MIN_INDEX_CALC(least, i, (signed char)(x - 50));
    }
    CILK_C_UNREGISTER_REDUCER(least);
    CILK_C_UNREGISTER_REDUCER(where);
    CILK_C_UNREGISTER_REDUCER(smallest);
    CILK_C_UNREGISTER_REDUCER(largest);
    printf("%d %.2f %ld:%ld %ld:%d\n", largest.value, smallest.value,
           (long)where.value.index, where.value.value, (long)least.value.index,
           least.value.value);
}

/* Of the program's own, and not registered, which Cilk Plus asks for. */
typedef CILK_C_DECLARE_REDUCER(long) long_reducer;
#define LONG_REDUCER(value)                                                    \
    CILK_C_INIT_REDUCER(long, long_reduce, long_identity, 0, value)

static void add_up(long_reducer *sum, int low, int high)
{
    if (high - low == 1) {
        REDUCER_VIEW(*sum) += low;
        return;
    }
    int middle = low + (high - low) / 2;
    cilk_spawn add_up(sum, low, middle);
    add_up(sum, middle, high);
    cilk_sync;
}

/* In a function without a keyword. */
static long by_calls(int n)
{
    long_reducer sum = LONG_REDUCER(1000);
    add_up(&sum, 0, n);
    return sum.value;
}

static long by_a_loop(int n)
{
    CILK_C_REDUCER_OPADD(sum, long, 7);
    long_reducer halves[2] = {LONG_REDUCER(1), LONG_REDUCER(2)};
    struct {
        int before;
        long_reducer sum;
    } inside = {1, LONG_REDUCER(3)};
#pragma cilk grainsize = 2
    cilk_for(int i = 0; i < n; i++)
    {
        REDUCER_VIEW(sum) += i;
        REDUCER_VIEW(halves[i & 1]) += i * i;
        REDUCER_VIEW(inside.sum) += inside.before;
    }
    return sum.value + 2 * halves[0].value + halves[1].value + inside.sum.value;
}

static void unregistered(int n)
{
    long sums[16];
#pragma cilk grainsize = 1
    cilk_for(int i = 0; i < 16; i++)
    {
        sums[i] = by_calls(n + i) + by_a_loop(n + i);
    }
    for (int i = 0; i < 16; i++)
        printf("%ld%c", sums[i], i < 15 ? ' ' : '\n');
}

/* Each iteration has a reducer of its own, at the same address. */
static void in_iterations(int n)
{
    long sums[40];
#pragma cilk grainsize = 10
    cilk_for(int i = 0; i < 40; i++)
    {
        CILK_C_REDUCER_OPADD(sum, long, i);
        CILK_C_REGISTER_REDUCER(sum);
        REDUCER_VIEW(sum) += 1;
        add_up((long_reducer *)&sum, 0, n + i);
        REDUCER_VIEW(sum) += 1;
        CILK_C_UNREGISTER_REDUCER(sum);
        long_reducer other = LONG_REDUCER(100 * i);
        REDUCER_VIEW(other) += sum.value;
        add_up(&other, 0, 5);
        sums[i] = other.value;
    }
    for (int i = 0; i < 40; i++)
        printf("%ld%c", sums[i], i < 39 ? ' ' : '\n');
}

int main(void)
{
    at_file_scope(50);
    local(300);
    extremes(90);
    unregistered(20);
    in_iterations(10);
    return 0;
}
