/* malloc until there is no more, under the limits that heap_limits.sh sets: it
 * says so, and goes on when something was freed. */
#include <check.h>
#include <ucilk/ucilk.h>

#include <errno.h>
#include <string.h>

enum { MOST = 100000 };
static char *blocks[MOST];

static int fill(size_t size)
{
    int n = 0;
    errno = 0;
    while (n < MOST && (blocks[n] = malloc(size))) {
        blocks[n][0] = blocks[n][size - 1] = (char)n;
        n++;
    }
    CHECK(n == MOST || errno == ENOMEM);
    for (int i = 0; i < n; i++)
        CHECK(blocks[i][0] == (char)i && blocks[i][size - 1] == (char)i);
    return n;
}

static void drop(int n)
{
    for (int i = 0; i < n; i++)
        free(blocks[i]);
}

static void in_task(size_t size, int *n)
{
    *n = fill(size);
    drop(*n);
}

/* heap_limits LEAST MOST: mebibytes that are to be had. */
int main(int argc, char **argv)
{
    CHECK(argc == 3);
    static const size_t sizes[] = {5000, 700000, 20000000};
    for (int i = 0; i < 3; i++) {
        size_t size = sizes[i], mib = 1 << 20;
        static int n;
        spawn in_task(size, &n);
        sync;
        int again = fill(size);
        drop(again);
        if (n * size / mib < strtoul(argv[1], NULL, 10) ||
            n * size / mib > strtoul(argv[2], NULL, 10))
            fprintf(stderr, "%zu MiB in blocks of %zu bytes\n", n * size / mib,
                    size);
        else if (again * size / mib < strtoul(argv[1], NULL, 10))
            fprintf(stderr, "%zu MiB, the second time, in blocks of %zu\n",
                    again * size / mib, size);
        else
            printf("%zu ", size);
    }
    puts("ok");
}
