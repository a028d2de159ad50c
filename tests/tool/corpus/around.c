/* Code around spawns. */
/* flags: -Wshadow -Wdeclaration-after-statement -Wundef -Wmissing-prototypes -Wstrict-prototypes -Wpointer-arith -Wwrite-strings -Wold-style-definition -Wredundant-decls -Wbad-function-cast -Wcast-align */
/* gcc: -O1 -Wlogical-op -Wduplicated-cond */ /* clang: -Wunreachable-code */
#include <stdio.h>
#include <string.h>
#include <ucilk/ucilk.h>

#if UNDEFINED_MACRO
#endif

int f(int n);
int f(int n);
static int never_called(int n) { return n; }
static int declared_only(int n);
static int called_only(int n);
int without_prototype(n) int n; { return n; }

int shadows(int n)
{
    int x = spawn f(n);
    {
        int x = 3;	int n = 4;
        spawn f(x + n);
    }
    sync;
    int late = x;
    for (int x = 0; x < late; x++)
        spawn f(x);
    return x;
}

int signs(int n, unsigned v, size_t size)
{
    int x = 0;
    if (n < v)
        x = spawn f(n);
    for (int i = 0; i < size; i++)
        spawn   f(i);
    sync;
    return x == v ? -1 : v;
}

int uninitialized(int n)
{
    int x, y, z;
    if (n)
        y = 3;
    z = spawn f(x);
    sync;
    return y + z;
}

int statements(int n)
{
    n == 3;
    n + 1;
    if (n = 3)
        spawn f(n);
    if (n)
        ;
    if (n & 1 == 0)
        spawn f(n);
    if (n)
        if (n > 2)
            spawn f(n);
        else
            spawn f(n + 1);
    while (n--)
        spawn f(n);
        n++;
    sync;
    ;
    return n;
}

void formats(long l, char *s)
{
    spawn f((int)l);
    printf("%d\n", l);
    printf("%s %d\n", s);
    printf(s);
    sync;
    /* puts reads a: stores that nothing reads are gone in the elision before gcc
     * looks; here gcc takes the assembly of the implied sync for a reader. */
    char a[4];
    strcpy(a, "long string");
    memset(&a, 0, sizeof s);
    puts(a);
    int label_unused;
nowhere:
    printf("%d\n", sizeof a == -1);
}

int falls(int n)
{
    switch (n) {
    case 1:
        spawn f(n);
    case 2:
        n++;
        /* fall through */
    case 3:
        n += spawn f(3);
    case 4:
        spawn f(n);
        __attribute__((fallthrough));
    default:
        n--;
    }
    return n;
}

int calls(int n)
{
    int x = spawn f(n);
    int y = called_only(n);
    sync;
    return x + y;
}

int no_return(int n)
{
    if (n)
        return spawn_less(n);
    spawn f(n);
    sync;
}
