/*
 * malloc and its kin, in place of libc's.
 *
 * All allocate from the C heap that the workers share (mem/malloc.c), or,
 * where the program's memory is to be private (UCILK_HEAP=private, programs
 * for clusters, sanitizers), from the malloc that the program would have had.
 * A block says by its address where it came from.
 */
#define _GNU_SOURCE
#include "libc/libc.h"

#include "base/code.h"
#include "base/message.h"
#include "mem/malloc.h"
#include "mem/own.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* For what libc allocates itself: see mem/malloc.h. */
#define CALLER __builtin_return_address(0)

/* As __interceptor_malloc in libc.h. */
void *__interceptor_calloc(size_t, size_t) __attribute__((weak));
void *__interceptor_realloc(void *, size_t) __attribute__((weak));
void *__interceptor_memalign(size_t, size_t) __attribute__((weak));
void __interceptor_free(void *) __attribute__((weak));

struct functions {
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    void *(*memalign)(size_t, size_t);
    void (*free)(void *);
    size_t (*malloc_usable_size)(void *);
};

static void *first_malloc(size_t size);
static void *first_calloc(size_t n, size_t size);
static void *first_memalign(size_t alignment, size_t size);

/* Where is_private is or was true; at first, what decides that. */
static struct functions next = {.malloc = first_malloc,
                                .calloc = first_calloc,
                                .memalign = first_memalign};
static bool is_private = true; /* what the program allocates */
static bool is_own;            /* and `next' is mem/own.c */
static bool has_left;          /* a forked child: the heap is its parent's */

static void *find(const char *name)
{
    void *f = dlsym(RTLD_NEXT, name);
    if (!f)
        uci_fatal("the C library's %s is not to be found", name);
    return f;
}

static void use_sanitizers_heap(void)
{
    next = (struct functions){
        __interceptor_malloc,   __interceptor_calloc, __interceptor_realloc,
        __interceptor_memalign, __interceptor_free,   NULL};
}

void uci_libc_use_private_heap(void)
{
    is_private = true;
    if (uci_libc_has_sanitizer()) {
        use_sanitizers_heap();
        return;
    }
    struct functions libcs;
    *(void **)&libcs.malloc = find("malloc");
    *(void **)&libcs.calloc = find("calloc");
    *(void **)&libcs.realloc = find("realloc");
    *(void **)&libcs.memalign = find("memalign");
    *(void **)&libcs.free = find("free");
    *(void **)&libcs.malloc_usable_size = find("malloc_usable_size");
    next = libcs;
}

/* The first call of all, in the dynamic linker or in a sanitizer's start, where
 * nothing else can be called. */
static void decide(void)
{
    if (uci_libc_has_sanitizer())
        use_sanitizers_heap();
    else
        is_private = false;
}

static void *first_malloc(size_t size)
{
    decide();
    return malloc(size);
}

static void *first_calloc(size_t n, size_t size)
{
    decide();
    return calloc(n, size);
}

static void *first_memalign(size_t alignment, size_t size)
{
    decide();
    return memalign(alignment, size);
}

void uci_libc_use_own_heap(unsigned worker)
{
    uci_code_find_libc();
    uci_own_start(uci_world->n_workers, worker);
    next = (struct functions){uci_own_malloc,   uci_own_calloc,
                              uci_own_realloc,  uci_own_memalign,
                              uci_own_free,     uci_own_size};
    is_private = is_own = true;
}

void uci_libc_leave_heap(void)
{
    if (!is_own)
        uci_libc_use_private_heap();
    has_left = true;
    uci_malloc_freeze();
}

bool uci_libc_is_parents(const void *address)
{
    return has_left && uci_malloc_holds(address);
}

/*
 * What libc has for itself every worker inherits, and frees when it likes: on
 * the shared heap.
 */
static bool is_libcs(const void *caller)
{
    return is_own && uci_code_is_libc((uintptr_t)caller);
}

static __attribute__((noinline)) void *private_malloc(size_t size,
                                                      const void *caller)
{
    return is_libcs(caller) ? uci_malloc_by(size, caller) : next.malloc(size);
}

void *malloc(size_t size)
{
    return uci_unlikely(is_private) ? private_malloc(size, CALLER)
                                    : uci_malloc_by(size, CALLER);
}

void *calloc(size_t n, size_t size)
{
    return uci_unlikely(is_private) && !is_libcs(CALLER)
               ? next.calloc(n, size)
               : uci_calloc_by(n, size, CALLER);
}

/* A block that the other heap gave out stays that heap's as long as it can. */
void *realloc(void *block, size_t size)
{
    if (!block)
        return uci_unlikely(is_private) ? private_malloc(size, CALLER)
                                        : uci_malloc_by(size, CALLER);
    if (!uci_malloc_holds(block))
        return next.realloc(block, size);
    if (uci_likely(!has_left))
        return uci_realloc_by(block, size, CALLER);
    void *copy = malloc(size);
    size_t old = uci_malloc_size(block);
    return copy ? memcpy(copy, block, old < size ? old : size) : NULL;
}

void free(void *block)
{
    if (uci_likely(uci_malloc_holds(block))) {
        if (uci_likely(!has_left))
            uci_free_by(block, CALLER);
    } else if (block)
        next.free(block);
}

size_t malloc_usable_size(void *block)
{
    if (!block)
        return 0;
    if (uci_malloc_holds(block))
        return uci_malloc_size(block);
    if (!next.malloc_usable_size)
        *(void **)&next.malloc_usable_size = find("malloc_usable_size");
    return next.malloc_usable_size(block);
}

void *memalign(size_t alignment, size_t size)
{
    /* As libc's, which rounds up to a power of two. */
    while (alignment & (alignment - 1))
        alignment += alignment & -alignment;
    return uci_unlikely(is_private) ? next.memalign(alignment, size)
                                    : uci_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (alignment < sizeof(void *) || alignment & (alignment - 1))
        return EINVAL;
    int saved = errno;
    void *p = memalign(alignment, size);
    errno = saved;
    if (!p)
        return ENOMEM;
    *block = p;
    return 0;
}

void *valloc(size_t size)
{
    return memalign((size_t)getpagesize(), size);
}

void *pvalloc(size_t size)
{
    size_t page = (size_t)getpagesize();
    return memalign(page, (size + page - 1) & ~(page - 1));
}
