/* Tasks that still use a block's variables when their parent gets to its end:
 * the sync there comes before the end of the variables. */
#include <stdio.h>
#include <unistd.h>

#include <ucilk/ucilk.h>

static void count(long *x)
{
    usleep(1000);
    ++*x;
}

int main(void)
{
    cilk_for (int i = 0; i < 4; i++) {
        long x = i;
        cilk_spawn count(&x);
    }
    cilk_spawn
    {
        long x = 0, y = 0;
        cilk_spawn count(&x);
        cilk_spawn
        {
            usleep(1000);
            y++;
        }
    }
    cilk_scope
    {
        long x = 0;
        cilk_spawn count(&x);
    }
    long x = 0;
    cilk_spawn count(&x);
    puts("right");
}
