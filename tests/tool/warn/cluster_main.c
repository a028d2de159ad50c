/* What main writes between parallel regions, and within them. */
/* flags: --ucilk-cluster */
#include <stdlib.h>
#include <ucilk/ucilk.h>

enum { N = 10 };
static int limit, table[N];
static long sum;

static int task(int n)
{
    return n < limit ? table[n] : 0;
}

int main(int argc, char **argv)
{
    static int calls;
    int x, y;
    limit = argc > 1 ? atoi(argv[1]) : N;
    for (int i = 0; i < N; i++)
        table[i] = i;
    x = spawn task(1);
    calls++; /* expect: +0:5: error: `main', which spawns, writes to `calls' */
    y = task(2);
    sync;
    sum += x + y;
    calls++;
    cilk_for (int i = 0; i < N; i++)
        table[i] = i; /* expect: +0:9: error: `main', which spawns, writes to `table' */
    sum++;
    sum = spawn task(3); /* expect: +0:5: error: `main', which spawns, writes to `sum' */
    sync;
    for (int i = 0; i < N; i++) {
        limit = i;
        x = spawn task(i);
        y = task(i);
        if (y > 1)
            limit++; /* expect: +0:13: error: `main', which spawns, writes to `limit' */
        sync;
        __atomic_fetch_add(&sum, x + y, 5);
    }
    for (int i = 0; i < N; i++) {
        limit = i; /* expect: +0:9: error: `main', which spawns, writes to `limit' */
        spawn task(i);
    }
    limit = 0; /* expect: +0:5: error: `main', which spawns, writes to `limit' */
    sync;
    for (int i = 0; i < N; i++) {
        spawn task(i);
        if (i == 3)
            break;
        sync;
    }
    limit = 1; /* expect: +0:5: error: `main', which spawns, writes to `limit' */
    sync;
    if (x > 1) {
        spawn task(1);
        sync;
    } else {
        limit = 2;
    }
    limit = 3;
    cilk_scope {
        limit = 4;
        spawn task(2);
        limit = 5; /* expect: +0:9: error: `main', which spawns, writes to `limit' */
    }
    limit = 6;
    spawn {
        limit = 7; /* expect: +0:9: error: `main', which spawns, writes to `limit' */
    }
    cilk_scope {
        task(1);
    }
    limit = 8; /* expect: +0:5: error: `main', which spawns, writes to `limit' */
    sync;
    while (limit > 0) {
        do
            limit--;
        while (limit > 5);
        x = spawn task(limit);
        sync;
        sum += x;
    }
    return sum != 0;
}
