/* Addresses of local variables that reach a task. */
/* flags: --ucilk-cluster -Wno-error=ucilk -Wno-ucilk-malloc -Wno-ucilk-shared-write */
#include <alloca.h>
#include <stdlib.h>
#include <ucilk/ucilk.h>

struct pair {
    int a, *p;
    int list[4];
};

void f(int *p);
void g(int n, struct pair s);
void v(const void *p);
long l(long address);
int *direct(int n, int *p);

void by_operator(int n, int param)
{
    int x = n, a[4] = {n};
    struct pair s = {n, 0, {0}}, array[2] = {{n, 0, {0}}};
    /* expect: 23:13: warning: the address of the local variable `x' is given to the spawned call of `f' */
    spawn f(&x);
    spawn f(a); /* expect: 24:13: warning: the address of the local variable `a' is given */
    spawn f(&a[n]); /* expect: 25:13: warning: the address of the local variable `a' */
    spawn f(a + 2); /* expect: 26:13: warning: the address of the local variable `a' */
    spawn f(&s.a); /* expect: 27:13: warning: the address of the local variable `s' */
    spawn f(s.list); /* expect: 28:13: warning: the address of the local variable `s' */
    spawn f(&array[1].list[n]); /* expect: 29:13: warning: the address of the local variable `array' */
    spawn f(&param); /* expect: 30:13: warning: the address of the local variable `param' */
    spawn v((const char *)&x + 1); /* expect: 31:13: warning: the address of the local variable `x' */
    spawn f(n ? NULL : &x); /* expect: 32:13: warning: the address of the local variable `x' */
    spawn l((long)&x); /* expect: 33:13: warning: the address of the local variable `x' */
    spawn f((int[]){1, 2}); /* expect: 34:13: warning: the address of a compound literal */
    spawn v(&(struct pair){n, 0, {0}}); /* expect: 35:13: warning: the address of a compound literal */
    /* expect: 37:5: error: alloca in an argument of a spawn */
    spawn f(alloca(4));
    sync;
}

void by_variable(int n)
{
    int x = n, vla[n], *p = &x, *q, *r, *late = NULL;
    struct pair s = {.a = n, .p = &x}, t;
    void *memory = alloca(10);
    /* expect: 47:13: warning: `p' holds the address of the local variable `x', and is given to the spawned call of `f' */
    spawn f(p);
    q = vla;
    spawn f(q); /* expect: 49:13: warning: `q' holds the address of the local variable `vla' */
    r = q + 1;
    spawn f(r); /* expect: 51:13: warning: `r' holds the address of the local variable `vla' */
    spawn f(late); /* expect: 52:13: warning: `late' holds the address of the local variable `x' */
    late = p;
    spawn g(1, s); /* expect: 54:16: warning: `s' holds the address of the local variable `x' */
    t.p = &x;
    spawn g(1, t); /* expect: 56:16: warning: `t' holds the address of the local variable `x' */
    spawn f(t.p); /* expect: 57:13: warning: `t' holds the address of the local variable `x' */
    spawn v(memory); /* expect: 58:13: warning: `memory' holds the address of memory from alloca */
    spawn direct(1, p); /* expect: 59:21: warning: `p' holds the address of the local variable `x' */
    sync;
}

int *kept;
static struct pair kept_pair;

void by_global(int n)
{
    int x = n, a[4] = {n}, *p = a;
    kept = &x; /* expect: 69:5: warning: the address of the local variable `x' is kept in `kept': no other task can reach it */
    kept = n ? a + 1 : NULL; /* expect: 70:5: warning: the address of the local variable `a' is kept in `kept' */
    kept_pair.p = p; /* expect: 71:5: warning: the address of the local variable `a' is kept in `kept_pair' */
    spawn f(NULL);
    sync;
}

void by_literal(int n)
{
    int x = n;
    /* expect: 80:13: warning: the address of the local variable `x' is given to the spawned call of `f' */
    spawn f((struct pair){.p = &x}.p);
    /* expect: 82:16: warning: the address of the local variable `x' is given to the spawned call of `g' */
    spawn g(1, *(struct pair[]){{0, &x, {0}}});
    /* expect: 84:13: warning: the address of the local variable `x' is given to the spawned call of `f' */
    spawn f(((struct pair[]){{0, &x, {0}}})[0].p);
    spawn g(1, (struct pair){x, NULL, {x}});
    sync;
}
