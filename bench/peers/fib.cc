// fib by groups of tasks; the same recursion as examples/fib.c.
#include "fib.h"
#include <group.h>

static long fib(long n)
{
    if (n < 2)
        return n;
    long x, y;
    peer::group tasks;
    tasks.run([&] { x = fib(n - 1); });
    y = fib(n - 2);
    tasks.wait();
    return x + y;
}

static long run(long n)
{
    long answer = 0;
    peer::start([&] { answer = fib(n); });
    return answer;
}

int main(int argc, char **argv)
{
    peer::make_threads();
    return fib_program(argc, argv, run);
}
