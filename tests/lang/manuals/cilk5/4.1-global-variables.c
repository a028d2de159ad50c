/* 4.1 Global variables: Cilk_active_size, Self. */
#include <cilk-lib.h>
#include <cilk.h>

#include "../../check.h"

cilk int worker(int n)
{
    int x, y;
    CHECK(Self >= 0 && Self < Cilk_active_size);
    if (n == 0)
        return Self;
    x = spawn worker(n - 1);
    y = spawn worker(n - 1);
    sync;
    CHECK(x >= 0 && x < Cilk_active_size && y >= 0 && y < Cilk_active_size);
    return Self;
}

cilk int main(void)
{
    const char *wanted = getenv("UCILK_NWORKERS");
    int size = Cilk_active_size;
    spawn worker((int)scaled(10, 5));
    sync;
    CHECK(Cilk_active_size == size && size > 0);
#ifndef UCILK_SERIAL
    CHECK(!wanted || size == atoi(wanted));
#else
    CHECK(size == 1 || wanted);
#endif
    printf("ok\n");
    return 0;
}
