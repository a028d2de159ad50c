/* cilk_scope, and a child that writes into an array of its parent's. */
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_safe(const char *at, int n)
{
    for (int i = 0; i < n - 1; i++)
        if (at[i] == at[n - 1] || abs(at[i] - at[n - 1]) == n - 1 - i)
            return 0;
    return 1;
}

static long count(int n, int k, const char *at)
{
    if (k == n)
        return 1;
    long counts[16] = {0}, sum = 0;
    char next[16][16];
    cilk_scope {
        for (int i = 0; i < n; i++) {
            memcpy(next[i], at, k);
            next[i][k] = i;
            if (is_safe(next[i], k + 1))
                counts[i] = cilk_spawn count(n, k + 1, next[i]);
        }
    }
    for (int i = 0; i < n; i++)
        sum += counts[i];
    return sum;
}

int main(int argc, char *argv[])
{
    int n = argc > 1 ? atoi(argv[1]) : 8;
    char none[16] = {0};
    printf("%d queens: %ld ways\n", n, count(n, 0, none));
    return 0;
}
