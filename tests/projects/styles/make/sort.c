#include "sort.h"
#include <cilk/cilk.h>
#include <string.h>

static void merge(int *to, const int *a, long n, const int *b, long m)
{
    while (n > 0 && m > 0)
        *to++ = *a <= *b ? (n--, *a++) : (m--, *b++);
    memcpy(to, n > 0 ? a : b, (n > 0 ? n : m) * sizeof *to);
}

void sort(int *a, int *room, long n)
{
    if (n < 2)
        return;
    cilk_spawn sort(a, room, n / 2);
    sort(a + n / 2, room + n / 2, n - n / 2);
    cilk_sync;
    merge(room, a, n / 2, a + n / 2, n - n / 2);
    memcpy(a, room, n * sizeof *a);
}
