/* Strands below precompiled callers: libc's qsort and bsearch, and a
 * function of another file that a plain compiler has seen, with arguments on the
 * stack, call functions that spawn. */
#define _GNU_SOURCE
#include "../process.h"
#include <string.h>
#include <ucilk/ucilk.h>

typedef void visitor(void *, long, long, long, long, long, long, long, long);

/* Of callbacks_plain.c. */
long plain_visit(visitor *visit, void *closure, long n);
long plain_nest(long (*f)(void *, long), void *closure, long n, long depth);

static void measure(const char *s, long *length, long *sum)
{
    linger((unsigned long)s[0]);
    scribble();
    *length = (long)strlen(s);
    *sum = 0;
    for (long i = 0; i < *length; i++)
        *sum += s[i];
}

static int compare(const void *a, const void *b)
{
    long lengths[2], sums[2];
    spawn measure(a, &lengths[0], &sums[0]);
    spawn measure(b, &lengths[1], &sums[1]);
    sync;
    if (lengths[0] != lengths[1])
        return lengths[0] < lengths[1] ? -1 : 1;
    return (sums[0] > sums[1]) - (sums[0] < sums[1]);
}

static int compare_counting(const void *a, const void *b, void *count)
{
    atomic_fetch_add((atomic_long *)count, 1);
    return compare(a, b);
}

static void sorted(unsigned random)
{
    char words[100][12];
    int n = (int)scaled(100, 16);
    atomic_long count = 0;
    for (int i = 0; i < n; i++) {
        random = random * 1103515245u + 12345;
        unsigned length = 1 + (random >> 16) % 10;
        memset(words[i], 0, sizeof words[i]);
        for (unsigned k = 0; k < length; k++)
            words[i][k] = (char)('a' + (random >> k) % 26);
    }
    qsort(words, (size_t)n, sizeof words[0], compare);
    for (int i = 1; i < n; i++)
        CHECK(compare(words[i - 1], words[i]) <= 0);
    char key[12];
    strcpy(key, words[n / 3]);
    char (*found)[12] =
        bsearch(key, words, (size_t)n, sizeof words[0], compare);
    CHECK(found && compare(found, key) == 0);
    qsort_r(words, (size_t)n, sizeof words[0], compare_counting, &count);
    CHECK(count >= n - 1);
}

/* Several at once, each a task. */
static void sort_all(void)
{
    for (unsigned i = 0; i < 4; i++)
        spawn sorted(i * 77);
}

/* Nine arguments, checked before and behind the strands. */
static void store(long *to, long value)
{
    linger((unsigned long)value);
    scribble();
    *to = value;
}

static void visit(void *closure, long i, long a, long b, long c, long d, long e,
                  long f, long g)
{
    long *out = closure, two[2];
    CHECK(a == i + 1 && b == i + 2 && c == i + 3 && d == i + 4);
    spawn store(&two[0], e);
    spawn store(&two[1], f);
    scribble();
    sync;
    CHECK(a == i + 1 && b == i + 2 && c == i + 3 && d == i + 4);
    CHECK(e == i + 5 && f == i + 6 && g == i + 7);
    out[i] = two[0] + two[1];
}

/* Precompiled frames and frames that spawn, one above the other. */
static long alternate(void *closure, long depth)
{
    long *above = closure, own = *above + 1, a = 0, b = 0;
    if (depth > 0) {
        a = spawn plain_nest(alternate, &own, depth, depth - 1);
        b = plain_nest(alternate, &own, depth, depth - 1);
    }
    scribble();
    sync;
    CHECK(own == *above + 1);
    return a + b + own;
}

static long alternate_plain(long above, long depth)
{
    long own = above + 1;
    if (depth == 0)
        return own;
    return own + 2 * (alternate_plain(own, depth - 1) + depth);
}

int main(void)
{
    sorted(1);
    spawn sort_all();
    sorted(2);
    sync;
    for (int k = 0; k < scaled(20, 3); k++) {
        long out[40];
        CHECK(plain_visit(visit, out, 40) == 40 * 39 / 2);
        for (long i = 0; i < 40; i++)
            CHECK(out[i] == 2 * i + 11);
    }
    long zero = 0, depth = scaled(8, 5), sum;
    sum = spawn alternate(&zero, depth);
    sync;
    CHECK(sum == alternate_plain(0, depth));
    return right();
}
