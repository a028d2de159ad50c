/* cilk_future for several consumers, of structs, in expressions: 5 30 1265 */
#include "check.h"

struct pair {
    long a, b;
};

static struct pair both(long n)
{
    return (struct pair){square(n), n};
}

static long sum_of(ucilk_future_t f)
{
    struct pair p = ucilk_future_get(struct pair, f);
    return p.a + p.b;
}

int main(void)
{
    int n = 3;
    long sum = 0;
    ucilk_future_t f = cilk_future(n - 1) both(5);
    ucilk_future_t g = cilk_future sum_of(f);
    long b = ucilk_future_get(struct pair, f).b;
    long both_of = ucilk_future_get(long, g);
    for (long i = 1; i <= 10; i++) {
        ucilk_future_t h = cilk_future(n) both(i);
        sum += ucilk_future_get(long, cilk_future sum_of(h));
        sum += ucilk_future_get(long, cilk_future square(i));
        sum += ucilk_future_get(struct pair, h).a;
        sum += ucilk_future_get(struct pair, h).b;
    }
    printf("%ld %ld %ld\n", b, both_of, sum);
    return 0;
}
