/* The kernel's calls for memory.  See kernel.h. */
#define _GNU_SOURCE
#include "libc/kernel.h"

#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *uci_kernel_mmap(void *address, size_t size, int prot, int flags, int fd,
                      off_t offset)
{
    return (void *)syscall(SYS_mmap, address, size, prot, flags, fd, offset);
}

int uci_kernel_munmap(void *address, size_t size)
{
    return (int)syscall(SYS_munmap, address, size);
}

int uci_kernel_mprotect(void *address, size_t size, int prot)
{
    return (int)syscall(SYS_mprotect, address, size, prot);
}

int uci_kernel_madvise(void *address, size_t size, int advice)
{
    return (int)syscall(SYS_madvise, address, size, advice);
}

void *uci_kernel_mremap(void *address, size_t size, size_t new_size, int flags,
                        ...)
{
    void *to = NULL;
    if (flags & MREMAP_FIXED) {
        va_list rest;
        va_start(rest, flags);
        to = va_arg(rest, void *);
        va_end(rest);
    }
    return (void *)syscall(SYS_mremap, address, size, new_size, flags, to);
}
