/*
 * quicksort [FLAG VALUE]...: sorts whole numbers in place.  The numbers below
 * and those above a pivot are sorted at the same time.  quicksort -h lists the
 * flags.
 */
#include <ucilk/ucilk.h>

#include "quicksort.h"

/* Spawns the sorting of the shorter piece and goes on with the longer one, so
 * that the depth of calls is at most the number of binary digits of n. */
void quicksort(int *a, long n)
{
    while (n > sort.insertion) {
        long left = partition(a, n);
        if (left <= n - left) {
            spawn quicksort(a, left);
            a += left;
            n -= left;
        } else {
            spawn quicksort(a + left, n - left);
            n = left;
        }
    }
    sort_by_insertion(a, n);
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    int *a = make_numbers();
    double began = seconds();
    quicksort(a, sort.n);
    int status = report(a, seconds() - began);
    free(a);
    return status;
}
