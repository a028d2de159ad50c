/* Asks for a random number in a program without pedigrees; any compiler
 * compiles it. */
#include <ucilk/random.h>

#include <stdio.h>

int main(void)
{
    printf("%lx\n", (unsigned long)ucilk_random());
    return 0;
}
