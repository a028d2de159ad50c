/* cilk_spawn before a block: 362880 55 190 */
#include "check.h"

static void count(int n, long *to)
{
    long local = 0;
    cilk_spawn {
        for (int i = 0; i < n; i++) {
            dawdle();
            local += i;
        }
        *to = local;
    }
    sync;
}

int main(void)
{
    long product = 1, sum = 0, counted = 0;
    cilk_spawn {
        for (int i = 1; i < 10; i++) {
            product *= i;
            dawdle();
        }
    }
    cilk_spawn {
        long half = spawn square(5);
        long other = square(5);
        sync;
        sum = half + other + 5;
    }
    count(20, &counted);
    sync;
    printf("%ld %ld %ld\n", product, sum, counted);
    return 0;
}
