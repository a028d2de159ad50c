#include "sort.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[])
{
    long n = argc > 1 ? atol(argv[1]) : 1000, wrong = 0;
    int *a = malloc(n * sizeof *a), *room = malloc(n * sizeof *room);
    for (long i = 0; i < n; i++)
        a[i] = (int)(i * 2654435761u >> 7);
    sort(a, room, n);
    for (long i = 1; i < n; i++)
        wrong += a[i - 1] > a[i];
    printf("%ld numbers, %ld out of order\n", n, wrong);
    free(a);
    free(room);
    return wrong != 0;
}
