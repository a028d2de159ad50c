/* cilk_group: 385 */
#include <ucilk/groups.h>

#include "check.h"

int main(void)
{
    ucilk_future_t group[10];
    long sum = 0;
    for (long i = 0; i < 10; i++)
        group[i] = cilk_group square(i + 1);
    for (int i = 0; i < 10; i++)
        sum += ucilk_future_get(long, group[i]);
    printf("%ld\n", sum);
    return 0;
}
