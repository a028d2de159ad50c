/* Nested scopes whose children write locals of the block, of blocks around it,
 * and of callers; left in every way.  macros.py makes it in macros, too. */
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
    return right();
}
