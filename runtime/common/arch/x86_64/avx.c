/* Whether the CPU and the kernel have AVX, for avx.h. */
#include <cpuid.h>
#include <stdbool.h>

extern bool uci_has_avx __attribute__((visibility("hidden")));
bool uci_has_avx;

/* Before the program's own constructors, which may spawn. */
static __attribute__((constructor(101))) void find_avx(void)
{
    enum { STATE = 6 }; /* of XMM and YMM registers */
    unsigned a, b, c, d, state, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX))
        return;
    __asm__("xgetbv" : "=a"(state), "=d"(high) : "c"(0));
    uci_has_avx = (state & STATE) == STATE;
}
