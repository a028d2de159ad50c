/* Ways into a cilk_scope other than its beginning. */
#include <ucilk/ucilk.h>

long f(long n);

void g(long n)
{
    if (n > 1)
        /* expect: +1:9: error: goto cannot lead into a cilk_scope */
        goto inside;
    cilk_scope {
        spawn f(2);
        if (n > 0)
            goto inside;
    inside:
        spawn f(3);
        if (n < 0)
            goto outside;
    }
    switch (n) {
        cilk_scope {
            /* expect: +1:9: error: case cannot lead into a cilk_scope */
        case 1:
            spawn f(2);
            switch (n) {
            case 2:
                spawn f(3);
            }
            /* expect: +1:9: error: case cannot lead into a cilk_scope */
        default:
            spawn f(4);
        }
    }
outside:
    return;
}
