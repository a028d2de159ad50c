/* std: gnu2x c2x c23 c2y
 * Labels before declarations and at the end of blocks. */
#include <stdio.h>
#include <ucilk/ucilk.h>
static int f(int n) { return n + 1; }
cilk int go(int n)
{
    int r = 0;
    if (n > 2) goto middle;
    r = spawn f(n);
middle:
    int x = 5;
    sync;
    for (int i = 0; i < 3; i++) {
        if (i == 1) goto next;
        x = spawn f(x);
        sync;
    next:
    }
    switch (n) {
    case 1:
        int y = spawn f(3);
        sync;
        x += y;
        break;
    default:
    }
    return r + x;
}
int main(void) { printf("%d %d\n", go(1), go(4)); return 0; }
