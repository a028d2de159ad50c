/* std: c89 gnu89 c99 gnu99 c11 gnu11 c17 gnu17
 * Definitions in the form of K&R, and what C23 no longer has. */
#include <stdio.h>
#include <ucilk/ucilk.h>
static int f(int n) { return n + 1; }
static int go(n) int n; {
    int a, b, i;
    int v[10];
    a = cilk_spawn f(n);
    b = cilk_spawn f(n + 1);
    cilk_sync;
    cilk_for (i = 0; i < 10; i++) v[i] = i * n;
    for (i = 0; i < 10; i++) a += v[i];
    return a + b;
}
int main() { printf("%d\n", go(3)); return 0; }
