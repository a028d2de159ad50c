/* std: c11 gnu17 c2x gnu23 c2y
 * The headers whose macros C23 has as words. */
#include <stdio.h>
#include <stdbool.h>
#include <assert.h>
#include <stdalign.h>
#include <threads.h>
#include <ucilk/ucilk.h>
static bool f(bool b) { return !b; }
int main(void)
{
    bool x = true, y; alignas(16) bool v[10];
    static_assert(alignof(long) == 8, "");
    y = spawn f(x);
    cilk_for (int i = 0; i < 10; i++) v[i] = x;
    sync;
    printf("%d %d\n", y, v[3]);
    return 0;
}
