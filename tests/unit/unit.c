#define _GNU_SOURCE
#include "unit.h"

#include "mem/region.h"
#include "sched/sched.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_t helper;

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
    assert_int_equal(
        pthread_create(&helper, NULL, watch_peer, (void *)work), 0);
}

int unit_peer_join(void)
{
    void *status;
    assert_int_equal(pthread_join(helper, &status), 0);
    return (int)(intptr_t)status;
}

int unit_run_self(const char *mode, const char *const settings[],
                  char text[4096])
{
    int ends[2], status = -1;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        dup2(ends[1], STDERR_FILENO);
        for (; settings && *settings; settings++)
            putenv((char *)*settings);
        execl("/proc/self/exe", "unit", mode, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    size_t length = 0;
    ssize_t n;
    while (length < 4095 &&
           (n = read(ends[0], text + length, 4095 - length)) > 0)
        length += (size_t)n;
    text[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

void unit_expect(int status, int wanted, const char *text, const char *part)
{
    if (!WIFEXITED(status) || WEXITSTATUS(status) != wanted ||
        !strstr(text, part))
        fail_msg("wait status %#x instead of exit %d, or no \"%s\" in: %s",
                 (unsigned)status, wanted, part, text);
}
