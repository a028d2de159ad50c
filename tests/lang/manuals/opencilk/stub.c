/* Grammar: with <cilk/cilk_stub.h> the words are allowed and mean nothing. */
#include <cilk/cilk_stub.h>

#include "../../check.h"

static int order[4], n_order;

static int note(int n)
{
    order[n_order++] = n;
    return n;
}

static void __attribute__((unused)) reset(void *view)
{
    *(int *)view = 0;
}

static void __attribute__((unused)) add(void *left, void *right)
{
    *(int *)left += *(int *)right;
}

/* In series, all of it: results are there at once. */
static int stubbed(int n)
{
    int cilk_reducer(reset, add) sum = 0;
    int x = cilk_spawn note(n), y;
    sum += x;
    cilk_scope {
        y = cilk_spawn note(n + 1);
        sum += y;
    }
    cilk_spawn { sum += note(n + 2); }
    cilk_sync;
    cilk_for (int i = 0; i < 5; i++) {
        if (i == 3)
            break; /* of a plain for */
        sum += i;
    }
    return sum;
}

int main(void)
{
    int sum = stubbed(5);
    CHECK(order[0] == 5 && order[1] == 6 && order[2] == 7);
    printf("%d\n", sum);
    return 0;
}
