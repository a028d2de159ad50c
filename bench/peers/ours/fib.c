/* examples/fib.c, timed. */
#define main main_of_the_example
#include "../../../examples/fib.c"
#undef main

#include "../fib.h"

int main(int argc, char **argv)
{
    return fib_program(argc, argv, fib);
}
