/*
 * libc starts uci_start in place of the program's main, on the process's own
 * stack.  Its __libc_start_main is found behind the one that is here.
 */
#define _GNU_SOURCE
#include "api/interpose.h"

#include "base/message.h"

#include <dlfcn.h>

typedef int start_function(uci_main_function *, int, char **, void (*)(void),
                           void (*)(void), void (*)(void), void *);

int __libc_start_main(uci_main_function *main, int argc, char **argv,
                      void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(uci_main_function *main, int argc, char **argv,
                      void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end)
{
    start_function *real;
    *(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
    if (!real)
        uci_fatal("the C library's __libc_start_main is not to be found: "
                  "statically linked programs are not supported, link without "
                  "-static");
    uci_program_main = main;
    return real(uci_start, argc, argv, init, fini, rtld_fini, stack_end);
}
