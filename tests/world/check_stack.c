/* flags: -Wno-ucilk */
/* What UCILK_CHECK_STACK=1 says of pointers into other tasks' stacks, and what
 * it is silent about: by the first argument.  See check_stack.sh. */
#include <check.h>
#include <ucilk/ucilk.h>

#include <stdlib.h>
#include <string.h>

enum { N = 4096 };

struct big { /* an argument and a result of more than a page */
    long n[1500];
};

static void fill(long *a, long n)
{
    if (n <= 64) {
        for (long i = 0; i < n; i++)
            a[i] = 1;
        return;
    }
    spawn fill(a, n / 2);
    fill(a + n / 2, n - n / 2);
    sync;
}

static long add(const long *a, long n)
{
    if (n <= 64) {
        long sum = 0;
        for (long i = 0; i < n; i++)
            sum += a[i];
        return sum;
    }
    long x = spawn add(a, n / 2);
    long y = add(a + n / 2, n - n / 2);
    sync;
    return x + y;
}

static struct big turn(struct big b, int depth)
{
    struct big x = b, y = b;
    if (depth > 0) {
        x = spawn turn(b, depth - 1);
        y = turn(b, depth - 1);
        sync;
    }
    b.n[0] = x.n[0] + y.n[0];
    b.n[1499] = x.n[1499] + y.n[1499];
    return b;
}

/* Its caller is no task: the local is its own strand's. */
static void result(long n, long *r)
{
    long *parts = malloc(2 * sizeof *parts);
    fill(parts, 2);
    *r = add(parts, 2) * n;
    long x = spawn add(parts, 2);
    sync;
    *r += x;
    free(parts);
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    long local[N], *heap = calloc(N, sizeof *heap), r;
    memset(local, 0, sizeof local);
    if (strcmp(argv[1], "write") == 0) {
        fill(local, N);
    } else if (strcmp(argv[1], "read") == 0) {
        CHECK(add(local, N) == 0);
    } else {
        fill(heap, N);
        CHECK(add(heap, N) == N);
        struct big b = {{1}};
        b.n[1499] = 1;
        b = turn(b, 5);
        CHECK(b.n[0] == 64 && b.n[1499] == 64);
        result(3, &r);
        CHECK(r == 8);
    }
    free(heap);
    puts("right");
}
