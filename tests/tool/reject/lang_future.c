/* What cilk_future cannot be. */
#include <alloca.h>
#include <setjmp.h>
#include <stdarg.h>
#include <ucilk/ucilk.h>

struct point {
    int x, y;
};
long f(long n);
void v(void *p);
struct point p(int n);
long (*pick(int n))(long);
int with_list(va_list list);
jmp_buf there;

/* expect: +1:25: error: cilk_future outside of a function */
ucilk_future_t before = cilk_future f(1);

ucilk_future_t no_call(int n)
{
    ucilk_future_t a;
    /* expect: +1:9: error: cilk_future needs a call of a function */
    a = cilk_future n;
    /* expect: +1:9: error: cilk_future needs a call of a function */
    a = cilk_future;
    /* expect: +1:5: error: cilk_future needs a call of a function */
    cilk_future();
    /* expect: +1:9: error: cilk_future needs a call of a function */
    a = cilk_future (f(n) + 1);
    /* expect: +1:9: error: cilk_future needs a call of a function */
    a = cilk_future(2) n;
    /* expect: +1:13: error: cilk_future needs a call of a function */
    n = 1 + cilk_future p(n).x;
    /* expect: +1:9: error: cilk_future needs a call of a function */
    a = cilk_future -f(n);
    /* expect: +1:9: error: cilk_future needs a call of a function */
    a = cilk_future cilk_future f(n);
    return a;
}

void others(int n)
{
    ucilk_future_t a;
    /* expect: +1:9: error: spawn needs a call of a function */
    a = spawn cilk_future f(n);
    /* expect: +1:9: error: cilk_future needs a call of a function */
    a = cilk_future sizeof(n);
    (void)a;
}

void numbers(int n, double d, long *q)
{
    ucilk_future_t a;
    /* expect: +1:9: error: cilk_future() lacks the number of consumers */
    a = cilk_future() f(n);
    /* expect: +1:21: error: a future has at least one consumer, not 0 */
    a = cilk_future(0) f(n);
    a = cilk_future(1 - 3) f(n); /* expect: +0:21: error: a future has at least one consumer, not -2 */
    /* expect: +1:21: error: a future has at most 1000000000 consumers, not 1000000001 */
    a = cilk_future(1000000001L) f(n);
    a = cilk_future(d) f(n); /* expect: +0:21: error: the number of a future's consumers is an integer */
    a = cilk_future(q) f(n); /* expect: +0:21: error: the number of a future's consumers is an integer */
    a = cilk_future(n) (pick)(n)(n);
    (void)a;
}

void calls(int n, ...)
{
    struct local {
        int x;
    } one = {n};
    struct local by(struct local l);
    va_list list;
    ucilk_future_t a;
    /* expect: +1:9: error: `__builtin_return_address' is built into the compiler */
    a = cilk_future __builtin_return_address(0);
    /* expect: +1:9: error: `nobody' is not declared: cilk_future needs to know its type */
    a = cilk_future nobody(n);
    /* expect: +1:9: error: `_setjmp' cannot be a future's call */
    a = cilk_future setjmp(there);
    /* expect: +1:9: error: alloca in an argument of a cilk_future */
    a = cilk_future v(alloca(n));
    a = cilk_future by(one); /* expect: +0:9: error: the type of the result is local */
    a = cilk_future with_list(list);
    /* expect: +1:27: error: spawn must be a statement of its own */
    a = cilk_future f(1 + spawn f(n));
    (void)a;
}
