/* results into elements, members, *p and globals: 0 1 4 9 16 25 36 49 64 */
#include "check.h"

struct shelf {
    long left;
    struct {
        long right[2];
    } inner;
};

static long global;
static volatile long changing;
static _Atomic long atomic;

static long fill(struct shelf *s, long *p, long parameter, long rows[2][2])
{
    int i = 0;
    s->left = spawn square(1);
    s->inner.right[1] = spawn square(2);
    *p = spawn square(3);
    parameter = spawn square(4);
    rows[1][i++] = spawn square(5);
    global = spawn square(6);
    changing = spawn square(7);
    atomic = spawn square(8);
    sync;
    return parameter + i - 1;
}

int main(void)
{
    struct shelf s = {0};
    long x, y, rows[2][2] = {{0}};
    for (int i = 0; i < 10; i++)
        y = fill(&s, &x, -1, rows);
    printf("%ld %ld %ld %ld %ld %ld %ld %ld %ld\n", s.inner.right[0], s.left,
           s.inner.right[1], x, y, rows[1][0], global, changing, (long)atomic);
    return 0;
}
