/* cilk_for over a pointer: 570 */
#include "check.h"

int main(void)
{
    long a[20], sum = 0;
    for (int i = 0; i < 20; i++)
        a[i] = i;
    cilk_for (long *p = a; p < a + 20; p += 2) {
        p[0] = square(p[0] / 2);
        p[1] = p[0];
    }
    for (int i = 0; i < 20; i++)
        sum += a[i];
    printf("%ld\n", sum);
    return 0;
}
