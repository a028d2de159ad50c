/* Spawns of what is no call. */
#include <ucilk/ucilk.h>

int f(int n);

int g(int n)
{
    int x;
    /* expect: 10:9: error: spawn needs a call of a function */
    x = spawn n;
    /* expect: 12:5: error: spawn needs a call of a function */
    spawn(1 + f(n));
    /* expect: 14:9: error: spawn needs a call of a function */
    x = cilk_spawn 3;
    sync;
    return x;
}

int h(int n)
{
    /* expect: 22:5: error: spawn needs a call of a function */
    spawn;
    spawn {
        f(n);
    }
    sync;
    return n;
}
