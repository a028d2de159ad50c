/* gsort.c without the tool. */
#include <ucilk/macros.h>

#include <ucilk/groups.h>

#include "mergesort.h"

enum { LEAST = 20000 }; /* numbers in a group */

cilk_static_task(void, merge, (const int *)x, (long)nx, (const int *)y,
                 (long)ny, (int *)out)
{
    if (nx + ny <= sort.merge) {
        merge_serially(x, nx, y, ny, out);
        return;
    }
    struct cut cut = halve(x, nx, y, ny);
    spawn(merge, x, cut.x, y, cut.y, out);
    merge(x + cut.x, nx - cut.x, y + cut.y, ny - cut.y, out + cut.x + cut.y);
}

/* The numbers in order, in an array of their own. */
cilk_static_task(struct ucilk_bytes, sorted, (struct ucilk_bytes)numbers)
{
    const int *from = numbers.at;
    long n = (long)(numbers.size / sizeof *from), half = n / 2;
    int *to = allocate(n, sizeof *to);
    if (n <= sort.insertion) {
        memcpy(to, from, numbers.size);
        sort_by_insertion(to, n);
        return (struct ucilk_bytes){to, numbers.size};
    }
    struct ucilk_bytes part[2] = {
        {(int *)from, (size_t)half * sizeof *from},
        {(int *)from + half, (size_t)(n - half) * sizeof *from}};
    if (n > LEAST) {
        ucilk_future_t f = cilk_group(sorted, part[0]);
        part[1] = sorted(part[1]);
        part[0] = ucilk_future_get(struct ucilk_bytes, f);
    } else {
        spawn_to(part[0], sorted, part[0]);
        part[1] = sorted(part[1]);
        sync;
    }
    merge(part[0].at, half, part[1].at, n - half, to);
    free(part[0].at);
    free(part[1].at);
    return (struct ucilk_bytes){to, numbers.size};
}

int main(int argc, char **argv)
{
    sort.insertion = 64;
    parse(argc, argv);
    int *a = make_numbers();
    double began = seconds();
    struct ucilk_bytes r =
        sorted((struct ucilk_bytes){a, (size_t)sort.n * sizeof *a});
    int status = report(r.at, seconds() - began);
    free(a);
    free(r.at);
    return status;
}
