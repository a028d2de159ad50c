/* setjmp and longjmp in leaves, and in functions called between spawns; in a
 * function that spawns, around the spawns and not over them. */
#include "../process.h"
#include <setjmp.h>
#include <signal.h>
#include <ucilk/ucilk.h>

static __attribute__((noinline)) void throw_from(jmp_buf *to, int depth,
                                                 int value)
{
    volatile char over[100];
    over[depth % 100] = 1;
    if (depth == 0 && over[0])
        longjmp(*to, value);
    throw_from(to, depth - 1, value);
    over[0]++;
}

/* A leaf that tries, fails and tries again. */
static void leaf(long *result, int n)
{
    jmp_buf here;
    volatile int tries = 0;
    int value = setjmp(here);
    linger((unsigned long)n);
    tries = tries + 1;
    if (value < 5)
        throw_from(&here, n % 20, value + 1);
    *result = tries * 100 + value;
}

static void leaf_with_mask(long *result, int n)
{
    sigjmp_buf here;
    if (sigsetjmp(here, 1) == 0) {
        linger((unsigned long)n);
        siglongjmp(here, 7);
    }
    *result = n;
}

/* The buffer is the parent's, the jump goes no further than the leaf. */
static void leaf_by_pointer(jmp_buf *where, long *result, int n)
{
    if (setjmp(*where) == 0)
        throw_from(where, n % 10, 3);
    *result = n;
}

static void tree(int n, long *sum)
{
    if (n == 0) {
        leaf(sum, (int)(*sum & 15));
        CHECK(*sum == 605);
        return;
    }
    long left = n, right = n + 1;
    spawn tree(n - 1, &left);
    spawn tree(n - 1, &right);
    scribble();
    sync;
    *sum = left + right;
}

static void all(int n)
{
    long a[8], b[8], c[8];
    jmp_buf buffers[8];
    for (int i = 0; i < 8; i++) {
        spawn leaf(&a[i], n + i);
        spawn leaf_with_mask(&b[i], n + i);
        long own;
        leaf(&own, i);
        CHECK(own == 605);
        spawn leaf_by_pointer(&buffers[i], &c[i], n + i);
    }
    sync;
    for (int i = 0; i < 8; i++)
        CHECK(a[i] == 605 && b[i] == n + i && c[i] == n + i);
}

int main(void)
{
    for (int i = 0; i < scaled(200, 20); i++)
        all(i);
    long sum = 0;
    int n = (int)scaled(9, 6);
    tree(n, &sum);
    CHECK(sum == 605L << n);
    return right();
}
