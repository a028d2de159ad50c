/* Grammar: where _Cilk_spawn, _Cilk_sync and _Cilk_for may stand. */
#include <cilk/cilk.h>

#include "../../check.h"

static int f(int n)
{
    return n * 2;
}

static void g(int *place, int n)
{
    *place = n;
}

static int (*pick(int n))(int)
{
    return n ? f : NULL;
}

struct of_pointers {
    int (*call)(int);
    struct of_pointers *next;
};

/* A full expression of a statement, the right side of one, an initializer. */
static int contexts(int n)
{
    int a = 0, b[3] = {0}, *p = &b[2];
    _Cilk_spawn g(&a, n);
    b[0] = _Cilk_spawn f(n);
    b[1] += _Cilk_spawn f(n + 1);
    *p = _Cilk_spawn f(n + 2);
    int c = _Cilk_spawn f(n + 3), d = 5, e = _Cilk_spawn f(n + 4);
    _Cilk_sync;
    return a + b[0] + b[1] + b[2] + c + d + e;
}

/* Any postfix expression is what is called. */
static int spawned_functions(int n)
{
    struct of_pointers last = {f, NULL}, first = {f, &last}, *p = &first;
    int (*table[2])(int) = {f, f};
    int a, b, c, d, e, h;
    a = _Cilk_spawn(f)(n);
    b = _Cilk_spawn (*p->call)(n);
    c = _Cilk_spawn p->next->call(n);
    d = _Cilk_spawn table[n % 2](n);
    e = _Cilk_spawn pick(1)(n);
    h = _Cilk_spawn (n ? f : f)(n);
    _Cilk_sync;
    return a + b + c + d + e + h;
}

/* A jump statement: _Cilk_sync; and the statements of loops. */
static int statements(int n)
{
    static int a[10];
    int x = 0;
    if (n)
        x = _Cilk_spawn f(n);
    else
        _Cilk_sync;
    for (int i = 0; i < 3; i++)
        _Cilk_sync;
    while (n-- > 3)
        _Cilk_spawn g(&a[n], n);
again:
    _Cilk_sync;
    if (x < 5) {
        x += 5;
        goto again;
    }
    _Cilk_for (int i = 0; i < 3; i++)
        _Cilk_for (int j = 0; j < 3; j++)
            a[i * 3 + j] += i;
    for (int i = 0; i < 10; i++)
        x = x * 2 + a[i];
    return x;
}

int main(void)
{
    printf("%d %d %d\n", contexts(3), spawned_functions(4), statements(6));
    return 0;
}

#ifdef REFUSED_1
int h(int n)
{
    int x = 0, y, a[2];
    /* expect: +1:9: error: spawn must be a statement of its own: write `x = spawn f(...);' */
    x = _Cilk_spawn f(n) + 1;
    /* expect: +1:21: error: spawn must be a statement of its own */
    x = _Cilk_spawn _Cilk_spawn f(n);
    /* expect: +1:13: error: spawn must be a statement of its own */
    x = y = _Cilk_spawn f(n);
    /* expect: +1:7: error: spawn must be a statement of its own */
    a[_Cilk_spawn f(0)] = 1;
    /* expect: +1:9: error: spawn cannot stand in a condition */
    if (_Cilk_spawn f(n))
        x++;
    /* expect: +1:12: error: spawn cannot stand in a condition */
    while (_Cilk_spawn f(n))
        x++;
    /* expect: +1:12: error: spawn cannot stand in the condition of a for */
    for (; _Cilk_spawn f(n);)
        x++;
    /* expect: +1:23: error: spawn cannot stand in an initializer list */
    int list[2] = {1, _Cilk_spawn f(n)};
    /* expect: +1:24: error: a static variable cannot be initialized by a spawn */
    static int still = _Cilk_spawn f(n);
    /* expect: +1:13: error: spawn cannot stand in a return */
    return -_Cilk_spawn f(n);
}
#endif

#ifdef REFUSED_2
/* expect: +1:9: error: spawn outside of a function */
int z = _Cilk_spawn f(1);
/* expect: +1:1: error: sync outside of a function */
_Cilk_sync;
#endif

#ifdef REFUSED_3
int h(int n)
{
    int x;
    /* expect: +1:9: error: spawn needs a call of a function right behind it */
    x = _Cilk_spawn n;
    return x;
}

int k(int n)
{
    int x;
    /* expect: +1:9: error: sync is a statement: write `sync;' */
    x = _Cilk_sync;
    /* expect: +1:5: error: sync is a statement */
    _Cilk_sync n;
    return x;
}
#endif

#ifdef REFUSED_4
int h(int n)
{
    int x;
    /* expect: +1:9: error: expected expression */
    x = _Cilk_for (int i = 0; i < n; i++) f(i);
    return x;
}
#endif
