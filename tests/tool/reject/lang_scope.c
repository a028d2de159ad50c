/* cilk_scope where it cannot be. */
#include <ucilk/ucilk.h>

int f(int n);

/* expect: +1:1: error: cilk_scope outside of a function */
cilk_scope;
int at_file_scope;

cilk int g(int n)
{
    cilk_scope spawn f(n);
    /* expect: +1:13: error: cilk_scope stands before a statement */
    int x = cilk_scope { 1 };
    return x;
}
