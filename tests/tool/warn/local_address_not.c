/* Addresses that a task may have: no warning. */
#include <stdlib.h>
#include <ucilk/ucilk.h>

struct pair {
    int a, *p;
    int list[4];
};

int global, table[4];
struct pair both;

int f(int *p);
int h(int n);
int call(int *p);
void g(struct pair s);
void v(void *p);

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
    spawn g(t);
    spawn g(*s);
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
