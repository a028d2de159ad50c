/* Whether the CPU and the kernel have AVX, for avx.h. */
#include <stdbool.h>

extern bool uci_has_avx __attribute__((visibility("hidden")));
bool uci_has_avx;

/* Before the program's own constructors, which may spawn. */
static __attribute__((constructor(101))) void find_avx(void)
{
    __builtin_cpu_init();
    uci_has_avx = __builtin_cpu_supports("avx") != 0;
}
