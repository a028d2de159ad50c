/* Spawns as the value of a statement expression. */
#include <ucilk/ucilk.h>

int f(int n);

int g(int n)
{
    int x, y, z;
    /* expect: +1:21: error: the value of a statement expression cannot be */
    y = ({ n++; x = spawn f(n); });
    /* expect: +1:12: error: the value of a statement expression cannot be */
    z = ({ spawn f(n); });
    return x + y + z;
}
