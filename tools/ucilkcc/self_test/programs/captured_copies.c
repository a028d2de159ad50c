/* cilk_for with copies of the variables around it, and local types: 2497 */
#include "check.h"

enum kind { NEAR = 3, FAR = 40 };

static long captured(int n, const double factor)
{
    typedef struct {
        long a;
        short b[2];
    } local_t;
    local_t pair = {5, {6, 7}};
    static const int constant = 2;
    int limit = n;
    const char *text = "abc";
    long row[4] = {1, 2, 3, 4};
    enum kind kind = FAR;
    const char *end = text + 2;
    long UCILK_SUM(long) sum = 0;
    cilk_for (int i = 0; i < limit; i++) {
        local_t own = pair;
        dawdle();
        own.a += i;
        sum += own.a + own.b[1] + constant + text[i % 3] - 'a' +
               row[(unsigned long)i % (sizeof row / sizeof *row)] +
               (kind == FAR ? NEAR : 0) + (long)(factor * 2) +
               (end - text - 2);
    }
    return sum;
}

int main(void)
{
    printf("%ld\n", captured(50, 2.5));
    return 0;
}
