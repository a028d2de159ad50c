/* Grammar, Reducers: T cilk_reducer(identity, reduce), where a * may stand.  Races
 * and reducers: holders, values, handles. */
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
void (*begin)(void *) = zero; /* pointers to functions */
void (*join)(void *, void *) = plus;
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
    int cilk_reducer(begin, plus) type3 = 4;
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

/* By pointers to functions, which may change, and chosen by _Generic. */
static void zero_d(void *v)
{
    *(double *)v = 0;
}

static void plus_d(void *l, void *r)
{
    *(double *)l += *(double *)r;
}

static void one(void *v)
{
    *(int *)v = 1;
}

static void times(void *l, void *r)
{
    *(int *)l = *(int *)l * *(int *)r % 10007;
}

extern int cilk_reducer(begin, join) by_pointers;
int cilk_reducer(begin, join) by_pointers = 5;

#define CHOOSE(T, i, d) _Generic((T)0, int : i, double : d)
#define ADDING(T) T cilk_reducer(CHOOSE(T, zero, zero_d), CHOOSE(T, plus, plus_d))

static void callbacks(int n)
{
    int cilk_reducer(begin, times) factorial = 1;
    ADDING(int) whole = 0;
    ADDING(double) half = 0.5;
    cilk_for (int i = 1; i < n; i++) {
        factorial = factorial * i % 10007;
        whole += i;
        half += i * 0.5;
    }
    printf("%d %d %g\n", factorial, whole, half);
}

/* A holder: memory of a strand's.  Within a strand only it changes the value. */
static void hold(void *l, void *r)
{
    (void)l;
    (void)r;
}

static int holder(int n)
{
    static int a[50];
    int cilk_reducer(zero, hold) scratch = 0;
    int cilk_reducer(zero, plus) x = 0;
    int s = 0;
    cilk_for (int i = 0; i < n; i++) {
        int before = x;
        scratch = i * 3;
        x += i;
        a[i] = scratch + 1;
        CHECK(x == before + i);
    }
    for (int i = 0; i < n; i++)
        s += a[i];
    return s + x;
}

/* Handles: __builtin_addressof for code that knows of reducers, & for a view. */
static void f_reducer(count_t *p, int n)
{
    if (n == 0)
        return;
    cilk_spawn f_reducer(p, n - 1);
    *p += n;
}

static void f_view(int *p)
{
    *p += 1000;
}

static int handles(void)
{
    count_t x = 0;
    f_reducer(__builtin_addressof(x), 20);
    f_view(&x);
    cilk_spawn f_reducer(__builtin_addressof(x), 5);
    f_view(&x);
    cilk_sync;
    return x;
}

int main(void)
{
    int x = local(40);
    printf("%d %d %g %d%d%d %d\n", x, type1, product, counts[0], counts[1], counts[2], older);
    printf("%d %d\n", holder(50), handles());
    cilk_for (int i = 0; i < 3000; i++)
        by_pointers += i;
    begin = one;
    callbacks(3000);
    printf("%d\n", by_pointers);
    return 0;
}
