/* errno, isalpha and the like before and after spawns in one function. */
#include "check.h"
#include <ucilk/macros.h>

cilk_task(long, fib, (long) n)
{
    if (n < 2)
        return n;
    long a, b;
    spawn_to(a, fib, n - 1);
    b = fib(n - 2);
    sync;
    return a + b;
}

cilk_task(long, work, (long) i)
{
    errno = 0;
    long n = strtol("1", NULL, 10) + (errno == 0), x;
    n += isalpha("a1b2"[i % 4]) != 0;
    spawn_to(x, fib, 8);
    errno = 0;
    n += strtol("99999999999999999999999999", NULL, 10) & 3;
    n += errno == ERANGE;
    n += isalpha("a1b2"[i % 4]) != 0;
    sync;
    errno = 0;
    n += fopen("/nonexistent", "r") == NULL && errno == ENOENT;
    n += toupper("xyz"[i % 3]) + (isspace(" x"[i % 2]) != 0);
    return n + x;
}

cilk_task(long, sum, (long) low, (long) high)
{
    if (high - low == 1)
        return work(low);
    long left, right;
    spawn_to(left, sum, low, (low + high) / 2);
    right = sum((low + high) / 2, high);
    sync;
    return left + right;
}

int main(void)
{
    printf("%ld\n", sum(0, 200));
    return 0;
}
