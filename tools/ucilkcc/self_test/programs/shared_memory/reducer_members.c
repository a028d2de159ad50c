/* reducers in a struct, and through a pointer: 100 2450 2500 99 */
#include "check.h"

typedef long UCILK_SUM(long) count_t;

struct shelf {
    int width;
    count_t books, pages[2];
};

static void sort_in(struct shelf *s, int low, int high,
                    long UCILK_MAX(long) *highest)
{
    if (high - low == 1) {
        long before = s->books;
        dawdle();
        s->books = before + 1;
        s->pages[low % 2] += low;
        if (low > *highest)
            *highest = low;
        return;
    }
    int middle = low + (high - low) / 2;
    spawn sort_in(s, low, middle, highest);
    sort_in(s, middle, high, highest);
    sync;
}

int main(void)
{
    struct shelf shelf = {80, 0, {0, 0}};
    long UCILK_MAX(long) highest = 0;
    sort_in(&shelf, 0, 100, &highest);
    printf("%ld %ld %ld %ld\n", shelf.books, shelf.pages[0], shelf.pages[1],
           highest);
    return 0;
}
