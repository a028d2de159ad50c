/* UCILK_SUM, UCILK_MAX and UCILK_XOR: 4950 99 0.5 60 */
#include "check.h"

static int UCILK_XOR(int) seen = 60;

int main(void)
{
    long UCILK_SUM(long) sum = 0;
    int UCILK_MAX(int) highest = -1;
    double UCILK_MIN(double) lowest = 9;
    cilk_for (int i = 0; i < 100; i++) {
        long before = sum;
        dawdle();
        sum = before + i;
        if (i > highest)
            highest = i;
        if (i + 0.5 < lowest)
            lowest = i + 0.5;
        seen ^= i;
        seen ^= i;
    }
    printf("%ld %d %g %d\n", sum, highest, lowest, seen);
    return 0;
}
