/*
 * Requests to valgrind.  It recognizes a sequence of instructions that has no
 * effect on a processor: rotations by 128 bits in all, and the exchange of a
 * register with itself.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum uci_valgrind {
    UCI_VALGRIND_IS_THERE = 0x1001,
    UCI_VALGRIND_STACK = 0x1501,         /* [low, high) is one */
    UCI_VALGRIND_UNDEFINED = 0x4d430001, /* [start, + size): memcheck's */
};

/* Makes a request; returns valgrind's answer, or 0 if there is no valgrind. */
static inline uintptr_t uci_valgrind(enum uci_valgrind request, uintptr_t a,
                                     uintptr_t b)
{
    const uintptr_t words[6] = {request, a, b};
    uintptr_t answer = 0;
    __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\t"
                     "rolq $61, %%rdi\n\trolq $51, %%rdi\n\t"
                     "xchgq %%rbx, %%rbx"
                     : "+d"(answer)
                     : "a"(words)
                     : "cc", "memory");
    return answer;
}
