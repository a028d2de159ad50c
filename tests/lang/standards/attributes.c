/* std: c2x c23 gnu23 c2y
 * Attributes: of declarations and statements, in front of keywords. */
#include <stdio.h>
#include <ucilk/ucilk.h>
[[nodiscard]] static int f(int n) { return n + 1; }
[[maybe_unused]] static void g([[maybe_unused]] int *p) { *p += 1; }
cilk int attrs(int n)
{
    [[maybe_unused]] int x = 0;
    int a [[maybe_unused]][10] = { 0 };
    x = spawn f(n);
    spawn g(&a[1]);
    sync;
    [[maybe_unused]] int y = spawn f(x);
    sync;
    cilk_for (int i = 0; i < 10; i++) {
        [[maybe_unused]] int z = i;
        switch (i) {
        case 1: a[i]++; [[fallthrough]];
        default: a[i]++;
        }
    }
    int s = 0;
    for (int i = 0; i < 10; i++) s += a[i];
    printf("%d %d %d\n", x, y, s);
    return 0;
}
static int keywords(void)
{
    int a[10] = { 0 }, x = 0;
    [[]] x = spawn f(1);
    [[gnu::unused]] int y = spawn f(2);
    sync;
    [[]] cilk_for (int i = 0; i < 10; i++) a[i] = i;
    [[]] spawn f(1);
    [[]] sync;
    [[]] cilk_scope { [[]] x = spawn f(5); }
    return x + y + a[9];
}
int main(void)
{
    attrs(1);
    printf("%d\n", keywords());
    return 0;
}
