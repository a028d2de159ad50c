/* inlet: 168 997 76127 */
#include <cilk.h>

#include "check.h"

static int least_factor(int n)
{
    int d = 2;
    while (n % d != 0)
        d++;
    return d;
}

cilk int main(void)
{
    int n_primes = 0, last = 0;
    long sum = 0;
    inlet void note(int factor, int n)
    {
        if (factor == n) {
            int before = n_primes;
            sum += n;
            last = n > last ? n : last;
            n_primes = before + 1;
        }
    }
    for (int n = 2; n < 1000; n++)
        note(spawn least_factor(n), n);
    sync;
    printf("%d %d %ld\n", n_primes, last, sum);
    return 0;
}
