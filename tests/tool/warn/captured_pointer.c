/* Pointers to locals in the body of a cilk_for. */
/* flags: --ucilk-cluster -Wno-error=ucilk -Wno-ucilk-malloc -Wno-ucilk-shared-write */
#include <stdlib.h>
#include <ucilk/ucilk.h>

long out[100];
int use(int *p);

void f(int n, int *given)
{
    int x = n, a[4] = {n};
    static int kept[4];
    int *p = &x, *q = kept, *m = malloc(100), *r;
    struct {
        int *to;
    } *s = NULL;
    r = a + 1;
    cilk_for (int i = 0; i < n; i++) {
        int own = i, *mine = &own;
        out[i] = use(mine) + use(q) + use(m) + use(given);
        /* expect: 22:20: warning: `p' holds the address of the local variable `x', which the iterations of the cilk_for cannot reach */
        out[i] += *p;
        /* expect: 24:13: warning: `r' holds the address of the local variable `a' */
        use(r);
        *p = *r;
    }
    (void)s;
}
