/* malloc and its kin from tasks on several workers: blocks that others free,
 * alignment, calloc of used memory, realloc, what cannot be had, memory that
 * goes back, and none that grows over many pairs of malloc and free.  With an
 * argument, so many pairs. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>

enum { SLOTS = 10000, MIB = 1 << 20 };

/* The size is written at the start, and the byte after it everywhere else. */
struct block {
    size_t size;
    unsigned char bytes[];
};

static struct block *slots[SLOTS];

static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Mostly small, now and then large. */
static size_t some_size(unsigned *state)
{
    unsigned kind = next_random(state) % 1000, r = next_random(state);
    size_t size = kind < 800   ? r % 200
                  : kind < 980 ? r % 3000
                  : kind < 999 ? r % 70000
                               : r % 1500000;
    return sizeof(struct block) + size;
}

static void fill(struct block *b, size_t size)
{
    b->size = size;
    memset(b->bytes, (unsigned char)(size * 7), size - sizeof *b);
}

static void check(const struct block *b, size_t size)
{
    for (size_t i = 0; i < size - sizeof *b; i++)
        CHECK(b->bytes[i] == (unsigned char)(b->size * 7));
}

static void check_zero(const void *p, size_t size)
{
    const char *bytes = p;
    for (size_t i = 0; i < size; i++)
        CHECK(bytes[i] == 0);
}

static struct block *get(unsigned *state)
{
    size_t size = some_size(state), alignment = 16;
    struct block *b;
    switch (next_random(state) % 8) {
    case 0:
        b = calloc(1, size);
        check_zero(b, size);
        break;
    case 1:
        alignment = 16ul << next_random(state) % 9;
        b = aligned_alloc(alignment, size);
        break;
    default:
        b = malloc(size);
    }
    CHECK(b && (uintptr_t)b % alignment == 0);
    CHECK(malloc_usable_size(b) >= size);
    fill(b, size);
    return b;
}

static struct block *resize(struct block *b, unsigned *state)
{
    size_t old = b->size, size = some_size(state);
    b = realloc(b, size);
    check(b, old < size ? old : size);
    fill(b, size);
    return b;
}

/* Frees what is in the slots, which others allocated, and fills them anew. */
static void turn_over(int from, int n, unsigned seed)
{
    if (n > 100) {
        spawn turn_over(from, n / 2, 2 * seed);
        turn_over(from + n / 2, n - n / 2, 2 * seed + 1);
        sync;
        return;
    }
    unsigned state = seed;
    for (int i = from; i < from + n; i++) {
        struct block *b = slots[i];
        if (b) {
            check(b, b->size);
            if (next_random(&state) % 16 == 0)
                b = resize(b, &state);
            free(b);
        }
        slots[i] = get(&state);
    }
}

static int shift; /* so that halves of the slots change workers */

/* Small blocks only, as many as can be in a time. */
static void pairs(int from, int n, size_t size)
{
    if (n > 500) {
        spawn pairs(from, n / 2, size);
        pairs(from + n / 2, n - n / 2, size);
        sync;
        return;
    }
    for (int i = from; i < from + n; i++) {
        struct block **b = &slots[(i + shift) % SLOTS];
        free(*b);
        *b = malloc(size + (size_t)i % 64);
        (*b)->size = 0;
    }
}

static void free_all(void)
{
    for (int i = 0; i < SLOTS; i++) {
        free(slots[i]);
        slots[i] = NULL;
    }
}

/* Pages of the heap in memory, whoever touched them; 0 in plain C. */
static size_t resident(void)
{
    enum { PAGES = 1 << 20 };
    static unsigned char present[PAGES];
    void *p = malloc(1);
    uintptr_t start = (uintptr_t)p & ~(((uintptr_t)1 << 30) - 1);
    free(p);
    size_t n = 0;
    if (start >> 40 != 0x29 ||
        mincore((void *)start, (size_t)PAGES * 4096, present) != 0)
        return 0;
    for (size_t i = 0; i < PAGES; i++)
        n += present[i] & 1;
    return n * 4096;
}

static void check_growth(long n)
{
    for (int i = 0; i < 10; i++)
        pairs(0, SLOTS, 16);
    size_t before = resident();
    for (long i = 0; i < n / SLOTS; i++) {
        shift = i % 2 ? SLOTS / 2 : 0;
        pairs(0, SLOTS, 16 + (size_t)i % 3 * 8);
    }
    /* Each worker may have a few slabs of each size. */
    CHECK(resident() <= before + 16 * MIB);
    free_all();
}

static void touch(char *p, size_t size)
{
    for (size_t i = 0; i < size; i += 4096)
        p[i] = 1;
}

static void check_return(void)
{
    const size_t size = 160 * MIB;
    size_t before = resident();
    char *p = malloc(size);
    spawn touch(p, size / 2);
    touch(p + size / 2, size / 2);
    sync;
    size_t during = resident();
    free(p);
    CHECK(during == 0 || during >= before + size - MIB);
    CHECK(resident() <= before + 64 * MIB);
    p = calloc(1, size);
    CHECK(p[0] == 0 && p[size / 2] == 0 && p[size - 1] == 0);
    free(p);
}

static int is_refused(void *p)
{
    static void *volatile seen; /* or the compiler drops what is only freed */
    seen = p;
    int is_enomem = errno == ENOMEM;
    errno = 0;
    free(p);
    return !p && is_enomem;
}

static size_t all_memory(void)
{
    struct sysinfo info;
    CHECK(sysinfo(&info) == 0);
    return (info.totalram + info.totalswap) * info.mem_unit;
}

/* Does the system refuse what is more than that? */
static int is_counted(void)
{
    FILE *file = fopen("/proc/sys/vm/overcommit_memory", "r");
    int how = file ? getc(file) : EOF;
    if (file)
        fclose(file);
    return how == '0';
}

static void check_refusals(void)
{
    volatile size_t all = SIZE_MAX;
    size_t much = (size_t)1 << 46;
    char *p = malloc(100000), *q = malloc(100);
    void *aligned = p;
    strcpy(p, "kept");
    strcpy(q, "too");
    CHECK(is_refused(malloc(all)));
    CHECK(is_refused(malloc(all / 2)));
    CHECK(is_refused(malloc(much)));
    CHECK(is_refused(calloc(all / 2, 3)));
    CHECK(is_refused(calloc(all >> 24, 1ul << 30)));
    CHECK(is_refused(aligned_alloc(1ul << 20, much)));
    CHECK(is_refused(realloc(p, much)));
    CHECK(is_refused(realloc(q, all - 100)));
    CHECK(posix_memalign(&aligned, 64, much) == ENOMEM && aligned == p);
    CHECK(posix_memalign(&aligned, 48, 100) == EINVAL);
    if (is_counted())
        CHECK(is_refused(malloc(all_memory() + (1ul << 30))));
    CHECK(strcmp(p, "kept") == 0 && strcmp(q, "too") == 0);
    free(p);
    free(q);
}

static void check_aligned(void)
{
    for (size_t alignment = 1; alignment <= 8 * MIB; alignment *= 2)
        for (size_t size = 1; size < 300000; size = size * 3 + 1) {
            char *p = memalign(alignment, size);
            CHECK(p && (uintptr_t)p % alignment == 0);
            p[0] = p[size - 1] = 1;
            free(p);
        }
    void *p = valloc(10), *q = pvalloc(10);
    CHECK((uintptr_t)p % 4096 == 0 && (uintptr_t)q % 4096 == 0);
    CHECK(malloc_usable_size(q) >= 4096);
    free(p);
    free(q);
    CHECK(malloc_usable_size(NULL) == 0);
    free(NULL);
}

/* A text that grows to some MiB, while others do so, too. */
static void grow(int depth, unsigned char what)
{
    if (depth > 0) {
        spawn grow(depth - 1, what);
        grow(depth - 1, (unsigned char)(what + (1 << depth)));
        sync;
        return;
    }
    unsigned char *p = NULL;
    size_t size = 0;
    for (size_t more = 10; size < 3 * MIB; more += more / 3) {
        p = realloc(p, size + more);
        memset(p + size, what, more);
        size += more;
    }
    for (size_t i = 0; i < size; i++)
        CHECK(p[i] == what);
    p = realloc(p, size / 2);
    p = realloc(p, size / 100);
    CHECK(p[0] == what && p[size / 100 - 1] == what);
    p = realloc(p, 10);
    CHECK(p[9] == what);
    free(p);
}

int main(int argc, char **argv)
{
    check_aligned();
    check_refusals();
    for (unsigned i = 1; i <= (unsigned)scaled(20, 4); i++)
        turn_over(0, SLOTS, i);
    free_all();
    grow(3, 1);
    check_growth(argc > 1 ? atol(argv[1]) : scaled(2000000, 200000));
    check_return();
    check_refusals();
    puts("the heap is sound");
}
