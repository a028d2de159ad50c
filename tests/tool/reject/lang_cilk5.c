/* What inlets and abort cannot have beside them. */
#include <ucilk/ucilk.h>

int f(int n);
void nothing(int n);

int g(int n)
{
    int x = 0;
    inlet void sum(int result) { x += result; }
    inlet void more(int result, int k)
    {
        /* expect: +1:9: error: an inlet cannot spawn or sync: it runs between two steps of its function */
        sync;
        x += result * k;
    }
    /* expect: +1:9: error: the inlet `sum' has 1 parameters: it is given 2 */
    sum(spawn f(n), 3);
    /* expect: +1:10: error: the inlet `more' has 2 parameters: it is given 1 */
    more(spawn f(n));
    /* expect: +1:20: error: the call of an inlet must be a statement of its own */
    if (n) x = sum(spawn f(n)), 0;
    /* expect: +1:9: error: the inlet `sum' has 1 parameters: it is given 0, since what is spawned returns nothing */
    sum(spawn nothing(n));
    /* expect: +1:5: error: a function with inlets or abort cannot have a cilk_for or cilk_scope */
    cilk_for (int i = 0; i < n; i++)
        f(i);
    /* expect: +1:5: error: a function with inlets or abort can spawn calls of functions alone: put this statement into a function of its own */
    spawn { sum(f(n)); }
    sync;
    return x;
}
