/* Built twice with different values of FIRST: the programs have the same code
 * and different data. */
#include <stdio.h>
#include <ucilk/ucilk.h>

int table[] = {FIRST, 2, 3};

int main(void)
{
    int n;
    n = spawn printf("%d\n", table[0]);
    sync;
    return n == 0;
}
