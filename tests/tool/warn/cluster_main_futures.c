/* What main writes while a future may run: no sync waits for that. */
/* flags: --ucilk-cluster */
#include <ucilk/ucilk.h>

static int limit;

static int task(int n)
{
    return n;
}

int main(void)
{
    int x;
    ucilk_future_t f = cilk_future task(1);
    x = spawn task(2);
    sync;
    limit = 1; /* expect: +0:5: error: `main', which spawns, writes to `limit' */
    return ucilk_future_get(int, f) + x - 3;
}
