/* 4.5 Timers: work and span are 0 here, the wall clock goes on. */
#include <cilk-lib.h>
#include <cilk.h>

#include "../../check.h"

cilk int fib(int n)
{
    int x, y;
    if (n < 2)
        return n;
    x = spawn fib(n - 1);
    y = spawn fib(n - 2);
    sync;
    return x + y;
}

cilk int main(void)
{
    Cilk_time tm_begin, tm_elapsed, last;
    Cilk_time wk_begin, wk_elapsed;
    Cilk_time cp_begin, cp_elapsed;
    int x;

    sync;
    cp_begin = Cilk_user_critical_path;
    wk_begin = Cilk_user_work;
    tm_begin = Cilk_get_wall_time();

    x = spawn fib(12);
    sync;

    tm_elapsed = Cilk_get_wall_time() - tm_begin;
    wk_elapsed = Cilk_user_work - wk_begin;
    cp_elapsed = Cilk_user_critical_path - cp_begin;

    CHECK(Cilk_wall_time_to_sec(tm_elapsed) >= 0 && Cilk_wall_time_to_sec(tm_elapsed) < 100);
    CHECK(Cilk_time_to_sec(wk_elapsed) >= Cilk_time_to_sec(cp_elapsed));
    last = Cilk_get_wall_time();
    while (Cilk_wall_time_to_sec(Cilk_get_wall_time() - last) < 0.002)
        ;
    printf("%d\n", x);
    return 0;
}
