/* Starts a second worker that has no scheduler: see unit.h. */
#define _GNU_SOURCE
#include "unit.h"

#include "cluster/mem/region.h"
#include "sched/sched.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_t helper;

extern char __start_unit_shared[], __stop_unit_shared[];
/* The shared section begins at a page boundary. */
UNIT_SHARED
__attribute__((aligned(UCI_PAGE), used)) static char first[UCI_PAGE] = {1};

void unit_share(void)
{
    static bool done;
    size_t size = uci_round_up(
        (size_t)(__stop_unit_shared - __start_unit_shared), UCI_PAGE);
    if (done)
        return;
    done = true;
    char *copy = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(copy != MAP_FAILED);
    memcpy(copy, __start_unit_shared, size);
    assert_true(mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED,
                       __start_unit_shared) != MAP_FAILED);
}

static void *watch_peer(void *work)
{
    pid_t parent = getpid();
    int status = -1;
    pid_t pid = (pid_t)syscall(SYS_clone, 0l, NULL, NULL, NULL, 0l);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        uci_world_become(1);
        uci_region_map();
        uci_sched_start();
        ((void (*)(void))work)();
        _exit(0);
    }
    if (pid > 0)
        waitpid(pid, &status, __WALL);
    return (void *)(intptr_t)status;
}

void unit_peer_start(void (*work)(void))
{
    assert_true(uci_world->n_workers >= 2);
    unit_share();
    assert_int_equal(pthread_create(&helper, NULL, watch_peer, (void *)work),
                     0);
}

int unit_peer_join(void)
{
    void *status;
    assert_int_equal(pthread_join(helper, &status), 0);
    return (int)(intptr_t)status;
}
