/* fib by tasks of OpenMP; the same recursion as examples/fib.c. */
#include "../fib.h"
#include "threads.h"

static long fib(long n)
{
    if (n < 2)
        return n;
    long x, y;
#pragma omp task shared(x)
    x = fib(n - 1);
    y = fib(n - 2);
#pragma omp taskwait
    return x + y;
}

static long run(long n)
{
    long answer = 0;
#pragma omp parallel
#pragma omp single
    answer = fib(n);
    return answer;
}

int main(int argc, char **argv)
{
    make_threads();
    return fib_program(argc, argv, run);
}
