/* For run.py --self-test: a program that does not print what its serial elision
 * prints. */
#include <ucilk/ucilk.h>

#include <stdio.h>

static int two(void)
{
#ifdef UCILK_SERIAL
    return 2;
#else
    return 3;
#endif
}

int main(void)
{
    int x = spawn two();
    sync;
    printf("%d\n", x);
    return 0;
}
