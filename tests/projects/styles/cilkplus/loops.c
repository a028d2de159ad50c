/* The forms of a cilk_for, and its grain. */
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <stdio.h>

#define GRAIN 8
static int seen[1000];

static long total(void)
{
    long sum = 0;
    for (int i = 0; i < 1000; i++) {
        sum += seen[i] * (i + 1L);
        seen[i] = 0;
    }
    return sum;
}

int main(void)
{
    int limit = 1000;
    cilk_for (int i = 0; i < limit; i++)
        seen[i]++;
    printf("%ld\n", total());
    cilk_for (int i = limit - 1; i >= 0; --i)
        seen[i]++;
    printf("%ld\n", total());
    cilk_for (unsigned long i = 3; i < 1000; i += 7)
        seen[i]++;
    printf("%ld\n", total());
    cilk_for (int *p = seen; p != seen + 1000; ++p)
        ++*p;
    printf("%ld\n", total());
    cilk_for (long i = 999; 0 <= i; i = i - 3)
        seen[i]++;
    printf("%ld\n", total());
#pragma cilk grainsize = GRAIN * 2
    cilk_for (short i = 0; i < 1000; i++)
        seen[i]++;
    printf("%ld\n", total());
#pragma cilk grainsize = 1
    cilk_for (int i = 0; i < 10; i++)
        cilk_for (int j = 0; j < 100; j++) {
            if ((i + j) % 3 == 0)
                continue;
            seen[100 * i + j]++;
        }
    printf("%ld\n", total());
    printf("workers: %s\n", __cilkrts_get_nworkers() > 0 ? "some" : "none");
    return 0;
}
