/* cilk_for that writes variables around it: 42 2470 19 3 7 */
#include "check.h"

struct pair {
    long a, b;
};

static void set(int *p, int value)
{
    *p = value;
}

static void captured(int n, struct pair *out, long *restrict squares)
{
    int last = -1, by_address = 0;
    struct pair pair = {1, 2};
    static long kept;
    long *p = squares;
    cilk_for (int i = 0; i < n; i++) {
        p[i] = square(i);
        if (i == n - 1)
            last = i;
        if (i == 3) {
            pair = (struct pair){40, 2};
            kept = i;
        }
        if (i == 7)
            set(&by_address, i);
    }
    out[0] = (struct pair){pair.a + pair.b, last};
    out[1] = (struct pair){kept, by_address};
}

int main(void)
{
    struct pair out[2];
    long squares[20], sum = 0;
    captured(20, out, squares);
    for (int i = 0; i < 20; i++)
        sum += squares[i];
    printf("%ld %ld %ld %ld %ld\n", out[0].a, sum, out[0].b, out[1].a,
           out[1].b);
    return 0;
}
