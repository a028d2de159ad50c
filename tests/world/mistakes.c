/*
 * Mistakes in tasks that valgrind and the sanitizers find; mistakes.sh runs it
 * under each.  Without an argument there is none.
 */
#include <check.h>
#include <ucilk/ucilk.h>

#include <stdbool.h>
#include <string.h>

static volatile int sink;
static char *volatile leaked;

static void use_after_free(void)
{
    volatile char *p = malloc(10);
    free((void *)p);
    sink = p[3];
}

static void overflow(void)
{
    volatile char *p = malloc(10);
    p[10] = 1;
    free((void *)p);
}

static void leak(void)
{
    leaked = malloc(123);
    leaked = NULL;
}

static void read_uninitialized(void)
{
    int *p = malloc(10 * sizeof *p);
    if (p[2] == 5)
        puts("five");
    free(p);
}

static void add_too_much(int n)
{
    sink = 0x7fffffff - 3 + n;
}

static void overflow_stack(int n)
{
    volatile char a[10] = {0};
    a[n] = 1;
    sink = a[0];
}

static long fib(long n)
{
    if (n < 2)
        return n;
    long x = spawn fib(n - 1);
    long y = fib(n - 2);
    sync;
    return x + y;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "none";
    char *volatile kept = strdup("reachable from main's stack alone");
    bool all = strcmp(what, "all") == 0; /* what valgrind finds */
    if (all || strcmp(what, "free") == 0)
        spawn use_after_free();
    if (all || strcmp(what, "heap") == 0)
        spawn overflow();
    if (all || strcmp(what, "leak") == 0)
        spawn leak();
    if (all || strcmp(what, "read") == 0)
        spawn read_uninitialized();
    if (strcmp(what, "add") == 0)
        spawn add_too_much(10);
    if (strcmp(what, "stack") == 0)
        spawn overflow_stack(9 + argc - 1);
    sync;
    printf("%ld\n", fib(12));
    exit(*kept == 0);
}
