/*
 * Copies of stacks.
 *
 * AddressSanitizer poisons what lies between a frame's variables; it must
 * forget that where other frames are copied to the same place.  valgrind
 * forbids accesses below the stack pointer, also on a stack that is not in use.
 */
#pragma once

#include "arch/x86_64/valgrind.h"

#include <string.h>

void __asan_unpoison_memory_region(const volatile void *, size_t)
    __attribute__((weak));

static inline void uci_copy_from_stack(void *to, const void *stack, size_t size)
{
    if (__asan_unpoison_memory_region)
        __asan_unpoison_memory_region(stack, size);
    memcpy(to, stack, size);
}

/* Makes a piece of stack accessible; other bytes are about to be copied
 * there. */
static inline void uci_copy_prepare(void *stack, size_t size)
{
    if (__asan_unpoison_memory_region)
        __asan_unpoison_memory_region(stack, size);
    uci_valgrind(UCI_VALGRIND_UNDEFINED, (uintptr_t)stack, size);
}

static inline void uci_copy_to_stack(void *stack, const void *from, size_t size)
{
    uci_copy_prepare(stack, size);
    memcpy(stack, from, size);
}
