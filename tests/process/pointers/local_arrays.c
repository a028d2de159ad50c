/* Local arrays of a function that its children write and read. */
#include "../process.h"
#include <string.h>
#include <ucilk/ucilk.h>

enum { N = 2000, SIDE = 24 };

static void fill(int *a, long n, int first)
{
    linger((unsigned long)first);
    scribble();
    for (long i = 0; i < n; i++)
        a[i] = first + (int)i;
}

/* A guard on either side finds what goes beyond. */
static void slices(long n_children)
{
    unsigned long before = 0x1111, after = 0x2222;
    int a[N];
    memset(a, 0, sizeof a);
    long each = N / n_children;
    for (long c = 0; c < n_children; c++)
        spawn fill(a + c * each, each, (int)(c * each));
    scribble();
    sync;
    for (int i = 0; i < each * n_children; i++)
        CHECK(a[i] == i);
    CHECK(before == 0x1111 && after == 0x2222);
}

/* Each child halves its part and gives the halves to children of its own. */
static void square(double *a, long n)
{
    if (n == 1) {
        *a *= *a;
        return;
    }
    spawn square(a, n / 2);
    spawn square(a + n / 2, n - n / 2);
    sync;
}

static void halves(void)
{
    double a[300];
    long n = scaled(300, 60);
    for (long i = 0; i < n; i++)
        a[i] = (double)i;
    square(a, n);
    for (long i = 0; i < n; i++)
        CHECK(a[i] == (double)(i * i));
}

static void row(double (*c)[SIDE], double (*a)[SIDE], double (*b)[SIDE], int i)
{
    for (int j = 0; j < SIDE; j++) {
        c[i][j] = 0;
        for (int k = 0; k < SIDE; k++)
            c[i][j] += a[i][k] * b[k][j];
    }
    linger((unsigned long)i);
}

static double product(int shift)
{
    double a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE], trace = 0;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            a[i][j] = i + shift;
            b[i][j] = j - shift;
        }
    for (int i = 0; i < SIDE; i++)
        spawn row(c, a, b, i);
    sync;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            CHECK(c[i][j] == SIDE * (double)(i + shift) * (j - shift));
    for (int i = 0; i < SIDE; i++)
        trace += c[i][i];
    return trace;
}

/* The merge sort of textbooks, with the scratch array on the stack. */
static void sort(int *a, long n)
{
    if (n < 2)
        return;
    int scratch[N];
    long middle = n / 2;
    spawn sort(a, middle);
    sort(a + middle, n - middle);
    sync;
    for (long i = 0, j = middle, k = 0; k < n; k++)
        scratch[k] =
            j == n || (i < middle && a[i] <= a[j]) ? a[i++] : a[j++];
    memcpy(a, scratch, (size_t)n * sizeof *a);
}

static void sorted(void)
{
    int a[N];
    long n = scaled(N, 300);
    unsigned random = 1;
    for (long i = 0; i < n; i++)
        a[i] = (int)((random = random * 1103515245u + 12345) >> 20);
    sort(a, n);
    for (long i = 1; i < n; i++)
        CHECK(a[i - 1] <= a[i]);
}

struct record {
    char name[20];
    long value;
    struct record *other;
};

static void fill_record(struct record *r, int i, struct record *other)
{
    linger((unsigned long)i);
    snprintf(r->name, sizeof r->name, "record %d", i);
    r->value = i * 3L;
    r->other = other;
}

/* An array of structs that point to each other, and one in a struct. */
static void records(void)
{
    struct {
        char before[16];
        struct record r[20];
        char after[16];
    } all;
    memset(&all, 'x', sizeof all);
    for (int i = 0; i < 20; i++)
        spawn fill_record(&all.r[i], i, &all.r[(i + 7) % 20]);
    scribble();
    sync;
    const struct record *at = all.r;
    for (int i = 0; i < 20; i++, at = at->other) {
        char name[20];
        snprintf(name, sizeof name, "record %d", i * 7 % 20);
        CHECK(strcmp(at->name, name) == 0 && at->value == i * 7 % 20 * 3);
    }
    CHECK(at == all.r);
    for (int i = 0; i < 16; i++)
        CHECK(all.before[i] == 'x' && all.after[i] == 'x');
}

/* Far more than a page. */
static void large(void)
{
    int a[100000];
    for (int i = 0; i < 10; i++)
        spawn fill(a + i * 10000, 10000, i * 10000);
    sync;
    long total = 0;
    for (int i = 0; i < 100000; i++)
        total += a[i];
    CHECK(total == 99999L * 50000);
}

int main(void)
{
    for (long c = 1; c <= 64; c += 3)
        slices(c);
    halves();
    for (int i = 0; i < scaled(50, 5); i++)
        CHECK(product(i) == product(i));
    sorted();
    for (int i = 0; i < scaled(100, 10); i++)
        records();
    large();
    spawn large(); /* main's stack, and a child's */
    large();
    sync;
    return right();
}
