/* Recursion: tree, mutual, static, and 100,000 levels deep. */
#include <ucilk/macros.h>

#include "check.h"

cilk_task(long, fib, (int) n)
{
    if (n < 2)
        return n;
    long x, y;
    spawn_to(x, fib, n - 1);
    y = fib(n - 2);
    sync;
    return x + y;
}

/* Hofstadter's female and male sequences. */
cilk_declare(int, female, (int) n);
cilk_declare(int, male, (int) n);

cilk_define(int, female, (int) n)
{
    if (n == 0)
        return 1;
    int before, other;
    spawn_to(before, female, n - 1);
    sync;
    spawn_to(other, male, before);
    sync;
    return n - other;
}

cilk_define(int, male, (int) n)
{
    if (n == 0)
        return 0;
    int before, other;
    spawn_to(before, male, n - 1);
    sync;
    spawn_to(other, female, before);
    sync;
    return n - other;
}

cilk_static_declare(int, is_odd, (int) n);

cilk_static_task(int, is_even, (int) n)
{
    int answer;
    if (n == 0)
        return 1;
    spawn_to(answer, is_odd, n - 1);
    sync;
    return answer;
}

cilk_static_define(int, is_odd, (int) n)
{
    int answer;
    if (n == 0)
        return 0;
    spawn_to(answer, is_even, n - 1);
    sync;
    return answer;
}

/* The child goes deep while the continuation waits. */
cilk_static_task(long, descend, (long) n)
{
    if (n == 0)
        return 0;
    long below;
    spawn_to(below, descend, n - 1);
    sync;
    return below + 1;
}

/* The continuation goes deep, by calls, with a child at each level. */
cilk_static_task(long, one, (void *) nothing)
{
    return nothing == NULL;
}

cilk_static_task(long, sink, (long) n)
{
    if (n == 0)
        return 0;
    long unit, below;
    spawn_to(unit, one, NULL);
    below = sink(n - 1);
    sync;
    return below + unit;
}

int main(void)
{
    long n = scaled(23, 12);
    CHECK(fib((int)n) == (n == 23 ? 28657 : 144));
    CHECK(fib(10) == 55);
    static const int females[] = {1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 8};
    static const int males[] = {0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 7};
    for (int i = 0; i < 13; i++) {
        CHECK(female(i) == females[i]);
        CHECK(male(i) == males[i]);
    }
    CHECK(is_even(100) && is_odd(101) && !is_even(33));
    long deep = scaled(100000, 3000);
    CHECK(descend(deep) == deep);
    deep = scaled(100000, 500); /* a thief copies all of it */
    CHECK(sink(deep) == deep);
    printf("recursion: fib(10) = %ld, female(12) = %d\n", fib(10), female(12));
    return 0;
}
