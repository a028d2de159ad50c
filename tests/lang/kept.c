/* Addresses of reducers: one that the program takes is valid until the next
 * spawn, and one that the compiler would keep over a spawn is looked up
 * again. */
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
    struct tallies *kept;
    for (int k = 0; k < n; k++) {
        kept = &tallies;
        bump(tallies.of, k);
        kept->n++;
        spawn node(k);
        bump(tallies.of, k + n);
        tallies.of[k * 3 & 63]++;
        kept = &tallies;
        kept->of[k * 5 & 63]++;
    }
    bump(tallies.of, n);
    kept = &tallies;
    kept->n += 1000;
}

int main(void)
{
    long *n = &tallies.n;
    *n += 1000000;
    spawn node(8);
    sync;
    *n += 1000000;
    printf("%ld:", tallies.n);
    for (int i = 0; i < 64; i++)
        printf(" %ld", tallies.of[i]);
    putchar('\n');
    return 0;
}
