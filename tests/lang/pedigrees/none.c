/* Asks for a number, and no file keeps pedigrees: any compiler's. */
#include <ucilk/random.h>

#include <stdio.h>

int main(void)
{
    printf("%lx\n", (unsigned long)ucilk_random());
    return 0;
}
