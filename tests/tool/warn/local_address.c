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
    /* expect: +1:13: warning: the address of the local variable `x' is given to the spawned call of `f' */
    spawn f(&x);
    spawn f(a); /* expect: +0:13: warning: the address of the local variable `a' is given */
    spawn f(&a[n]); /* expect: +0:13: warning: the address of the local variable `a' */
    spawn f(a + 2); /* expect: +0:13: warning: the address of the local variable `a' */
    spawn f(&s.a); /* expect: +0:13: warning: the address of the local variable `s' */
    spawn f(s.list); /* expect: +0:13: warning: the address of the local variable `s' */
    spawn f(&array[1].list[n]); /* expect: +0:13: warning: the address of the local variable `array' */
    spawn f(&param); /* expect: +0:13: warning: the address of the local variable `param' */
    spawn v((const char *)&x + 1); /* expect: +0:13: warning: the address of the local variable `x' */
    spawn f(n ? NULL : &x); /* expect: +0:13: warning: the address of the local variable `x' */
    spawn l((long)&x); /* expect: +0:13: warning: the address of the local variable `x' */
    spawn f((int[]){1, 2}); /* expect: +0:13: warning: the address of a compound literal */
    spawn v(&(struct pair){n, 0, {0}}); /* expect: +0:13: warning: the address of a compound literal */
    /* expect: +1:5: error: alloca in an argument of a spawn */
    spawn f(alloca(4));
    sync;
}

void by_variable(int n)
{
    int x = n, vla[n], *p = &x, *q, *r, *late = NULL;
    struct pair s = {.a = n, .p = &x}, t;
    void *memory = alloca(10);
    /* expect: +1:13: warning: `p' holds the address of the local variable `x', and is given to the spawned call of `f' */
    spawn f(p);
    q = vla;
    spawn f(q); /* expect: +0:13: warning: `q' holds the address of the local variable `vla' */
    r = q + 1;
    spawn f(r); /* expect: +0:13: warning: `r' holds the address of the local variable `vla' */
    spawn f(late); /* expect: +0:13: warning: `late' holds the address of the local variable `x' */
    late = p;
    spawn g(1, s); /* expect: +0:16: warning: `s' holds the address of the local variable `x' */
    t.p = &x;
    spawn g(1, t); /* expect: +0:16: warning: `t' holds the address of the local variable `x' */
    spawn f(t.p); /* expect: +0:13: warning: `t' holds the address of the local variable `x' */
    spawn v(memory); /* expect: +0:13: warning: `memory' holds the address of memory from alloca */
    spawn direct(1, p); /* expect: +0:21: warning: `p' holds the address of the local variable `x' */
    sync;
}

int *kept;
static struct pair kept_pair;

void by_global(int n)
{
    int x = n, a[4] = {n}, *p = a;
    kept = &x; /* expect: +0:5: warning: the address of the local variable `x' is kept in `kept': no other task can reach it */
    kept = n ? a + 1 : NULL; /* expect: +0:5: warning: the address of the local variable `a' is kept in `kept' */
    kept_pair.p = p; /* expect: +0:5: warning: the address of the local variable `a' is kept in `kept_pair' */
    spawn f(NULL);
    sync;
}

void by_literal(int n)
{
    int x = n;
    /* expect: +1:13: warning: the address of the local variable `x' is given to the spawned call of `f' */
    spawn f((struct pair){.p = &x}.p);
    /* expect: +1:16: warning: the address of the local variable `x' is given to the spawned call of `g' */
    spawn g(1, *(struct pair[]){{0, &x, {0}}});
    /* expect: +1:13: warning: the address of the local variable `x' is given to the spawned call of `f' */
    spawn f(((struct pair[]){{0, &x, {0}}})[0].p);
    spawn g(1, (struct pair){x, NULL, {x}});
    sync;
}

int global, table[4];
struct pair both;
int h(int n);
int call(int *p);
void by_value(struct pair s);

/* Addresses that a task may have: no warning. */
int nothing_local(int n, int *param, int array[4], struct pair *s)
{
    static int own[4];
    extern int table[4];
    int x = n, a[4] = {n}, *m = malloc(4), *p = &global, *only_called = &x;
    int *list[2] = {m, table};
    struct pair t = {.a = h(*&x), .p = m}, u;
    static struct pair kept;
    u.p = &x;
    u.a = 1;
    kept.p = m;
    kept.a = *only_called;
    kept = both;
    spawn f(&global);
    spawn f(table);
    spawn f(own);
    spawn f(&own[n]);
    spawn f(m);
    spawn f(p);
    spawn f(param);
    spawn f(array);
    spawn f(&array[1]);
    spawn f(&param[n]);
    spawn f(&s->a);
    spawn f(s->list);
    spawn f(s->p);
    spawn f(list[0]);
    spawn by_value(t);
    spawn by_value(*s);
    spawn f(&kept.a);
    spawn f(both.list);
    spawn v(&both);
    spawn h(a[1]);
    spawn h(x);
    spawn h(*only_called);
    spawn h(sizeof a);
    spawn h(&a[3] - a);
    spawn h(only_called == a);
    spawn h(!a[0]);
    spawn h(call(&x));
    spawn h(call(a));
    spawn h(u.a);
    sync;
    return call(&x) + call(a) + call(only_called) + *u.p;
}
