/*
 * The kernel's calls for memory, past the functions of these names that
 * libc/maps/mmap.c gives to the program.
 *
 * The rest of the runtime calls mmap and its kin as ever: it is linked with
 * --wrap (runtime/CMakeLists.txt), which leads those calls here.
 */
#ifndef UCI_KERNEL_H
#define UCI_KERNEL_H

#include <stddef.h>
#include <sys/types.h>

void *uci_kernel_mmap(void *address, size_t size, int prot, int flags, int fd,
                      off_t offset) __asm__("__wrap_mmap");
int uci_kernel_munmap(void *address, size_t size) __asm__("__wrap_munmap");
int uci_kernel_mprotect(void *address, size_t size,
                        int prot) __asm__("__wrap_mprotect");
int uci_kernel_madvise(void *address, size_t size,
                       int advice) __asm__("__wrap_madvise");
void *uci_kernel_mremap(void *address, size_t size, size_t new_size, int flags,
                        ...) __asm__("__wrap_mremap");

/* The program's, after all: for what is mapped in its name, seen by all. */
void *uci_program_mmap(void *address, size_t size, int prot, int flags, int fd,
                       off_t offset) __asm__("__real_mmap");
int uci_program_munmap(void *address, size_t size) __asm__("__real_munmap");

#endif
