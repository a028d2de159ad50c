/* flags: --ucilk-cluster -Wno-ucilk-shared-write -Wno-ucilk-malloc */
/* A program for clusters: tasks see what main has set before the region, in
 * whatever worker; variables that each sets before it reads them, memory of a
 * task's own, reducers and results work as on one worker. */
#include <check.h>
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { LEAVES = 64, MANY = 300 };

static long factor = 1;           /* main sets them before each region */
static char title[100] = "start"; /* .data */
static double table[20000];       /* .bss, many pages */
long untouched[5000];
static long scratch[MANY]; /* every task sets them before it reads */
static char text[64];
static struct {
    long n;
    char *name;
} current;

static long cilk_reducer(ucilk_sum_identity_long, ucilk_sum_reduce_long)
    sum = 0;

static void *fresh(size_t size)
{
    char *p = malloc(size);
    memset(p, 7, size);
    p = realloc(p, 3 * size);
    CHECK(p[size - 1] == 7);
    free(p);
    p = aligned_alloc(4096, size);
    CHECK((unsigned long)p % 4096 == 0);
    free(p);
    p = calloc(size, 1);
    for (size_t i = 0; i < size; i++)
        CHECK(p[i] == 0);
    return p;
}

static long leaf(long n)
{
    CHECK(atol(title) == factor && untouched[n] == 0);
    CHECK(table[n * 300] == (double)(n * factor));
    for (int i = 0; i < MANY; i++)
        scratch[i] = n + i;
    snprintf(text, sizeof text, "%ld", n);
    current.n = n;
    current.name = fresh((size_t)(10 + 1000 * n));
    strcpy(current.name, text);
    long total = 0;
    for (int i = 0; i < MANY; i++)
        total += scratch[i] - i;
    CHECK(total == MANY * n && atol(text) == n);
    CHECK(current.n == n && atol(current.name) == n);
    free(current.name);
    sum += n;
    return (long)sqrt((double)(n * n)) * factor;
}

static long tree(long low, long high)
{
    if (high - low == 1)
        return leaf(low);
    long middle = (low + high) / 2;
    long a = spawn tree(low, middle);
    long b = tree(middle, high);
    sync;
    return a + b;
}

static void region(void)
{
    long all = LEAVES * (LEAVES - 1) / 2;
    snprintf(title, sizeof title, "%ld", factor);
    for (long i = 0; i < LEAVES; i++)
        table[i * 300] = (double)(i * factor);
    CHECK(tree(0, LEAVES) == factor * all);
    CHECK(sum == factor * all);
    cilk_for (long i = 0; i < 100; i++)
        CHECK(factor == atol(title));
    ucilk_future_t f = cilk_future tree(0, 8);
    CHECK(ucilk_future_get(long, f) == factor * 28);
    sum -= 28; /* the future's */
    printf("region %ld\n", factor);
}

int main(void)
{
    char *before = strdup("main's own");
    for (factor = 1; factor <= 12; factor++)
        region();
    CHECK(WEXITSTATUS(system("exit 3")) == 3);
    CHECK(strcmp(before, "main's own") == 0);
    free(before);
    puts("right");
}
