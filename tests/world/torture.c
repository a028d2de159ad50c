/*
 * Every function of libc that the runtime has its own of, from tasks that
 * move to other workers in between: wrapped.sh finds those that are missing
 * here.  Each part checks what it does.
 *
 * Tasks that run at the same time have files, blocks and children of their
 * own, and locks in common; what a process has one of, its standard streams
 * and signals, main's strand uses, which moves on as well.
 */
#define _GNU_SOURCE
#include "torture/databases.h"
#include "torture/locks.h"
#include "torture/memory.h"
#include "torture/messages.h"
#include "torture/processes.h"
#include "torture/searches.h"
#include "torture/streams.h"
#include "torture/wide.h"

enum { TASKS = 10 }; /* that do each part */

static void all_tasks(void)
{
    static void (*const parts[])(int) = {
        use_malloc,  use_mmap,       use_files,      use_memory_streams,
        use_wide,    use_users,      use_groups,     use_mounts,
        use_mutexes, use_mtx,        use_rwlock,     use_spinlock,
        use_futex,   use_semaphores, use_children,   use_libraries,
        use_threads, use_patterns,   use_directories};
    long n = scaled(TASKS, 5);
    for (int i = 0; i < n; i++)
        for (unsigned k = 0; k < sizeof parts / sizeof *parts; k++)
            spawn parts[k](i);
    sync;
    CHECK(locks.turns == 7 * n);
    for (int i = 0; i < n; i++)
        spawn use_environment(i);
    sync;
}

static void all_wait(void)
{
    spawn open_all();
    for (int i = 0; i < 15; i++)
        spawn wait_until_open(i);
    sync;
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        spawn end(argv[1]);
        sync;
        return 99;
    }
    first_pid = getpid();
    first_parent = getppid();
    opened_before = dlmopen(LM_ID_BASE, "libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    use_before();
    spawn make_searches();
    spawn make_locks();
    sync;
    all_tasks();
    all_wait();
    puts("tasks");
    use_standard_streams();
    use_standard_wide();
    puts("standard streams");
    use_messages();
    puts("messages");
    use_handlers();
    use_masks();
    use_timers();
    use_limits();
    use_wait();
    use_ends();
    use_robust();
    puts("processes");
    fflush(stdout);
    MOVE;
    CHECK(fcloseall() == 0);
    return 0;
}
