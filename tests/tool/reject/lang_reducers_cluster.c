/* On a cluster there are reducers at file scope, and in functions with a
 * cilk_for: no others. */
/* flags: --ucilk-cluster */
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

static long UCILK_SUM(long) fine = 0;
/* expect: +1:13: error: on a cluster a reducer is a variable, at file scope or of a function with a cilk_for */
static long UCILK_SUM(long) several[3];
struct s {
    /* expect: +1:10: error: on a cluster a reducer is a variable */
    long UCILK_SUM(long) member;
};
/* expect: +1:23: error: on a cluster a reducer is a variable */
static void task(long UCILK_SUM(long) * pointer)
{
    *pointer += 1;
}

long f(int n, struct s *s)
{
    long UCILK_SUM(long) sum = 0;
    /* expect: +1:33: error: a reducer in a function is a plain local variable: move `kept' to file scope */
    static long UCILK_SUM(long) kept = 0;
    cilk_for (int i = 0; i < n; i++)
        sum += i;
    fine += kept + several[0];
    spawn task(0);
    sync;
    return sum + s->member;
}
