/* cilk_for downwards, by steps: 2470 1260 */
#include "check.h"

int main(void)
{
    long a[20], sum = 0, thirds = 0, b[20] = {0};
    cilk_for (long i = 19; i >= 0; i--)
        a[i] = square(i);
    cilk_for (unsigned char c = 21; 0 < c; c -= 3)
        b[c - 3] = square(c);
    for (int i = 0; i < 20; i++) {
        sum += a[i];
        thirds += b[i];
    }
    printf("%ld %ld\n", sum, thirds);
    return 0;
}
