/* Variadic functions and va_lists: a va_list leads to the caller's stack, as other
 * pointers do. */
#include <stdarg.h>
#include <ucilk/ucilk.h>

#include "check.h"

static long of_list(int n, va_list list)
{
    long s = 0;
    for (int i = 0; i < n; i++)
        s += va_arg(list, int);
    return s;
}

static long of_list_at(int n, va_list *list)
{
    return of_list(n, *list);
}

static long of_lists(int n, ...)
{
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    long s = spawn of_list(n, list), t = spawn of_list_at(n - 1, &copy);
    sync;
    va_end(copy);
    va_end(list);
    return s * 100 + t;
}

/* In a spawned statement and in a cilk_for, of a parameter, a variable, a member
 * and an element. */
static long of_captured(int n, va_list list)
{
    struct {
        va_list list;
    } one;
    va_list two[2];
    long sums[4], s = 0;
    va_copy(one.list, list);
    va_copy(two[0], list);
    va_copy(two[1], list);
    cilk_spawn { sums[2] = of_list(n, list); }
    cilk_spawn { sums[3] = of_list(n, one.list); }
    cilk_for (int i = 0; i < 2; i++)
        sums[i] = of_list(n, two[i]);
    sync;
    for (int i = 0; i < 4; i++)
        s = 100 * s + sums[i];
    va_end(two[1]);
    va_end(two[0]);
    va_end(one.list);
    return s;
}

static long of_variable(int n, ...)
{
    va_list list;
    long s;
    va_start(list, n);
    cilk_spawn { s = of_captured(n, list); }
    sync;
    va_end(list);
    return s;
}

int main(void)
{
    for (long i = scaled(100, 3); i > 0; i--) {
        CHECK(of_lists(3, 1, 2, 3) == 603);
        CHECK(of_variable(3, 1, 2, 3) == 6060606);
    }
    return 0;
}
