/* cilk_scope: 41 9 25 */
#include "check.h"

int main(void)
{
    long early = spawn square(3), sum = 0, scoped, left = 0;
    cilk_scope {
        sum += spawn square(4);
        sum += spawn square(5);
    }
    scoped = sum;
    for (int i = 0; i < 10; i++)
        _Cilk_scope {
            left = spawn square(i);
            if (i == 5)
                break;
        }
    sync;
    printf("%ld %ld %ld\n", scoped, early, left);
    return 0;
}
