/* The output of one strand comes out in order, whichever workers run it, even
 * if the buffer is already full of earlier text. */
#include <ucilk/macros.h>

#include "check.h"

cilk_task(void, work, (int) n)
{
    for (volatile int i = 0; i < n; i++)
        ;
}

cilk_task(void, count, (int) from, (int) to)
{
    for (int i = from; i < to; i++) {
        printf("line %d", i);
        spawn(work, i % 7 * 500);
        printf(" of %d", to);
        spawn(work, i % 3 * 500);
        putchar('\n');
    }
}

cilk_define(int, main)
{
    printf("begin, ");
    for (int i = 0; i < 20; i++) {
        printf("round %d\n", i);
        spawn(count, 100 * i, 100 * i + 100);
        sync;
        printf("end of ");
    }
    spawn(work, 1);
    printf("it all\n");
    return 0;
}
