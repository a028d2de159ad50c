/* Addresses of reducers that are kept over a spawn, by the program or by the
 * compiler: they are those of the view of whoever goes on. */
#include <ucilk/ucilk.h>

#include <string.h>

#include "check.h"

struct tallies {
    long n, of[64];
};

static void none(void *view)
{
    memset(view, 0, sizeof(struct tallies));
}

static void add(void *left, void *right)
{
    struct tallies *l = left;
    const struct tallies *r = right;
    l->n += r->n;
    for (int i = 0; i < 64; i++)
        l->of[i] += r->of[i];
}

struct tallies cilk_reducer(none, add) tallies;

__attribute__((noinline)) static void bump(long *of, int k)
{
    of[k & 63]++;
}

void node(int n)
{
    struct tallies *kept = &tallies;
    for (int k = 0; k < n; k++) {
        bump(tallies.of, k);
        tallies.n++;
        spawn node(k);
        bump(tallies.of, k + n);
        tallies.of[k * 3 & 63]++;
        kept->of[k * 5 & 63]++;
    }
    bump(tallies.of, n);
    kept->n += 1000;
}

int main(void)
{
    long *n = &tallies.n;
    spawn node(8);
    *n += 1000000;
    sync;
    *n += 1000000;
    printf("%ld:", tallies.n);
    for (int i = 0; i < 64; i++)
        printf(" %ld", tallies.of[i]);
    putchar('\n');
    return 0;
}
