/* The rounding mode, and what else a program may set in MXCSR and in the x87
 * control word. */
#pragma once

#include <stdint.h>

/* The calling thread's mode, without the flags of exceptions that were
 * raised. */
static inline uint64_t uci_float_mode(void)
{
    enum { RAISED = 0x3f };
    uint32_t sse;
    uint16_t x87;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(sse), "=m"(x87));
    return (uint64_t)x87 << 32 | (sse & ~(uint32_t)RAISED);
}

/* Sets the mode; the flags stay as they are. */
static inline void uci_float_mode_set(uint64_t mode)
{
    uint64_t now = uci_float_mode();
    if (__builtin_expect(now == mode, 1))
        return;
    uint32_t sse;
    uint16_t x87 = (uint16_t)(mode >> 32);
    __asm__ volatile("stmxcsr %0" : "=m"(sse));
    sse ^= (uint32_t)(now ^ mode);
    __asm__ volatile("ldmxcsr %0\n\tfldcw %1" : : "m"(sse), "m"(x87));
}
