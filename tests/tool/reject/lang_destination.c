/* Destinations that cannot be written later. */
#include <ucilk/ucilk.h>

struct bits {
    unsigned low : 3, high : 5;
};
unsigned f(unsigned n);
typedef const unsigned fixed;

unsigned g(unsigned n)
{
    struct bits b = {0, 0};
    /* expect: +1:13: error: the result of a spawn cannot go into a bit-field */
    b.low = spawn f(n);
    /* expect: +1:15: error: the result of a spawn cannot go into a bit-field */
    b.high += spawn f(n);
    /* expect: +1:20: error: the result of a spawn arrives later */
    for (fixed c = spawn f(n), *p = &c; *p > n; n++) sync;
    register unsigned r __asm__("ebx");
    /* expect: +1:9: error: the result of a spawn cannot go into a register */
    r = spawn f(n);
    /* expect: +1:42: error: the result of a spawn cannot go into a register */
    register unsigned q __asm__("r12") = spawn f(n);
    /* expect: +1:25: error: a static variable cannot be initialized */
    static unsigned s = spawn f(n);
    typedef int vector __attribute__((vector_size(16)));
    vector v = {0};
    /* expect: +1:12: error: the result of a spawn cannot go into an element */
    v[1] = spawn f(n);
    static _Thread_local unsigned own;
    /* expect: +1:11: error: the result of a spawn cannot go into a variable */
    own = spawn f(n);
    sync;
    return own + v[1] + b.low + b.high + r + q + s;
}
