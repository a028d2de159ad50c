/* What each worker's process does at its start.  See start.h. */
#define _GNU_SOURCE
#include "cluster/start/start.h"

#include "base/message.h"
#include "cluster/sched/spawn_slow.h"
#include "sched/home.h"
#include "sched/thread.h"
#include "sched/thread_end.h"

#include <sys/syscall.h>
#include <unistd.h>

void uci_start_self(void)
{
    uci_store_relaxed(&uci_self.pid, (pid_t)syscall(SYS_getpid));
    uci_store_relaxed(&uci_self.state, UCI_STATE_RUNNING);
    uci_spawn_thread = gettid();
}

static void refuse_end(void *unused)
{
    (void)unused;
    if (uci_home_is_parallel())
        uci_thread_end_in_task(NULL);
    uci_fatal("main ends by pthread_exit, in a program for clusters: let it "
              "return");
}

void uci_start_watch_end(void)
{
    uci_thread_end_prepare(refuse_end, uci_sched_stack);
    uci_thread_end_watch();
}
