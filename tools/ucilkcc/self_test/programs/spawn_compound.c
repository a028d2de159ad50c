/* x += spawn f() and its like: 2485 -2470 -6144 85 12288 82 */
#include "check.h"

static long two(void)
{
    dawdle();
    return 2;
}

int main(void)
{
    long sum = 15, difference = 0, product = -3, bits = 0, shifted = 3;
    long rest = 20482;
    for (long i = 0; i < 20; i++) {
        sum += spawn square(i);
        difference -= spawn square(i);
    }
    for (int i = 0; i < 11; i++)
        product *= spawn two();
    for (int i = 0; i < 4; i++)
        bits |= spawn square(1 << i);
    for (int i = 0; i < 6; i++)
        shifted <<= spawn two();
    for (int i = 0; i < 9; i++)
        rest %= spawn square(10);
    sync;
    printf("%ld %ld %ld %ld %ld %ld\n", sum, difference, product, bits,
           shifted, rest);
    return 0;
}
