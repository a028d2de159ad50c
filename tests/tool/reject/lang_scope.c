/* cilk_scope and cilk_for where they cannot be. */
#include <ucilk/ucilk.h>

int f(int n);

/* expect: 7:1: error: cilk_scope outside of a function */
cilk_scope;
int at_file_scope;

cilk int g(int n)
{
    /* expect: 13:5: error: cilk_scope needs a block */
    cilk_scope spawn f(n);
    /* expect: 15:13: error: cilk_scope needs a block */
    int x = cilk_scope { 1 };
    /* expect: 17:5: error: cilk_for is not supported yet */
    cilk_for (int i = 0; i < n; i++)
        f(i);
    return x;
}
