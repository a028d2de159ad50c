/* Nested scopes whose children write locals of the block, of blocks around it,
 * and of callers; left in every way. */
#include "../process.h"
#include <ucilk/ucilk.h>

static void put(long *p, long value)
{
    linger((unsigned long)value);
    scribble();
    *p = value;
}

static long nested(long n)
{
    long outer[3], early, middle_sum = 0;
    spawn put(&early, n);
    cilk_scope {
        long middle[3];
        spawn put(&outer[0], n + 1);
        spawn put(&middle[0], n + 2);
        cilk_scope {
            long inner[2];
            spawn put(&outer[1], n + 3);
            spawn put(&middle[1], n + 4);
            spawn put(&inner[0], n + 5);
            scribble();
            sync;
            spawn put(&inner[1], inner[0] + 1);
            sync;
            CHECK(inner[0] == n + 5 && inner[1] == n + 6);
            spawn put(&middle[2], n + 7);
        }
        CHECK(outer[1] == n + 3 && middle[1] == n + 4 && middle[2] == n + 7);
        sync;
        middle_sum = middle[0] + middle[1] + middle[2];
    }
    CHECK(outer[0] == n + 1);
    spawn put(&outer[2], n + 8);
    scribble();
    sync;
    CHECK(early == n && outer[2] == n + 8);
    return middle_sum;
}

/* break, continue, goto and return leave a scope, behind its children. */
static long left(long *by_return, int n)
{
    long slots[12] = {0};
    int i;
    for (i = 0; i < 12; i++) {
        cilk_scope {
            long own = 0;
            spawn put(&slots[i], i + 1);
            if (i % 4 == 1)
                continue;
            spawn put(&own, i);
            if (i == n)
                break;
            if (i == n + 5)
                goto out;
            sync;
            CHECK(own == i);
        }
        CHECK(slots[i] == i + 1);
    }
out:;
    long sum = 0;
    for (int k = 0; k < 12; k++)
        sum += slots[k];
    cilk_scope {
        spawn put(by_return, sum);
        return i;
    }
}

/* A scope in a loop in a task, with the results of one turn for the next. */
static void chain(long *end, long n)
{
    long at[2] = {0, 0};
    for (long i = 0; i < n; i++)
        cilk_scope {
            spawn put(&at[(i + 1) % 2], at[i % 2] + i);
        }
    *end = at[n % 2];
}

static void descend(long *up, int n)
{
    long here[2] = {0, 0};
    if (n > 0)
        cilk_scope {
            spawn descend(&here[0], n - 1);
            cilk_scope {
                spawn descend(&here[1], n - 1);
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
        long last = left(&by_return, (int)n);
        CHECK(last == n);
        for (long k = 0; k <= n; k++)
            sum += k + 1;
        CHECK(by_return == sum);
    }
    long by_return;
    CHECK(left(&by_return, -2) == 3 && by_return == 1 + 2 + 3 + 4);
    CHECK(left(&by_return, 20) == 12 && by_return == 78);
    long ends[4];
    for (int i = 0; i < 4; i++)
        spawn chain(&ends[i], scaled(200, 20) + i);
    sync;
    for (int i = 0; i < 4; i++) {
        long n = scaled(200, 20) + i;
        CHECK(ends[i] == n * (n - 1) / 2);
    }
    long count;
    int n = (int)scaled(9, 6);
    descend(&count, n);
    CHECK(count == (2L << n) - 1);
    return right();
}
