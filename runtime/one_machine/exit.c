/*
 * exit() in several tasks at once: the first thread ends the program, and the
 * others wait for that.  glibc before 2.41 and musl let both run the handlers
 * of atexit, each every other one, and the first to come to the end cuts the
 * other's off.
 *
 * Programs are linked with --wrap=exit: what they call exit is __wrap_exit, and
 * __real_exit is the C library's.  So nothing of libc's is defined here, and
 * it is the same with a static libc, which may be the only one that calls it:
 * hence --undefined=__wrap_exit.  Without the flag nobody calls this, and
 * __real_exit is not there.
 */
#define _GNU_SOURCE
#include "base/atomics.h"

#include <stdint.h>
#include <unistd.h>

void __real_exit(int status) __attribute__((weak, noreturn));
void __wrap_exit(int status) __attribute__((noreturn));

/* Which thread ends which process, 0 for none: a forked child begins anew. */
static _Atomic uint64_t ending;

void __wrap_exit(int status)
{
    uint64_t process = (uint64_t)getpid() << 32;
    uint64_t mine = process | (uint32_t)gettid(),
             first = uci_load_relaxed(&ending);
    while (first >> 32 != process >> 32)
        if (uci_cas_seqcst(&ending, &first, mine))
            first = mine;
    if (first == mine) /* also in a handler that calls it */
        __real_exit(status);
    for (;;)
        pause();
}
