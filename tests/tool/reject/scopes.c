/* cilk_scope where it cannot be, and ways into one. */
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

void jumps(long n)
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
