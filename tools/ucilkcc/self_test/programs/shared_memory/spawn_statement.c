/* spawn f() as a statement: 2470 */
#include "check.h"

static long done[20];

static void set(int i)
{
    dawdle();
    done[i] = i * i;
}

int main(void)
{
    long sum = 0;
    for (int i = 0; i < 20; i++)
        spawn set(i);
    sync;
    for (int i = 0; i < 20; i++)
        sum += done[i];
    printf("%ld\n", sum);
    return 0;
}
