/* cilk_reducer, a local variable in a cilk_for: 5950 */
#include "check.h"

static void none(void *view)
{
    *(long *)view = 0;
}

static void add(void *left, void *right)
{
    *(long *)left += *(long *)right;
}

int main(void)
{
    long cilk_reducer(none, add) sum = 1000;
    cilk_for (int i = 0; i < 100; i++) {
        long before = sum;
        dawdle();
        sum = before + i;
    }
    printf("%ld\n", sum);
    return 0;
}
