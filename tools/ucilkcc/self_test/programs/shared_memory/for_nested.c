/* _Cilk_for in a cilk_for, with spawns in the body, grainsize: 8200 */
#include "check.h"

enum { N = 20 };
static long product[N][N];

int main(void)
{
    long sum = 0;
    cilk_for (int i = 0; i < N; i++) {
        long x, y = spawn square(i);
        x = square(i + 1);
        sync;
#pragma cilk grainsize 2
        _Cilk_for (int j = 0; j < N; j++) {
            dawdle();
            product[i][j] = x - y + j % 2;
        }
    }
    for (int i = 0; i < N * N; i++)
        sum += product[i / N][i % N];
    printf("%ld\n", sum);
    return 0;
}
