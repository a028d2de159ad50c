/* For run.py --self-test: prints something else than its serial elision. */
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
