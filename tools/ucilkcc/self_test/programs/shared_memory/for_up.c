/* cilk_for upwards: 2470 100 285 10 */
#include "check.h"

static void set(long *a, int n)
{
    cilk_for (int i = 0; i < n; i++)
        a[i] = square(i);
}

int main(void)
{
    long a[20], odd[20] = {0}, left[10], sums[3] = {0};
    unsigned j;
    set(a, 20);
    cilk_for (int i = 0; i <= 19; i += 1) {
        if (i % 2 == 0)
            continue;
        odd[i] = i;
    }
    cilk_for (j = 0; j != 10; ++j)
        left[j] = square(j);
    for (int i = 0; i < 20; i++) {
        sums[0] += a[i];
        sums[1] += odd[i];
        sums[2] += i < 10 ? left[i] : 0;
    }
    printf("%ld %ld %ld %u\n", sums[0], sums[1], sums[2], j);
    return 0;
}
