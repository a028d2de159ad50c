/* What Cilk-5 had and this language does not. */
#include <ucilk/ucilk.h>

int f(int n);

int g(int n)
{
    int x = 0;
    /* expect: 10:5: error: inlets are not supported: write `x op= spawn f(...);', or use a reducer */
    inlet void sum(int result) { x += result; }
    /* expect: 12:5: error: abort is not supported: let the tasks test a flag that they share */
    abort;
    x = spawn f(n);
    sync;
    return x;
}
