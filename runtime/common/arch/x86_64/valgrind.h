/*
 * Requests to valgrind, which sees them where the processor sees nothing: the
 * rotations add up to 128, the exchange is of a register with itself.
 */
#ifndef UCI_VALGRIND_H
#define UCI_VALGRIND_H

#include <stddef.h>
#include <stdint.h>

enum uci_valgrind {
    UCI_VALGRIND_IS_THERE = 0x1001,
    UCI_VALGRIND_STACK = 0x1501,          /* [low, high) is one */
    UCI_VALGRIND_UNDEFINED = 0x4d430001, /* [start, + size): memcheck's */
};

/* Its answer; 0 where there is no valgrind. */
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

#endif
