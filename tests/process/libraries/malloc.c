/* malloc and free across tasks: each task frees what others have allocated;
 * blocks of all sizes and alignments. */
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

int main(void)
{
    for (unsigned i = 0; i < (unsigned)scaled(30, 4); i++)
        blocks(i);
    for (int i = 0; i < scaled(100, 20); i++)
        spawn aligned(i);
    sync;
    return right();
}
