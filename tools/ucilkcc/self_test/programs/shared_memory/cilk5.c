/* Cilk-5's header and qualifier, SYNCHED: 55 0 1 */
#include <cilk.h>

#include "check.h"

static int go;

cilk int fib(int n)
{
    if (n < 2) {
        dawdle();
        return n;
    } else {
        int x, y;
        x = spawn fib(n - 1);
        y = spawn fib(n - 2);
        sync;
        return x + y;
    }
}

cilk void wait_to_go(void)
{
    for (int i = 0; i < 1000000; i++) {
        if (__atomic_load_n(&go, __ATOMIC_SEQ_CST))
            return;
        sched_yield();
    }
}

cilk int main(void)
{
    int result, early;
    result = spawn fib(10);
    sync;
    spawn wait_to_go();
    early = SYNCHED;
    __atomic_store_n(&go, 1, __ATOMIC_SEQ_CST);
    sync;
    printf("%d %d %d\n", result, early, SYNCHED);
    return 0;
}
