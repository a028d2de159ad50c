/* spawns without braces, behind labels, in conditional expressions: 182 38 3 */
#include "check.h"

static long places(long n)
{
    long a = 0, b = 0, c = 0;
    if (n > 1)
        a = spawn square(n);
    else
        a = spawn square(n + 1);
    switch (n % 3) {
    case 0:
        b = spawn square(1);
        break;
    case 1:
        b += spawn square(2);
        break;
    default:
        break;
    }
    c = n % 2 ? spawn square(3) : 1;
again:
    if (n-- > 5)
        goto again;
    sync;
    return a + b + c;
}

int main(void)
{
    long x[3];
    x[0] = spawn places(13);
    x[1] = spawn places(6);
    x[2] = spawn places(0);
    sync;
    printf("%ld %ld %ld\n", x[0], x[1], x[2]);
    return 0;
}
