/* The two functions of a reducer: by pointers, which may change, and chosen by
 * _Generic. */
#include <stdio.h>
#include <ucilk/ucilk.h>

static void zero(void *v)
{
    *(long *)v = 0;
}

static void zero_d(void *v)
{
    *(double *)v = 0;
}

static void plus(void *l, void *r)
{
    *(long *)l += *(long *)r;
}

static void plus_d(void *l, void *r)
{
    *(double *)l += *(double *)r;
}

static void one(void *v)
{
    *(long *)v = 1;
}

static void times(void *l, void *r)
{
    *(long *)l = *(long *)l * *(long *)r % 1000003;
}

void (*identity)(void *) = zero;
void (*reduce)(void *, void *) = plus;

extern long cilk_reducer(identity, reduce) sum;
long cilk_reducer(identity, reduce) sum = 5;

#define CHOOSE(T, i, d) _Generic((T)0, long : i, double : d)
#define ADDING(T) T cilk_reducer(CHOOSE(T, zero, zero_d), CHOOSE(T, plus, plus_d))

static void local(int n)
{
    long cilk_reducer(identity, times) product = 1;
    ADDING(long) whole = 0;
    ADDING(double) half = 0.5;
    cilk_for (int i = 1; i < n; i++) {
        product = product * i % 1000003;
        whole += i;
        half += i * 0.5;
    }
    printf("%ld %ld %g\n", product, whole, half);
}

int main(void)
{
    cilk_for (int i = 0; i < 3000; i++)
        sum += i;
    printf("%ld\n", sum);
    identity = one;
    local(3000);
    return 0;
}
