/* Spawn: what is evaluated before the spawn point, and what in the child. */
#include <cilk/cilk.h>

#include "../../check.h"

static int order[8], n_order;

static int at(int place)
{
    order[n_order++] = place;
    return place;
}

static int f(int n)
{
    return n + 100;
}

static void child(int *a, int n)
{
    *a = n;
}

/* x[g()] = spawn f(a + b); a++; : the arguments and the receiver's address
 * before, the call and the assignment in the child. */
static int points(void)
{
    int x[3] = {0}, a = 4, b = 5, i = 0;
    x[at(2)] = _Cilk_spawn f(a + b);
    a++;
    b = 77;
    x[i++] = _Cilk_spawn f(a);
    x[i++] = _Cilk_spawn f(9);
    CHECK(n_order == 1 && order[0] == 2 && i == 2);
    _Cilk_sync;
    return x[0] * 1000000 + x[1] * 1000 + x[2] + a + b;
}

/* The arguments are in a strand with what precedes; so are those of later
 * spawns, in their order. */
static int sequence(void)
{
    int a[4] = {0}, k = 0;
    n_order = 0;
    for (int i = 0; i < 4; i++)
        _Cilk_spawn child(&a[k++], at(i));
    CHECK(n_order == 4 && k == 4);
    for (int i = 0; i < 4; i++)
        CHECK(order[i] == i);
    _Cilk_sync;
    return a[0] + a[1] * 10 + a[2] * 100 + a[3] * 1000;
}

/* The result is converted in the child. */
static double narrow(int n)
{
    return n + 0.75;
}

static int conversions(void)
{
    int x = _Cilk_spawn narrow(3);
    unsigned char c;
    long long l;
    double d = _Cilk_spawn f(1);
    const void *p = _Cilk_spawn malloc(1);
    c = _Cilk_spawn f(200);
    l = _Cilk_spawn f(-200);
    float sum = 0.5f;
    sum += _Cilk_spawn f(2);
    _Cilk_sync;
    CHECK(p != NULL);
    free((void *)p);
    return x + c * 10 + (int)l + (int)d + (int)(sum * 2);
}

/* In a declaration each initializer is a statement of its own. */
static int declarations(int n)
{
    int a = _Cilk_spawn f(n), b = at(n), c = _Cilk_spawn f(b), *p = &b;
    b++;
    _Cilk_sync;
    return a + b + c + *p;
}

/* Arguments by value are copies: the parent may go on with its own. */
struct big {
    int a[30];
};

static int sum(struct big b)
{
    int s = 0;
    for (int i = 0; i < 30; i++)
        s += b.a[i];
    return s;
}

static int copies(void)
{
    struct big b;
    int r[5], s = 0;
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < 30; i++)
            b.a[i] = k * i;
        r[k] = _Cilk_spawn sum(b);
    }
    _Cilk_sync;
    for (int k = 0; k < 5; k++)
        s = s * 3 + r[k];
    return s;
}

/* Siblings, children of children, and a child's own spawns. */
static int tree(int depth)
{
    int x[3], s = 1;
    if (depth == 0)
        return 1;
    for (int i = 0; i < 3; i++)
        x[i] = _Cilk_spawn tree(depth - 1);
    _Cilk_sync;
    for (int i = 0; i < 3; i++)
        s += x[i];
    return s;
}

int main(void)
{
    n_order = 0;
    printf("%d ", points());
    printf("%d ", sequence());
    printf("%d ", conversions());
    n_order = 0;
    printf("%d ", declarations(5));
    printf("%d %d\n", copies(), tree(4));
    return 0;
}

#ifdef REFUSED_1
void nothing(int n);
int h(int n)
{
    int x;
    const int c = 1;
    /* expect: +1:9: error: `nothing' returns nothing: write `spawn nothing(...);' */
    x = _Cilk_spawn nothing(n);
    /* expect: +1:9: error: the result of a spawn arrives later: its destination cannot be const */
    c = _Cilk_spawn f(n);
    /* expect: +1:9: error: `unknown' is not declared: spawn needs to know its type */
    x = _Cilk_spawn unknown(n);
    _Cilk_sync;
    return x + c;
}
#endif
