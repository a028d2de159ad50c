// loops by the library's parallel loop; loops.h says what it does.
#include "loops.h"
#include <group.h>

static void run(uint32_t *a, long n)
{
    peer::loop(n, [=](long i) { a[i] = iteration(a[i], i); });
}

int main(int argc, char **argv)
{
    peer::make_threads();
    return loops_program(argc, argv, run);
}
