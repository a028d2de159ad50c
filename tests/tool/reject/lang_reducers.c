/* cilk_reducer where there can be none. */
#include <ucilk/ucilk.h>

void zero(void *view);
void plus(void *left, void *right);

long cilk_reducer(zero, plus) fine;
/* expect: 9:6: error: cilk_reducer needs two functions: write `cilk_reducer(identity, reduce)' */
long cilk_reducer(zero) one;
/* expect: 11:6: error: cilk_reducer needs two functions */
long cilk_reducer two;
/* expect: 13:13: error: cilk_reducer stands in the declaration of a variable */
void f(long cilk_reducer(zero, plus) * parameter);
struct s {
    /* expect: 16:10: error: cilk_reducer stands in the declaration of a variable */
    long cilk_reducer(zero, plus) member;
};
/* expect: 19:45: error: each worker has views of `local_to_thread' already: leave out `_Thread_local' */
_Thread_local long cilk_reducer(zero, plus) local_to_thread;

long g(int n)
{
    long cilk_reducer(zero, plus) local = 0;
    /* expect: 25:42: error: a reducer in a function is a plain local variable: move `kept' to file scope */
    static long cilk_reducer(zero, plus) kept = 0;
    local += n;
    return local + kept;
}

static long kept = sizeof fine;
/* expect: 32:20: error: each strand has a view of the reducer `fine': a static variable cannot begin with its address */
static long *at = &fine;
long *h(void)
{
    /* expect: 36:26: error: each strand has a view of the reducer `fine' */
    static long *here = &fine;
    static long size = sizeof fine;
    return at == here && size == kept ? &fine : here;
}
