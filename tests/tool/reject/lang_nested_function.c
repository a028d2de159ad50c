/* Functions inside of functions, of GNU C. */
#include <ucilk/ucilk.h>

int f(int n);

int g(int n)
{
    int twice(int k)
    /* expect: +1:5: error: a function inside of a function that spawns */
    {
        return 2 * k;
    }
    int x = spawn f(n), y;
    y = spawn twice(n);
    sync;
    return x + y;
}

int h(int n)
{
    int inner(int k)
    /* expect: +1:5: error: a function inside of a function that spawns */
    {
        int z = spawn f(k);
        sync;
        return z;
    }
    return inner(n);
}
