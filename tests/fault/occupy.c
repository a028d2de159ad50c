/* A preloaded library that maps memory at the addresses of the stack region
 * before main. */
#define _GNU_SOURCE
#include <sys/mman.h>

__attribute__((constructor)) static void occupy(void)
{
    mmap((void *)0x27fffff00000, 4096, PROT_READ,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}
