/*
 * Futures of the serial elision: they are fulfilled when they are made, and
 * need nothing but the C library.  <ucilk/futures.h> includes this header, and
 * programs use the names of that one; `ucilkcc --ucilk-serial' and the macro
 * form make futures by ucilk_serial_future.  No other header is included, so
 * that the elision declares no more names than the parallel program.
 *
 * A future is a block.  Its handle is the block's address and generation; it is
 * good while block->generation == handle.tag and block->left > 0.  Blocks are
 * never freed, so that a stale handle still finds a generation there.  A block
 * that is used up waits behind others before it becomes another future, so that
 * a message about a stale handle mostly still finds the future's name and
 * place.
 */
#ifndef UCILK_SERIAL_FUTURES_H
#define UCILK_SERIAL_FUTURES_H

#include <ucilk/abi.h>

#ifdef __GNUC__
#pragma GCC system_header /* as abi.h is */
#endif

enum ucilk_serial_kind {
    UCILK_SERIAL_CALL,
    UCILK_SERIAL_FROM,
    UCILK_SERIAL_PROMISE
};

struct ucilk_serial_block {
    unsigned long generation; /* of the present or the last future; from 1 */
    long left;                /* consumers that have not got yet */
    enum ucilk_serial_kind kind;
    int is_set;
    unsigned long size;
    void *result;                    /* null if size is 0, or it is not set */
    const char *name;                /* of the function that was called */
    const char *place;               /* "file:line" where it was made */
    struct ucilk_serial_block *next; /* in the list of those used up */
    struct ucilk_serial_block *older; /* in the list of all, so that no tool
                                       * takes one for a leak */
};

/* The number of used blocks that are kept back before one is used again. */
enum { UCILK_SERIAL_USED_UP = 4096 };

/* Weak: the program has one, since handles go from file to file. */
__attribute__((weak)) struct ucilk_serial_pool {
    struct ucilk_serial_block *newest;
    struct ucilk_serial_block *first, *last; /* of those used up */
    unsigned long n_used_up;
} ucilk_serial_pool;

#ifdef __cplusplus
extern "C" {
#endif
long ucilk_serial_write(int fd, const void *text,
                        unsigned long size) __asm__("write");
void ucilk_serial_exit(int status) __asm__("exit") __attribute__((noreturn));
#ifdef __cplusplus
}
#endif

/* Prints one line on stderr and ends the program. */
static __attribute__((unused, cold, noinline, noreturn,
                      format(printf, 1, 2))) void
ucilk_serial_fail(const char *format, ...)
{
    char line[1024] = "ucilk: ";
    unsigned long n = __builtin_strlen(line);
    __builtin_va_list list;
    __builtin_va_start(list, format);
    __builtin_vsnprintf(line + n, sizeof line - 1 - n, format, list);
    __builtin_va_end(list);
    n = __builtin_strlen(line);
    line[n++] = '\n';
    ucilk_serial_write(2, line, n);
    ucilk_serial_exit(1);
}

/* What messages call a future. */
static __attribute__((unused, cold, noinline)) const char *
ucilk_serial_text(const struct ucilk_serial_block *b, char text[256])
{
    if (b->kind == UCILK_SERIAL_PROMISE)
        __builtin_snprintf(text, 256, "the promise made at %s", b->place);
    else if (b->kind == UCILK_SERIAL_FROM)
        __builtin_snprintf(text, 256, "the future made from a value at %s",
                           b->place);
    else
        __builtin_snprintf(text, 256, "the future of `%s' (%s)", b->name,
                           b->place);
    return text;
}

static __attribute__((unused, cold, noinline, noreturn)) void
ucilk_serial_refuse(ucilk_future_t f, const char *what, const char *place)
{
    const struct ucilk_serial_block *b = (struct ucilk_serial_block *)f.ref;
    char text[256];
    if (!b)
        ucilk_serial_fail("%s: %s of no future: its handle is all zero", place,
                          what);
    ucilk_serial_fail("%s: %s of a future that is used up: %s has been got as "
                      "often as it has consumers",
                      place, what,
                      b->generation == f.tag ? ucilk_serial_text(b, text)
                                             : "it");
}

static __attribute__((unused, cold, noinline, noreturn)) void
ucilk_serial_refuse_size(const struct ucilk_serial_block *b, const char *what,
                         unsigned long offset, unsigned long size,
                         const char *place)
{
    char text[256];
    ucilk_serial_fail("%s: %s of %lu bytes from byte %lu on: the result of %s "
                      "has %lu bytes",
                      place, what, size, offset, ucilk_serial_text(b, text),
                      b->size);
}

static __inline__ __attribute__((unused)) struct ucilk_serial_block *
ucilk_serial_find(ucilk_future_t f, const char *what, const char *place)
{
    struct ucilk_serial_block *b = (struct ucilk_serial_block *)f.ref;
    if (!b || b->generation != f.tag || b->left == 0)
        ucilk_serial_refuse(f, what, place);
    return b;
}

static __attribute__((unused)) void *ucilk_serial_memory(unsigned long size)
{
    void *p = __builtin_malloc(size);
    if (!p)
        ucilk_serial_fail("no memory for a future of %lu bytes", size);
    return p;
}

static __attribute__((unused)) void
ucilk_serial_deliver(struct ucilk_serial_block *b, const void *result)
{
    if (result && b->size > 0) {
        b->result = ucilk_serial_memory(b->size);
        __builtin_memcpy(b->result, result, b->size);
    }
    b->is_set = 1;
}

/* Makes a block that is not fulfilled. */
static __attribute__((unused)) struct ucilk_serial_block *
ucilk_serial_make(enum ucilk_serial_kind kind, unsigned long size,
                  long consumers, const char *name, const char *place)
{
    struct ucilk_serial_pool *pool = &ucilk_serial_pool;
    struct ucilk_serial_block *b = pool->first;
    if (consumers < 1 || consumers > UCILK_ABI_MAX_CONSUMERS)
        ucilk_serial_fail("%s: %s for %ld consumers: their number is from 1 to "
                          "%ld",
                          place,
                          kind == UCILK_SERIAL_CALL ? "cilk_future" : name,
                          consumers, UCILK_ABI_MAX_CONSUMERS);
    if (pool->n_used_up > UCILK_SERIAL_USED_UP) {
        pool->first = b->next;
        pool->n_used_up--;
    } else {
        b = (struct ucilk_serial_block *)ucilk_serial_memory(sizeof *b);
        b->generation = 0;
        b->older = pool->newest;
        pool->newest = b;
    }
    b->generation++;
    b->left = consumers;
    b->kind = kind;
    b->is_set = 0;
    b->size = size;
    b->result = (void *)0;
    b->name = name;
    b->place = place;
    return b;
}

static __inline__ __attribute__((unused)) ucilk_future_t
ucilk_serial_handle(const struct ucilk_serial_block *b)
{
    ucilk_future_t f = {(unsigned long)b, b->generation};
    return f;
}

/* Makes the future of a call at `place' that has returned *result. */
static __attribute__((unused)) ucilk_future_t
ucilk_serial_future(const void *result, unsigned long size, long consumers,
                    const char *name, const char *place)
{
    struct ucilk_serial_block *b =
        ucilk_serial_make(UCILK_SERIAL_CALL, size, consumers, name, place);
    ucilk_serial_deliver(b, result);
    return ucilk_serial_handle(b);
}

static __attribute__((unused)) ucilk_future_t
ucilk_serial_future_value(const void *value, unsigned long size,
                          const char *place)
{
    struct ucilk_serial_block *b = ucilk_serial_make(
        UCILK_SERIAL_FROM, size, 1, "ucilk_future_from", place);
    ucilk_serial_deliver(b, value);
    return ucilk_serial_handle(b);
}

static __attribute__((unused)) ucilk_future_t
ucilk_serial_promise(unsigned long size, long consumers, const char *place)
{
    return ucilk_serial_handle(ucilk_serial_make(
        UCILK_SERIAL_PROMISE, size, consumers, "ucilk_promise_make", place));
}

static __attribute__((unused)) void
ucilk_serial_promise_set(ucilk_future_t promise, const void *value,
                         unsigned long size, const char *place)
{
    struct ucilk_serial_block *b = ucilk_serial_find(promise, "set", place);
    char text[256];
    if (b->kind != UCILK_SERIAL_PROMISE)
        ucilk_serial_fail("%s: set of %s, which is no promise", place,
                          ucilk_serial_text(b, text));
    if (size != b->size)
        ucilk_serial_refuse_size(b, "set", 0, size, place);
    if (b->is_set)
        ucilk_serial_fail("%s: set of %s, which is set already", place,
                          ucilk_serial_text(b, text));
    ucilk_serial_deliver(b, value);
}

static __attribute__((unused)) void
ucilk_serial_take(void *dst, struct ucilk_serial_block *b, unsigned long offset,
                  unsigned long size, const char *place)
{
    struct ucilk_serial_pool *pool = &ucilk_serial_pool;
    char text[256];
    if (!b->is_set)
        ucilk_serial_fail("deadlock: %s: get of %s, which nobody will fulfil: "
                          "the serial elision runs nothing else",
                          place, ucilk_serial_text(b, text));
    if (size > 0)
        __builtin_memcpy(dst, (const char *)b->result + offset, size);
    if (--b->left > 0)
        return;
    __builtin_free(b->result);
    b->result = b->next = (struct ucilk_serial_block *)0;
    if (pool->n_used_up++ == 0)
        pool->first = b;
    else
        pool->last->next = b;
    pool->last = b;
}

static __attribute__((unused)) void
ucilk_serial_future_get(void *dst, ucilk_future_t future, unsigned long size,
                        const char *place)
{
    struct ucilk_serial_block *b = ucilk_serial_find(future, "get", place);
    if (size != b->size)
        ucilk_serial_refuse_size(b, "get", 0, size, place);
    ucilk_serial_take(dst, b, 0, size, place);
}

static __attribute__((unused)) void
ucilk_serial_future_get_part(void *dst, ucilk_future_t future,
                             unsigned long offset, unsigned long size,
                             const char *place)
{
    struct ucilk_serial_block *b = ucilk_serial_find(future, "get", place);
    if (offset > b->size || size > b->size - offset)
        ucilk_serial_refuse_size(b, "get", offset, size, place);
    ucilk_serial_take(dst, b, offset, size, place);
}

static __attribute__((unused)) void
ucilk_serial_future_prefetch(ucilk_future_t future)
{
    (void)future;
}

static __attribute__((unused)) void
ucilk_serial_future_share(ucilk_future_t *future, long consumers,
                          const char *place)
{
    struct ucilk_serial_block *b = ucilk_serial_find(*future, "share", place);
    if (consumers < 1)
        ucilk_serial_fail(
            "%s: share for %ld consumers more: it adds at least one", place,
            consumers);
    if (consumers > UCILK_ABI_MAX_CONSUMERS - b->left)
        ucilk_serial_fail("%s: share for %ld consumers more: the number of "
                          "those left, %ld, and them together is to be at most "
                          "%ld",
                          place, consumers, b->left, UCILK_ABI_MAX_CONSUMERS);
    b->left += consumers;
}

static __attribute__((unused)) int
ucilk_serial_future_done(ucilk_future_t future, const char *place)
{
    return ucilk_serial_find(future, "look", place)->is_set;
}

#endif
