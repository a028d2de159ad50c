/*
 * Functions of libc that access the program's memory, or give it out.  The
 * program's calls come here, since a program's own definitions go before those
 * of shared libraries.  A freed block is one that the strand that frees it has
 * written.
 */
#define _GNU_SOURCE
#include "race/symbol.h"
#include "race/shadow.h"

#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- Memory that is given out --- */

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

/* Blocks by address: a table that is at most half full, of which a slot that
 * was freed keeps its address with size 0. */
static struct uci_heap_block *blocks;
static unsigned long n_used;
static uintptr_t lowest = -1ul, highest; /* all blocks are between these */
static unsigned long n_changes;
static unsigned log2_room;

static struct uci_heap_block *slot_of(uintptr_t begin)
{
    unsigned long last = (1ul << log2_room) - 1;
    unsigned long i = (begin >> 4) * 0x9e3779b97f4a7c15ul >> (64 - log2_room);
    while (blocks[i].begin && blocks[i].begin != begin)
        i = (i + 1) & last;
    return blocks + i;
}

static bool grow(void)
{
    struct uci_heap_block *old = blocks;
    unsigned long n = log2_room ? 1ul << log2_room : 0;
    unsigned long live = 0;
    for (unsigned long i = 0; i < n; i++)
        live += old[i].size > 0;
    unsigned bits = log2_room ? log2_room : 12;
    while (4 * live >= 1ul << bits)
        bits++;
    void *room = mmap(NULL, sizeof *old << bits, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return false;
    blocks = room;
    log2_room = bits;
    n_used = live;
    for (unsigned long i = 0; i < n; i++)
        if (old[i].size > 0)
            *slot_of(old[i].begin) = old[i];
    if (old)
        syscall(SYS_munmap, old, n * sizeof *old);
    return true;
}

static void *given(void *p, unsigned long size, uintptr_t pc)
{
    if (!p || !uci_run_is_here)
        return p;
    uci_shadow_clear((uintptr_t)p, malloc_usable_size(p));
    if (2 * (n_used + 1) > (log2_room ? 1ul << log2_room : 0) && !grow())
        return p;
    struct uci_heap_block *block = slot_of((uintptr_t)p);
    n_used += block->begin == 0;
    n_changes++;
    if ((uintptr_t)p < lowest)
        lowest = (uintptr_t)p;
    if ((uintptr_t)p + size > highest)
        highest = (uintptr_t)p + size;
    *block =
        (struct uci_heap_block){(uintptr_t)p, pc, size ? size : 1,
                                uci_run_is_watched ? uci_run_allocate() : 0};
    return p;
}

static void taken(void *p, uintptr_t pc)
{
    if (!p || !uci_run_is_here)
        return;
    unsigned long size = malloc_usable_size(p);
    struct uci_heap_block *block = log2_room ? slot_of((uintptr_t)p) : NULL;
    if (block && block->size > 0) {
        uci_watch(p, block->size < size ? block->size : size, true, pc);
        block->size = 0;
        n_changes++;
    }
    uci_shadow_clear((uintptr_t)p, size);
}

int uci_heap_find(uintptr_t address, struct uci_heap_block *block)
{
    enum { SMALL = 1024 }; /* whose begin is looked for below the address */
    static struct uci_heap_block recent[8];
    static unsigned long recent_version;
    static unsigned next;
    unsigned long n = log2_room ? 1ul << log2_room : 0;
    uintptr_t begin = address & ~15ul;
    if (address < lowest || address >= highest)
        return 0;
    if (recent_version != n_changes)
        for (unsigned i = 0; i < 8; i++)
            recent[i].size = 0; /* not by memset, which is watched */
    recent_version = n_changes;
    for (unsigned i = 0; i < 8; i++)
        if (address - recent[i].begin < recent[i].size) {
            *block = recent[i];
            return 1;
        }
    const struct uci_heap_block *found = NULL;
    for (unsigned i = 0; n && !found && i < SMALL; i += 16, begin -= 16) {
        const struct uci_heap_block *at = slot_of(begin);
        if (at->begin && address - at->begin < at->size)
            found = at;
    }
    for (unsigned long i = 0; i < n && !found; i++)
        if (address - blocks[i].begin < blocks[i].size)
            found = blocks + i;
    if (found)
        *block = recent[next++ % 8] = *found;
    return found != NULL;
}

void *malloc(size_t size)
{
    return given(__libc_malloc(size), size, UCI_CALLER);
}

void *calloc(size_t n, size_t size)
{
    return given(__libc_calloc(n, size), n * size, UCI_CALLER);
}

void free(void *p)
{
    taken(p, UCI_CALLER);
    __libc_free(p);
}

void *realloc(void *p, size_t size)
{
    taken(p, UCI_CALLER);
    return given(__libc_realloc(p, size), size, UCI_CALLER);
}

void *reallocarray(void *p, size_t n, size_t size)
{
    if (size && n > (size_t)-1 / size) {
        errno = ENOMEM;
        return NULL;
    }
    taken(p, UCI_CALLER);
    return given(__libc_realloc(p, n * size), n * size, UCI_CALLER);
}

void *memalign(size_t alignment, size_t size)
{
    return given(__libc_memalign(alignment, size), size, UCI_CALLER);
}

extern __typeof__(aligned_alloc) aligned_alloc
    __attribute__((alias("memalign"), nothrow, leaf));

int posix_memalign(void **p, size_t alignment, size_t size)
{
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
        return EINVAL;
    void *got = given(__libc_memalign(alignment, size), size, UCI_CALLER);
    if (!got)
        return ENOMEM;
    *p = got;
    return 0;
}

int munmap(void *p, size_t size)
{
    if (uci_run_is_here)
        uci_shadow_clear((uintptr_t)p, size);
    return (int)syscall(SYS_munmap, p, size);
}

/* --- Memory that is read and written --- */

static void *move(void *to, const void *from, size_t n)
{
    char *d = to;
    const char *s = from;
    if ((uintptr_t)d - (uintptr_t)s >= n) {
        __asm__ volatile("rep movsb" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
        return to;
    }
    d += n - 1;
    s += n - 1;
    __asm__ volatile("std\n\trep movsb\n\tcld"
                     : "+D"(d), "+S"(s), "+c"(n)
                     :
                     : "memory", "cc");
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    uci_watch(from, n, false, UCI_CALLER);
    uci_watch(to, n, true, UCI_CALLER);
    return move(to, from, n);
}
extern __typeof__(memcpy) memcpy
    __attribute__((alias("memmove"), nothrow, leaf));

void *memset(void *to, int c, size_t n)
{
    void *d = to;
    uci_watch(to, n, true, UCI_CALLER);
    __asm__ volatile("rep stosb" : "+D"(d), "+c"(n) : "a"(c) : "memory");
    return to;
}

/* What clang calls for these. */
#define AS_HOOK(name)                                                          \
    extern __typeof__(name) __tsan_##name                                      \
        __attribute__((alias(#name), nothrow, leaf))
AS_HOOK(memcpy);
AS_HOOK(memmove);
AS_HOOK(memset);

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    uci_watch(a, n, false, UCI_CALLER);
    uci_watch(b, n, false, UCI_CALLER);
    for (; n > 0; n--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}

static size_t length_of(const char *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

size_t strlen(const char *s)
{
    size_t n = length_of(s, (size_t)-1);
    uci_watch(s, n + 1, false, UCI_CALLER);
    return n;
}

/* Copies a string to `to', and reports both. */
static char *put(char *to, const char *from, size_t n, uintptr_t pc)
{
    uci_watch(from, n + 1, false, pc);
    uci_watch(to, n + 1, true, pc);
    move(to, from, n + 1);
    return to;
}

char *strcpy(char *restrict to, const char *restrict from)
{
    return put(to, from, length_of(from, (size_t)-1), UCI_CALLER);
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    size_t n = length_of(from, (size_t)-1);
    return put(to, from, n, UCI_CALLER) + n;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = length_of(from, n);
    uci_watch(from, length < n ? length + 1 : n, false, UCI_CALLER);
    uci_watch(to, n, true, UCI_CALLER);
    move(to, from, length);
    for (size_t i = length; i < n; i++)
        ((volatile char *)to)[i] = 0;
    return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
    size_t n = length_of(to, (size_t)-1);
    uci_watch(to, n + 1, false, UCI_CALLER);
    put(to + n, from, length_of(from, (size_t)-1), UCI_CALLER);
    return to;
}

static int compare(const char *a, const char *b, size_t most, uintptr_t pc)
{
    size_t n = 0;
    while (n < most && a[n] && a[n] == b[n])
        n++;
    uci_watch(a, n < most ? n + 1 : n, false, pc);
    uci_watch(b, n < most ? n + 1 : n, false, pc);
    return n < most ? (unsigned char)a[n] - (unsigned char)b[n] : 0;
}

int strcmp(const char *a, const char *b)
{
    return compare(a, b, (size_t)-1, UCI_CALLER);
}

int strncmp(const char *a, const char *b, size_t n)
{
    return compare(a, b, n, UCI_CALLER);
}

ssize_t read(int fd, void *to, size_t n)
{
    ssize_t got = syscall(SYS_read, fd, to, n);
    if (got > 0)
        uci_watch(to, (size_t)got, true, UCI_CALLER);
    return got;
}

ssize_t write(int fd, const void *from, size_t n)
{
    uci_watch(from, n, false, UCI_CALLER);
    return syscall(SYS_write, fd, from, n);
}

static int print(char *to, size_t size, const char *format, va_list list,
                 uintptr_t pc)
{
    int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
    int n = __vsnprintf_chk(to, size, 0, (size_t)-1, format, list);
    if (n >= 0 && size > 0)
        uci_watch(to, (size_t)n < size ? (size_t)n + 1 : size, true, pc);
    return n;
}

int vsnprintf(char *restrict to, size_t size, const char *restrict format,
              va_list list)
{
    return print(to, size, format, list, UCI_CALLER);
}

int snprintf(char *restrict to, size_t size, const char *restrict format, ...)
{
    va_list list;
    va_start(list, format);
    int n = print(to, size, format, list, UCI_CALLER);
    va_end(list);
    return n;
}

int sprintf(char *restrict to, const char *restrict format, ...)
{
    va_list list;
    va_start(list, format);
    int n = print(to, (size_t)-1 >> 1, format, list, UCI_CALLER);
    va_end(list);
    return n;
}
