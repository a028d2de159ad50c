/* std: c2x c23 gnu23 c2y
 * Attributes in front of keywords. */
#include <stdio.h>
#include <ucilk/ucilk.h>
static int f(int n) { return n + 1; }
int main(void)
{
    int a[10] = { 0 }, x = 0;
    [[]] x = spawn f(1);
    [[gnu::unused]] int y = spawn f(2);
    sync;
    [[]] cilk_for (int i = 0; i < 10; i++) a[i] = i;
    [[]] spawn f(1);
    [[]] sync;
    [[]] cilk_scope { [[]] x = spawn f(5); }
    int s = x + y;
    for (int i = 0; i < 10; i++) s += a[i];
    printf("%d\n", s);
    return 0;
}
