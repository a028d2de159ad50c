/* cilk_spawn before an assignment or a loop, and within an argument: 2025 2470 285 */
#include "check.h"

static long out[10];

static void store(int at, long value)
{
    dawdle();
    out[at] = value;
}

int main(void)
{
    long a[10], b[20], sum = 0, squares = 0, stored = 0;
    for (int i = 0; i < 10; i++)
        cilk_spawn a[i] = i * square(i);
    cilk_spawn for (int i = 0; i < 20; i++) b[i] = square(i);
    for (int i = 0; i < 10; i++)
        store(i, cilk_spawn square(i));
    sync;
    for (int i = 0; i < 20; i++) {
        sum += i < 10 ? a[i] : 0;
        squares += b[i];
        stored += i < 10 ? out[i] : 0;
    }
    printf("%ld %ld %ld\n", sum, squares, stored);
    return 0;
}
