/*
 * Memory that is freed as a whole, and text that grows.  Lack of memory ends
 * the tool.
 */
#include "arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

struct uk_block {
    struct uk_block *next;
    max_align_t bytes[];
};

static void *need(void *memory)
{
    if (memory == NULL)
        uk_die_no_memory();
    return memory;
}

void *uk_arena_get(struct uk_arena *arena, size_t size)
{
    struct uk_block *block = need(calloc(1, sizeof *block + size));
    block->next = arena->blocks;
    arena->blocks = block;
    return block->bytes;
}

void uk_arena_free(struct uk_arena *arena)
{
    while (arena->blocks != NULL) {
        struct uk_block *block = arena->blocks;
        arena->blocks = block->next;
        free(block);
    }
}

void *uk_arena_grow(struct uk_arena *arena, void *items, int n, size_t size)
{
    /* The capacity is the power of two from n on; nothing to do below it. */
    if (n != 0 && (n < 16 || (n & (n - 1)) != 0))
        return items;
    void *grown = uk_arena_get(arena, (n == 0 ? 16 : 2 * (size_t)n) * size);
    if (n != 0)
        memcpy(grown, items, (size_t)n * size);
    return grown;
}

char *uk_arena_print(struct uk_arena *arena, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = uk_arena_vprint(arena, format, list);
    va_end(list);
    return text;
}

char *uk_arena_vprint(struct uk_arena *arena, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    size_t size = (size_t)vsnprintf(NULL, 0, format, again) + 1;
    va_end(again);
    char *text = uk_arena_get(arena, size);
    vsnprintf(text, size, format, list);
    return text;
}

void uk_buffer_grow(struct uk_buffer *buffer, size_t size)
{
    if (buffer->size + size + 1 <= buffer->capacity)
        return;
    buffer->capacity = 2 * (buffer->size + size + 1);
    buffer->bytes = need(realloc(buffer->bytes, buffer->capacity));
}

void uk_buffer_free(struct uk_buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (struct uk_buffer){0};
}

void uk_buffer_add(struct uk_buffer *buffer, const char *bytes, size_t size)
{
    uk_buffer_grow(buffer, size);
    memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
    buffer->bytes[buffer->size] = 0;
}

void uk_buffer_vprint(struct uk_buffer *buffer, const char *format,
                      va_list list)
{
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    uk_buffer_grow(buffer, (size_t)length);
    vsnprintf(buffer->bytes + buffer->size, (size_t)length + 1, format, list);
    buffer->size += (size_t)length;
}

void uk_buffer_print(struct uk_buffer *buffer, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    uk_buffer_vprint(buffer, format, list);
    va_end(list);
}
