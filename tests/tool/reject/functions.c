/* Types and functions that no generated function can have. */
#include <stdarg.h>
#include <ucilk/ucilk.h>

int f(int n);

/* Local types. */
void any(int n, ...);
__attribute__((ms_abi)) long foreign(long n);
void h(int n, va_list list);

int types(int n, ...)
{
    struct local {
        int a;
    } l = {n};
    /* expect: +1:18: error: the type of argument 2 is local to the function */
    spawn any(1, l);
    va_list list;
    va_start(list, n);
    spawn h(1, list);
    va_end(list);
    __attribute__((ms_abi)) long (*pointer)(long) = foreign;
    /* expect: +1:5: error: the type of the spawned function has a calling */
    spawn pointer(3);
    sync;
    return n;
}

/* Functions inside of functions, of GNU C. */
int nested(int n)
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

int nested_too(int n)
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

/* Wide vectors, which generated functions would pass in another way. */
typedef double quad __attribute__((vector_size(32)));

__attribute__((target("avx2"))) quad wide(quad a, int n);

__attribute__((target("avx2"))) int target(quad a)
{
    /* expect: +1:14: error: a spawn of wide vectors in a function with a */
    quad b = spawn wide(a, 2);
    int n = spawn f(3);
    sync;
    return n + (int)b[0];
}
