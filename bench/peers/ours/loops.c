/* loops by cilk_for; ../loops.h says what it does. */
#include <ucilk/ucilk.h>

#include "../loops.h"

static void run(uint32_t *a, long n)
{
    cilk_for (long i = 0; i < n; i++)
        a[i] = iteration(a[i], i);
}

int main(int argc, char **argv)
{
    return loops_program(argc, argv, run);
}
