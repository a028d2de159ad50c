/* cilk_future of void, and promises: 385 100 */
#include "check.h"

static void after(ucilk_future_t f, ucilk_promise_t p, long n)
{
    ucilk_future_get(void, f);
    dawdle();
    ucilk_promise_set(long, p, n * n);
}

int main(void)
{
    ucilk_future_t last = ucilk_future_from(void);
    long sum = 0, got = 0;
    for (long i = 1; i <= 10; i++) {
        ucilk_promise_t p = ucilk_promise_make(long, 1);
        last = cilk_future after(last, p, i);
        got = ucilk_future_get(long, ucilk_promise_future(p));
        sum += got;
    }
    ucilk_future_get(void, last);
    printf("%ld %ld\n", sum, got);
    return 0;
}
