/* mergesort.c without the tool. */
#include <ucilk/macros.h>

#include "mergesort.h"

/* Merges x and y, which are in order, into out; of equal numbers those from x
 * come first. */
cilk_task(void, merge, (const int *) x, (long) nx, (const int *) y, (long) ny,
          (int *) out)
{
    if (nx + ny <= sort.merge) {
        merge_serially(x, nx, y, ny, out);
        return;
    }
    struct cut cut = halve(x, nx, y, ny);
    spawn(merge, x, cut.x, y, cut.y, out);
    merge(x + cut.x, nx - cut.x, y + cut.y, ny - cut.y, out + cut.x + cut.y);
}

/* Sorts a, into b or in place; the other array is overwritten. */
cilk_task(void, mergesort, (int *) a, (int *) b, (long) n, (int) into_b)
{
    if (n <= sort.insertion) {
        sort_few(a, b, n, into_b);
        return;
    }
    long half = n / 2;
    spawn(mergesort, a, b, half, !into_b);
    mergesort(a + half, b + half, n - half, !into_b);
    sync;
    if (into_b)
        merge(a, half, a + half, n - half, b);
    else
        merge(b, half, b + half, n - half, a);
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    int *a = make_numbers();
    int *b = (int *)allocate(sort.n, sizeof *b);
    double began = seconds();
    mergesort(a, b, sort.n, 0);
    int status = report(a, seconds() - began);
    free(a);
    free(b);
    return status;
}
