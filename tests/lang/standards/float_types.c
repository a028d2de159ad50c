/* std: gnu99 gnu11 gnu17 gnu2x gnu23
 * <math.h> with _Generic over _Float32 and its kin. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <float.h>
#include <ucilk/ucilk.h>
static int f(double x) { return issignaling(x) ? 1 : isnan(x) ? 2 : isinf(x) ? 3 : signbit(x) ? 4 : 5; }
int main(void)
{
    double x = NAN; float g = 1; long double l = 2;
    int r, v[10];
    r = spawn f(x);
    sync;
    cilk_for (int i = 0; i < 10; i++) v[i] = issignaling(x) + isnan(g) + isgreater(x, g) + fpclassify(l) + iszero(x) + iseqsig(g, x);
    printf("%d %d\n", r, v[1]);
    return issignaling(l);
}
