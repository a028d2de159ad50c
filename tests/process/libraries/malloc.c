/* malloc and free across tasks: each task frees what others have allocated;
 * blocks of all sizes and alignments; containers that tasks build and free. */
#define _GNU_SOURCE
#include "../process.h"
#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <ucilk/ucilk.h>

static void make(char **to, size_t size, int value)
{
    char *p = malloc(size);
    CHECK(p);
    memset(p, value, size);
    linger((unsigned long)value);
    *to = p;
}

static void grow(char **at, size_t from, size_t to, int value)
{
    char *p = realloc(*at, to);
    CHECK(p);
    for (size_t i = 0; i < from; i++)
        CHECK(p[i] == (char)value);
    memset(p, value, to);
    *at = p;
}

static void drop(char *p, size_t size, int value)
{
    CHECK(malloc_usable_size(p) >= size);
    for (size_t i = 0; i < size; i++)
        CHECK(p[i] == (char)value);
    linger((unsigned long)value);
    free(p);
}

static void blocks(unsigned random)
{
    char *p[40];
    size_t size[40];
    for (int i = 0; i < 40; i++) {
        random = random * 1103515245u + 12345;
        size[i] = 1 + (random >> 16) % (i % 10 ? 2000 : 200000);
        spawn make(&p[i], size[i], i);
    }
    sync;
    for (int i = 0; i < 40; i += 3)
        spawn grow(&p[i], size[i] < 100 ? size[i] : 100, 3 * size[i], i);
    sync;
    for (int i = 0; i < 40; i++)
        spawn drop(p[(i + 13) % 40],
                   (i + 13) % 40 % 3 ? size[(i + 13) % 40]
                                     : 3 * size[(i + 13) % 40],
                   (i + 13) % 40);
}

static void aligned(int i)
{
    size_t to = (size_t)16 << i % 9;
    void *p = NULL, *q = aligned_alloc(to, 3 * to), *r = calloc(100, to);
    CHECK(posix_memalign(&p, to, 100) == 0);
    CHECK(p && q && r && (uintptr_t)p % to == 0 && (uintptr_t)q % to == 0);
    for (size_t k = 0; k < 100 * to; k++)
        CHECK(((char *)r)[k] == 0);
    free(p);
    free(q);
    free(r);
}

struct tree {
    struct tree *left, *right;
    char *name;
};

static void plant(struct tree **to, int low, int high)
{
    struct tree *t = NULL;
    if (low < high) {
        int middle = low + (high - low) / 2;
        t = malloc(sizeof *t);
        CHECK(t && asprintf(&t->name, "node %d", middle) > 0);
        spawn plant(&t->left, low, middle);
        plant(&t->right, middle + 1, high);
        sync;
    }
    *to = t;
}

static void fell(struct tree *t, long *sum)
{
    *sum = 0;
    if (!t)
        return;
    long left, right, own = atol(t->name + 5);
    spawn fell(t->left, &left);
    spawn fell(t->right, &right);
    free(t->name);
    sync;
    free(t);
    *sum = left + right + own;
}

/* Strings that tasks make of each other's. */
static void join(char **to, int n)
{
    if (n == 1) {
        *to = strdup("x");
        CHECK(*to);
        return;
    }
    char *a, *b;
    spawn join(&a, n / 2);
    join(&b, n - n / 2);
    sync;
    CHECK(asprintf(to, "%s%s", a, b) == n);
    free(a);
    free(b);
}

int main(void)
{
    for (unsigned i = 0; i < (unsigned)scaled(30, 4); i++)
        blocks(i);
    for (int i = 0; i < scaled(100, 20); i++)
        spawn aligned(i);
    sync;
    struct tree *t;
    int n = (int)scaled(1000, 100);
    long sum;
    plant(&t, 0, n);
    fell(t, &sum);
    CHECK(sum == (long)n * (n - 1) / 2);
    char *text;
    join(&text, 100);
    CHECK(strlen(text) == 100);
    free(text);
    return right();
}
