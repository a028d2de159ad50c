/* What needs shared memory. */
/* flags: --ucilk-cluster */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

struct list {
    int *data;
    long n;
};

static int total, counts[4];
static struct list all;
const int fixed = 3;

int f(const void *p);
int by_value(struct list l);

static int task(int n)
{
    static int calls;
    int local = n, a[4];
    total += n; /* expect: +0:5: error: `task', which is spawned, writes to `total' */
    calls++; /* expect: +0:5: error: `task', which is spawned, writes to `calls' */
    counts[n] = 1; /* expect: +0:5: error: `task', which is spawned, writes to `counts' */
    *counts = 1; /* expect: +0:5: error: `task', which is spawned, writes to `counts' */
    all.n = 3; /* expect: +0:5: error: `task', which is spawned, writes to `all' */
    __atomic_fetch_add(&total, 1, 5); /* expect: +0:24: error: `task', which is spawned, writes to `total' */
    local += fixed;
    a[0] = local--;
    return a[0] + __atomic_load_n(&total, 5);
}

static void only_called(int n)
{
    total = n;
}

static int *returns_heap(int n)
{
    int *p = malloc(sizeof *p);
    *p = n;
    return p; /* expect: +0:12: error: `returns_heap', which is spawned, returns memory from malloc */
}

int spawns(int n)
{
    int *p = malloc(4), *q, x;
    struct list l = {calloc(1, 4), n};
    char *text, *heir = strdup("x"), fixed_text[] = "y";
    only_called(n);
    spawn f(p); /* expect: +0:13: error: memory from malloc is given to the spawned call of `f' */
    spawn f(malloc(3)); /* expect: +0:13: error: memory from malloc is given */
    spawn by_value(l); /* expect: +0:20: error: memory from calloc is given */
    spawn f(heir); /* expect: +0:13: error: memory from strdup is given */
    if (asprintf(&text, "z") > 0)
        spawn f(text); /* expect: +0:17: error: memory from asprintf is given */
    x = spawn task(*p);
    spawn task(l.n);
    q = spawn returns_heap(n);
    total = spawn task(n); /* expect: +0:5: error: `spawns', which spawns, writes to `total' */
    spawn f("constant");
    spawn f(&fixed);
    sync;
    *p = x;
    return *q + fixed_text[0] + *text;
}

/* In literals, and behind pointers. */
struct two {
    struct list s[2];
};
int by_two(struct two t);

static int literals(int n)
{
    static int still;
    int x = n, y = n, *q = &y, **z = &q, *sp = &still, **spp = &sp;
    spawn by_value((struct list){.data = &x}); /* expect: +0:20: error: the address of the local variable `x' is given */
    spawn by_value((struct list){&x, 1}); /* expect: +0:20: error: the address of the local variable `x' is given */
    spawn by_two((struct two){.s[1].data = &x}); /* expect: +0:18: error: the address of the local variable `x' is given */
    spawn by_two((struct two){.s = {{.n = 2, .data = &x}}}); /* expect: +0:18: error: the address of the local variable `x' is given */
    spawn f(*z); /* expect: +0:13: error: the address of the local variable `y' is given */
    spawn f(z[0]); /* expect: +0:13: error: the address of the local variable `y' is given */
    spawn f(*spp);
    spawn by_value((struct list){.n = x, .data = sp});
    sync;
    return x + *q;
}

/* Loops and reducers. */
static long row[100];
long UCILK_SUM(long) all_of_it;

static void adds(int n)
{
    all_of_it += n;
    all_of_it++;
}

long loops(int n)
{
    long UCILK_SUM(long) sum = 0;
    spawn adds(n);
    cilk_for (int i = 0; i < n; i++) {
        sum += i;
        all_of_it += i;
        row[i] = i; /* expect: +0:9: error: `loops', which spawns, writes to `row' */
    }
    sync;
    return sum + all_of_it;
}
