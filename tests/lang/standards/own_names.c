/* std: c99 c11 c17
 * Words of C23 as names of the program. */
#include <stdio.h>
#include <ucilk/ucilk.h>
typedef int bool;
enum { false, true };
#undef nullptr
static int *nullptr;
static int typeof(int auto_) { return auto_ + 1; }
struct constexpr { int alignas; };
static bool static_assert(bool thread_local) { return thread_local; }
cilk int go(int typeof_unqual)
{
    bool b; int *p = 0; struct constexpr c = { 3 };
    int a[9];
    b = spawn static_assert(true);
    typeof_unqual = spawn typeof(4);
    sync;
    bool alignof = 5;
    cilk_for (int i = 0; i < 9; i++) a[i] = i + c.alignas + alignof + (nullptr == p) + false;
    int s = 0;
    for (int i = 0; i < 9; i++) s += a[i];
    printf("%d %d %d\n", b, typeof_unqual, s);
    return 0;
}
int main(void) { return go(1); }
