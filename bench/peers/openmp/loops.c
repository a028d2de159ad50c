/* loops by OpenMP's parallel for; ../loops.h says what it does. */
#include "../loops.h"
#include "threads.h"

static void run(uint32_t *a, long n)
{
#pragma omp parallel for
    for (long i = 0; i < n; i++)
        a[i] = iteration(a[i], i);
}

int main(int argc, char **argv)
{
    make_threads();
    return loops_program(argc, argv, run);
}
