/* Grammar, Reducers: T cilk_reducer(identity, reduce), where a * may stand. */
#include <cilk/cilk.h>

#include "../../check.h"

static void zero(void *v)
{
    *(int *)v = 0;
}

static void plus(void *l, void *r)
{
    *(int *)l += *(int *)r;
}

extern void identity(void *), reduce(void *, void *);

void identity(void *v)
{
    *(double *)v = 1;
}

void reduce(void *l, void *r)
{
    *(double *)l *= *(double *)r;
}

/* At file scope, external, static; two types with the same functions are one. */
extern int cilk_reducer(zero, plus) type1;
int cilk_reducer(zero, plus) type1 = 5;
static double cilk_reducer(identity, reduce) product = 1;
typedef int cilk_reducer(zero, plus) count_t;
static count_t counts[3];
static int cilk_reducer(zero, plus) *pointer = &type1;
static void (*idp)(void *) = zero; /* a pointer to a function */
int _Hyperobject(zero, plus) older;

struct holds {
    int plain;
    count_t count;
};

/* In functions: locals, statics, parameters that are pointers. */
static void add_to(int cilk_reducer(zero, plus) *p, int n)
{
    *p += n;
}

static void walk(count_t *p, int low, int high)
{
    if (high - low == 1) {
        *p += low;
        counts[low % 3]++;
        (*pointer)++;
        older++;
        return;
    }
    cilk_spawn walk(p, low, (low + high) / 2);
    walk(p, (low + high) / 2, high);
    cilk_sync;
}

static int local(int n)
{
    int cilk_reducer(zero, plus) sum = 100, other = 3;
    int cilk_reducer(idp, plus) type3 = 4;
    static count_t kept;
    struct holds h = {7, 0};
    cilk_for (int i = 0; i < n; i++) {
        sum += i;
        type3 += i % 3;
        add_to(&sum, 1);
        kept++;
        h.count += 2;
        if (i < 3)
            product *= 2;
    }
    walk(&sum, 0, n);
    return sum + other + type3 + kept + h.plain + h.count;
}

int main(void)
{
    int x = local(40);
    printf("%d %d %g %d%d%d %d\n", x, type1, product, counts[0], counts[1], counts[2], older);
    return 0;
}

#ifdef REFUSED_1
/* expect: +1:5: error: cilk_reducer needs two functions: write `cilk_reducer(identity, reduce)' */
int cilk_reducer(zero) one;
/* the manual may leave them out where nothing is defined, and so may not this */
/* expect: +1:12: error: cilk_reducer needs two functions */
extern int cilk_reducer none;
/* expect: +1:41: error: a parameter is no reducer: pass a pointer, `int *x' */
int copied(int cilk_reducer(zero, plus) x)
{
    return x;
}
int h(int n)
{
    /* expect: +1:15: error: cilk_reducer stands in a type */
    int x = n cilk_reducer(zero, plus);
    return x;
}
#endif
