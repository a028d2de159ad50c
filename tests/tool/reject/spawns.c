/* Spawns and syncs where they cannot be. */
#include <alloca.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

int f(int n);
void v(int n);

/* Keywords outside of functions. */
/* expect: +1:9: error: spawn outside of a function */
int x = spawn f(3);
/* expect: +1:1: error: sync outside of a function */
cilk_sync;

void file_scope(void)
{
    spawn f(1);
    sync;
}

/* Spawns in conditions and returns. */
int condition(int n)
{
    int x;
    /* expect: +1:9: error: spawn cannot stand in a condition */
    if (spawn f(n))
        n++;
    /* expect: +1:17: error: spawn cannot stand in a condition */
    while ((x = spawn f(n)))
        n++;
    do {
        n++;
        /* expect: +1:14: error: spawn cannot stand in a condition */
    } while (spawn f(n));
    /* expect: +1:13: error: spawn cannot stand in a condition */
    switch (spawn f(n)) {
    default:
        break;
    }
    sync;
    if (n)
        /* expect: +1:17: error: spawn cannot stand in a return: write `x = spawn f(...); sync; return x;' */
        return -spawn f(n);
    return x;
}

/* Spawns inside of larger expressions. */
long expression(long n)
{
    long x, y;
    /* expect: +1:13: error: spawn must be a statement of its own */
    x = 1 + spawn f(n);
    /* expect: +1:9: error: spawn must be a statement of its own */
    x = spawn f(n) + 1;
    /* expect: +1:13: error: spawn must be a statement of its own */
    x = y = spawn f(n);
    f(3 + spawn f(n)); /* expect: +0:11: error: spawn must be a statement */
    /* expect: +1:27: error: spawn must be a statement of its own */
    x = 2, (y = 3, (x += (spawn f(n))));
    /* expect: +1:18: error: spawn must be a statement of its own */
    x += n ? 1 : spawn f(n);
    /* expect: +1:22: error: spawn must be a statement of its own */
    y = 1 + (n ? 1 : spawn f(n));
    long a[3], i = 0;
    /* expect: +1:22: error: spawn must be a statement of its own */
    a[i++] = n ? 1 : spawn f(n);
    /* expect: +1:7: error: spawn must be a statement of its own */
    f(spawn f(n)) + 1;
    /* expect: +2:9: error: spawn needs a call of a function */
    /* expect: +1:21: error: spawn must be a statement of its own */
    x = _Cilk_spawn _Cilk_spawn f(n);
    /* expect: +1:7: error: spawn must be a statement of its own */
    a[spawn f(0)] = 1;
    /* expect: +1:7: error: spawn needs a call of a function */
    f(cilk_spawn n++);
    sync;
    return x + y;
}

/* Spawns beside a comma operator. */
void comma(long n)
{
    /* expect: +1:5: error: spawn must be a statement of its own */
    spawn f(n), n++;
    n++, spawn f(n); /* in the last place it is one */
    /* expect: +1:13: error: spawn must be a statement of its own */
    n += n, spawn f(n), n++;
    sync;
}

/* Spawns in each part of a for's header. */
void for_header(int n)
{
    /* its beginning is as good a place as any */
    for (spawn f(n); n < 3; n++)
        ;
    /* expect: +1:12: error: spawn cannot stand in the condition of a for */
    for (; spawn f(n); n++)
        ;
    /* and so is its step */
    for (; n < 3; spawn f(n))
        n++;
    int i;
    for (i = spawn f(n); n < 3; n++)
        ;
    /* expect: +1:12: error: spawn must be a statement of its own */
    for (; cilk_spawn n = 3; n++)
        ;
    sync;
}

/* Spawns in initializer lists. */
int initializer_list(int n)
{
    /* expect: +1:20: error: spawn cannot stand in an initializer list */
    int a[2] = {1, spawn f(n)};
    sync;
    return a[0];
}

/* Spawns as the value of a statement expression. */
int value(int n)
{
    int x, y, z;
    /* expect: +1:21: error: the value of a statement expression cannot be */
    y = ({ n++; x = spawn f(n); });
    /* expect: +1:12: error: the value of a statement expression cannot be */
    z = ({ spawn f(n); });
    return x + y + z;
}

/* Spawns of what is no call. */
int no_call(int n)
{
    int x;
    /* expect: +1:9: error: spawn needs a call of a function */
    x = spawn n;
    /* expect: +1:5: error: spawn needs a call of a function */
    spawn(1 + f(n));
    /* expect: +1:9: error: spawn needs a call of a function */
    x = cilk_spawn 3;
    /* expect: +1:5: error: spawn needs a call of a function */
    _Cilk_spawn 0;
    /* expect: +1:5: error: spawn needs a call of a function */
    spawn "text";
    sync;
    return x;
}

int no_call_h(int n)
{
    /* expect: +1:5: error: spawn needs a call of a function */
    spawn;
    spawn {
        f(n);
    }
    sync;
    return n;
}

/* No functions, though they look so. */
int no_call_i(_Atomic int *p)
{
    int x, y;
    /* expect: +1:9: error: what is built into the compiler, or a macro of a header, cannot be spawned: write `cilk_spawn { x = ...; }' */
    x = cilk_spawn atomic_fetch_add(p, 2);
    /* expect: +1:9: error: what is built into the compiler, or a macro of a header */
    y = cilk_spawn atomic_load(p);
    /* expect: +1:29: error: spawn must be a statement of its own */
    x += atomic_exchange(p, cilk_spawn f(3));
    sync;
    return x + y;
}

/* The result of a void function, used. */
int void_value(int n)
{
    /* expect: +1:13: error: `v' returns nothing */
    int y = spawn v(n);
    sync;
    return y;
}

void void_value_h(void)
{
    int x;
    /* expect: +1:9: error: `v' returns nothing */
    x = spawn v(3);
    const int c;
    /* expect: +1:9: error: the result of a spawn arrives later */
    c = spawn void_value(3);
    sync;
}

/* Destinations that cannot be written later. */
struct bits {
    unsigned low : 3, high : 5;
};
typedef const unsigned fixed;

unsigned destination(unsigned n)
{
    struct bits b = {0, 0};
    /* expect: +1:13: error: the result of a spawn cannot go into a bit-field */
    b.low = spawn f(n);
    /* expect: +1:15: error: the result of a spawn cannot go into a bit-field */
    b.high += spawn f(n);
    /* expect: +1:20: error: the result of a spawn arrives later */
    for (fixed c = spawn f(n), *p = &c; *p > n; n++) sync;
    register unsigned r __asm__("ebx");
    /* expect: +1:9: error: the result of a spawn cannot go into a register */
    r = spawn f(n);
    /* expect: +1:42: error: the result of a spawn cannot go into a register */
    register unsigned q __asm__("r12") = spawn f(n);
    /* expect: +1:25: error: a static variable cannot be initialized */
    static unsigned s = spawn f(n);
    typedef int vector __attribute__((vector_size(16)));
    vector v = {0};
    /* expect: +1:12: error: the result of a spawn cannot go into an element */
    v[1] = spawn f(n);
    static _Thread_local unsigned own;
    /* expect: +1:11: error: the result of a spawn cannot go into a variable */
    own = spawn f(n);
    sync;
    return own + v[1] + b.low + b.high + r + q + s;
}

/* A compiler builtin, and a function that is not declared. */
int builtin(int n)
{
    int x, y;
    /* expect: +1:5: error: `__builtin_prefetch' is built into the compiler */
    spawn __builtin_prefetch(&n, 0, 1);
    /* expect: +1:9: error: `nobody' is not declared */
    y = spawn nobody(n);
    sync;
    x = y;
    return x + y;
}

/* Functions that return twice. */
jmp_buf buffer;

int twice(void)
{
    int x, y;
    /* expect: +1:9: error: `_setjmp' cannot be spawned */
    x = spawn setjmp(buffer);
    /* expect: +1:9: error: `vfork' cannot be spawned */
    y = spawn vfork();
    sync;
    return x + y;
}

/* alloca in an argument. */
void use(void *p);

void alloca(void)
{
    /* expect: +1:5: error: alloca in an argument of a spawn */
    spawn use(alloca(10));
    sync;
}

/* A sync that is no statement. */
int sync(int n)
{
    spawn v(n);
    /* expect: +1:13: error: sync is a statement: write `sync;' */
    n = n + cilk_sync;
    /* expect: +1:5: error: sync is a statement */
    cilk_sync();
    /* expect: +1:5: error: sync is a statement */
    cilk_sync(n);
    /* expect: +1:5: error: sync is a statement */
    cilk_sync n;
    /* expect: +1:12: error: sync is a statement */
    return cilk_sync + n;
}
