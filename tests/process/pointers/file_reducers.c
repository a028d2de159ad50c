/* Reducers at file scope: a sum, and a list in the order of the elision, beside
 * pointers to locals; in several regions one after the other. */
#include "../process.h"
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

struct item {
    struct ucilk_link link;
    long value;
};

static long UCILK_SUM(long) total = 0;
static struct ucilk_list UCILK_LIST list = {0, 0};
int UCILK_MAX(int) highest = -1;

/* The items are a local array of who calls walk first. */
static void walk(struct item *items, long first, long n, long *count)
{
    if (n == 1) {
        linger((unsigned long)first);
        items[first].value = first;
        ucilk_list_append(&list, &items[first].link);
        total += first;
        if (first > highest)
            highest = (int)first;
        *count = 1;
        return;
    }
    long left, right;
    spawn walk(items, first, n / 2, &left);
    walk(items, first + n / 2, n - n / 2, &right);
    sync;
    *count = left + right;
}

static void region(long n, long before)
{
    struct item items[500];
    long count = 0;
    list = (struct ucilk_list){0, 0};
    spawn walk(items, 0, n, &count);
    sync;
    CHECK(count == n && total == before + n * (n - 1) / 2);
    long i = 0;
    for (struct ucilk_link *l = list.first; l; l = l->next, i++)
        CHECK(((struct item *)l)->value == i);
    CHECK(i == n && highest >= n - 1);
}

static void loop(long n)
{
    long before = total;
    cilk_for (long i = 0; i < n; i++)
        total += i;
    CHECK(total == before + n * (n - 1) / 2);
}

int main(void)
{
    long n = scaled(500, 60), before = 0;
    for (int i = 0; i < scaled(20, 4); i++) {
        region(n, before);
        before += n * (n - 1) / 2;
        loop(n);
        before += n * (n - 1) / 2;
    }
    CHECK(total == before && highest == n - 1);
    return right();
}
