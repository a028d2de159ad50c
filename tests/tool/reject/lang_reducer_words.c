/* cilk_reducer without its functions and in other places, beside a good one. */
#include <ucilk/ucilk.h>

void zero(void *view);
void plus(void *left, void *right);

void walk(int cilk_reducer(zero, plus) *p, int low, int high)
{
    *p += low;
    cilk_spawn walk(p, low, (low + high) / 2);
    cilk_sync;
}

/* expect: +1:5: error: cilk_reducer needs two functions: write `cilk_reducer(identity, reduce)' */
int cilk_reducer(zero) one;
/* expect: +1:12: error: cilk_reducer needs two functions */
extern int cilk_reducer none;

int h(int n)
{
    /* expect: +1:15: error: cilk_reducer stands in a type */
    int x = n cilk_reducer(zero, plus);
    return x;
}
