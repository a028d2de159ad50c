/* Addresses of copies, and pointers to locals, in the body of a cilk_for. */
/* flags: --ucilk-cluster -Wno-error=ucilk -Wno-ucilk-malloc -Wno-ucilk-shared-write */
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>

struct pair {
    int a, list[4];
};

long out[100];
long table[100];
int use(int *p);
int look(const int *p);
int all(const struct pair *p);
void sort(void *p, int n);

void f(int n, struct pair s, const int *from, int *to)
{
    int x = n, a[4] = {n}, square[3][3] = {{n}};
    const int constant[2] = {1, 2};
    struct pair pairs[2] = {{n, {1}}, {n, {2}}};
    static int kept[4];
    int *p;
    cilk_for (int i = 0; i < n; i++) {
        int own = i, owns[4] = {i};
        /* Reads. */
        out[i] = look(&x) + look(a) + look(s.list) + all(&s) + all(pairs) + *(a + i) + *&x;
        out[i] += constant[i] + look(constant) + *(1 + a) + square[i][1] + look(square[1]);
        out[i] += use(&own) + use(owns) + use(kept) + use(to) + use(&to[3]) + look(from);
        out[i] += (long)sizeof a + (&s)->a + (&a[1] - a) + *((const int *)a + 1);
        /* expect: +1:24: warning: this `x' is the copy of some iterations of the cilk_for */
        out[i] += use(&x);
        /* expect: +1:23: warning: this `a' is the copy */
        out[i] += use(a);
        /* expect: +1:24: warning: this `a' is the copy */
        out[i] += use(&a[2]);
        /* expect: +1:23: warning: this `s' is the copy */
        out[i] += use(s.list + 1);
        /* expect: +1:23: warning: this `square' is the copy */
        out[i] += use(square[1]);
        /* expect: +1:14: warning: this `a' is the copy */
        sort(a, 4);
        /* expect: +1:16: warning: this `a' is the copy */
        memset(a, 0, sizeof a);
        /* expect: +1:22: warning: this `x' is the copy */
        int *mine = &x;
        /* Each iteration has its own. */
        use(&i);
        out[i] += look(&i);
        out[i] += *mine;
    }
    p = to;
    (void)p;
}

void pointers(int n, int *given)
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
        /* expect: +1:20: warning: `p' holds the address of the local variable `x', which the iterations of the cilk_for cannot reach */
        out[i] += *p;
        /* expect: +1:13: warning: `r' holds the address of the local variable `a' */
        use(r);
        *p = *r;
    }
    (void)s;
}
