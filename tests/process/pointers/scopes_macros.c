/* Nested scopes whose children write locals of the block, of blocks around it,
 * and of callers; in tasks and in other functions. */
#include <ucilk/macros.h>

#include "../process.h"

cilk_task(void, put, (long *)p, (long)value)
{
    linger((unsigned long)value);
    scribble();
    *p = value;
}

static long nested(long n)
{
    long outer[3], early, middle_sum = 0;
    cilk_scope;
    spawn(put, &early, n);
    {
        cilk_scope;
        long middle[3];
        spawn(put, &outer[0], n + 1);
        spawn(put, &middle[0], n + 2);
        {
            cilk_scope;
            long inner[2];
            spawn(put, &outer[1], n + 3);
            spawn(put, &middle[1], n + 4);
            spawn(put, &inner[0], n + 5);
            scribble();
            sync;
            spawn(put, &inner[1], inner[0] + 1);
            sync;
            CHECK(inner[0] == n + 5 && inner[1] == n + 6);
            spawn(put, &middle[2], n + 7);
        }
        CHECK(outer[1] == n + 3 && middle[1] == n + 4 && middle[2] == n + 7);
        sync;
        middle_sum = middle[0] + middle[1] + middle[2];
    }
    CHECK(outer[0] == n + 1);
    spawn(put, &outer[2], n + 8);
    scribble();
    sync;
    CHECK(early == n && outer[2] == n + 8);
    return middle_sum;
}

cilk_task(long, left, (long *)by_return, (long)n)
{
    long slots[12] = {0}, i, sum = 0;
    for (i = 0; i < 12; i++) {
        cilk_scope;
        long own = 0;
        spawn(put, &slots[i], i + 1);
        if (i % 4 == 1)
            continue;
        spawn(put, &own, i);
        if (i == n)
            break;
        sync;
        CHECK(own == i);
    }
    for (int k = 0; k < 12; k++)
        sum += slots[k];
    spawn(put, by_return, sum);
    return i;
}

cilk_task(void, descend, (long *)up, (int)n)
{
    long here[2] = {0, 0};
    if (n > 0) {
        cilk_scope;
        spawn(descend, &here[0], n - 1);
        {
            cilk_scope;
            spawn(descend, &here[1], n - 1);
        }
        CHECK(here[1] > 0);
    }
    *up = here[0] + here[1] + 1;
}

int main(void)
{
    for (long i = 0; i < scaled(200, 20); i++) {
        CHECK(nested(i) == 3 * i + 13);
        long sum = 0, by_return = -1, n = i % 6;
        n += n % 4 == 1; /* those are left by continue */
        CHECK(left(&by_return, n) == n);
        for (long k = 0; k <= n; k++)
            sum += k + 1;
        CHECK(by_return == sum);
    }
    long count;
    int n = (int)scaled(9, 6);
    descend(&count, n);
    CHECK(count == (2L << n) - 1);
    return right();
}
