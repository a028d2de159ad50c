/* Memory that is freed as a whole, and text that grows. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

enum { UK_NONE = -1 }; /* for indices */

struct uk_arena {
    struct uk_block *blocks;
};

void *uk_arena_get(struct uk_arena *arena, size_t size); /* zeroed */
void uk_arena_free(struct uk_arena *arena);
char *uk_arena_print(struct uk_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *uk_arena_vprint(struct uk_arena *arena, const char *format, va_list list);

/* Room for one more of n items; items move. */
void *uk_arena_grow(struct uk_arena *arena, void *items, int n, size_t size);
/* Puts a value behind n items. */
#define UK_ADD(arena, items, n, ...)                                           \
    ((items) = uk_arena_grow(arena, items, n, sizeof *(items)),                \
     (items)[(n)++] = __VA_ARGS__)

struct uk_buffer {
    char *bytes; /* malloc'ed, with a zero byte after the last; or NULL */
    size_t size, capacity;
};

void uk_buffer_free(struct uk_buffer *buffer);
/* Room for so many bytes more, and a zero byte. */
void uk_buffer_grow(struct uk_buffer *buffer, size_t size);
void uk_buffer_add(struct uk_buffer *buffer, const char *bytes, size_t size);
void uk_buffer_vprint(struct uk_buffer *buffer, const char *format,
                      va_list list);
void uk_buffer_print(struct uk_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
