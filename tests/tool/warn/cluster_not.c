/* What needs shared memory. */
/* As cluster.c without the flag: no warning */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    total += n;
    calls++;
    counts[n] = 1;
    *counts = 1;
    all.n = 3;
    __atomic_fetch_add(&total, 1, 5);
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
    return p;
}

int spawns(int n)
{
    int *p = malloc(4), *q, x;
    struct list l = {calloc(1, 4), n};
    char *text, *heir = strdup("x"), fixed_text[] = "y";
    only_called(n);
    spawn f(p);
    spawn f(malloc(3));
    spawn by_value(l);
    spawn f(heir);
    if (asprintf(&text, "z") > 0)
        spawn f(text);
    x = spawn task(*p);
    spawn task(l.n);
    q = spawn returns_heap(n);
    total = spawn task(n);
    spawn f("constant");
    spawn f(&fixed);
    sync;
    *p = x;
    return *q + fixed_text[0] + *text;
}
