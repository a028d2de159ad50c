/* 2.3 Cilk and C: C code between pragmas; C functions run procedures by EXPORT. */
#include <cilk.h>
#include <string.h>

#include "../../check.h"

#pragma lang +C
static int plain(int n)
{
    int sync;
    sync = n;
    sync = sync + 1;
    return sync;
}
#pragma lang -C

#pragma lang +cilk
cilk int calls_c(int n)
{
    return plain(n);
}
#pragma lang -cilk

cilk float g(double x)
{
    return (float)(x / 2);
}

cilk int no_argument(void)
{
    return 77;
}

extern float EXPORT(g)(CilkContext *context, double x);
extern float EXPORT(g)(CilkContext *context, double x);

cilk void h(int i)
{
    float y;
    y = spawn g(i);
    sync;
    CHECK(y == (float)i / 2);
}

static void f(void)
{
    char *argv[] = {"f", "--nproc", "4", "mine", NULL};
    int argc = 4;
    float y;
    CilkContext *context;

    context = Cilk_init(&argc, argv);
    CHECK(context != NULL && argc == 2 && strcmp(argv[1], "mine") == 0 && !argv[2]);
    y = EXPORT(g)(context, 3.0);
    CHECK(y == 1.5f);
    EXPORT(h)(context, 5);
    CHECK(EXPORT(no_argument)(context) == 77);
    Cilk_terminate(context);
}

cilk int main(void)
{
    int x;
    x = spawn calls_c(200);
    sync;
    f();
    printf("%d\n", x);
    return 0;
}
