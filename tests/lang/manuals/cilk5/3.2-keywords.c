/* 3.2 Keywords: C code has the words as identifiers between #pragma lang +C and
 * -C; here that needs no pragma where they are no words of Cilk. */
#include <cilk.h>
#include <unistd.h>

#include "../../check.h"

#pragma lang +C
static int all_of_them(int n)
{
    int cilk = n, spawn = 2, sync = 3, inlet = 4, abort = 5, shared = 6, private = 7;
    sync = sync + 1;
    spawn = sync + cilk;
    return cilk + spawn * sync + inlet - abort + shared * private;
}
struct plain {
    int sync, spawn, inlet;
};
#pragma lang -C

cilk int twice(int n)
{
    return 2 * n;
}

static int members(struct plain *p)
{
    p->sync = 1;
    p->spawn = 2;
    return p->sync + p->spawn + p->inlet;
}

cilk int main(void)
{
    struct plain p = {5, 6, 7};
    int x, shared = 1, private = 2;
    x = spawn twice(4);
    sync;
    if (x == 0)
        (sync)(); /* of <unistd.h> */
    printf("%d %d %d\n", x, all_of_them(10), members(&p) * shared + private);
    return 0;
}
