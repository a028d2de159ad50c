/* 2.3 Cilk and C: procedures call C functions, those of libraries, too; C code
 * between pragmas; C functions run procedures by EXPORT. */
#include <cilk.h>
#include <string.h>

#include "../../check.h"

static int is_less(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

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
cilk int sorted(int n, int seed)
{
    int *a = malloc((size_t)n * sizeof *a), i, middle;
    for (i = 0; i < n; i++)
        a[i] = (i * 7919 + seed) % 1009;
    qsort(a, (size_t)n, sizeof *a, is_less);
    middle = a[n / 2];
    free(a);
    return plain(middle);
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
    char text[40];
    int x, y, i, sum = 0;
    for (i = 0; i < 30; i++) {
        x = spawn sorted(200, i);
        y = spawn sorted(100, 1000 - i);
        sync;
        sum += x * 3 + y;
    }
    f();
    snprintf(text, sizeof text, "%d", sum);
    printf("%s %zu\n", text, strlen(text));
    return 0;
}
