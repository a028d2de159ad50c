/*
 * A futex of the program's own, by syscall(2): one that says that it is
 * private to the process is shared by all workers, too.
 *
 * Any other call goes on with all its arguments as they are.
 */
#include "libc/locks/locks.h"

#include <linux/futex.h>
#include <sys/syscall.h>

/* clang-format off */
UCI_LIBC_WEAK(syscall)
/* As <unistd.h> has it, but for the `...'; what the caller did not pass is
 * whatever lies there. */
long syscall(long number, long a, long b, long c, long d, long e, long f);
/* clang-format on */

long syscall(long number, long a, long b, long c, long d, long e, long f)
{
    if (uci_unlikely(number == SYS_futex) && !uci_locks_alone)
        b &= ~(long)FUTEX_PRIVATE_FLAG;
    return UCI_LIBC_REAL(syscall)(number, a, b, c, d, e, f);
}
