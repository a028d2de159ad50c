/* ucilk info: the machine, and what it allows. */
#include "base/cpus.h"
#include "info.h"

#include <errno.h>
#include <signal.h>
#include <gnu/libc-version.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

/* The line of a file behind `key', or its first line if that is null. */
static bool read_line(const char *path, const char *key, char line[256])
{
    FILE *f = fopen(path, "re");
    bool found = false;
    while (f && !found && fgets(line, 256, f))
        found = !key || strncmp(line, key, strlen(key)) == 0;
    if (f)
        fclose(f);
    if (!found)
        return false;
    char *value = key ? line + strlen(key) : line;
    value += strspn(value, " \t:");
    value[strcspn(value, "\n")] = '\0';
    memmove(line, value, strlen(value) + 1);
    return true;
}

/* The kernel's list "0-3,8" as a number of entries. */
static unsigned count_list(const char *list)
{
    unsigned n = 0;
    while (*list) {
        char *end;
        long first = strtol(list, &end, 10), last = first;
        if (end == list)
            break;
        if (*end == '-')
            last = strtol(end + 1, &end, 10);
        n += (unsigned)(last - first + 1);
        list = end + (*end == ',');
    }
    return n;
}

void uk_info_machine(void)
{
    char line[256];
    struct utsname system;
    if (uname(&system) == 0)
        uk_fact("machine", "kernel", "%s %s", system.sysname, system.release);
    if (read_line("/etc/os-release", "PRETTY_NAME=", line))
        uk_fact("machine", "system", "%.*s",
                *line == '"' ? (int)strlen(line) - 2 : (int)strlen(line),
                line + (*line == '"'));
    uk_fact("machine", "C library", "glibc %s", gnu_get_libc_version());
    if (read_line("/proc/cpuinfo", "model name", line))
        uk_fact("machine", "CPU", "%s", line);
    uk_fact_number("machine", "CPUs", (uint64_t)sysconf(_SC_NPROCESSORS_ONLN),
                   "");
    uk_fact_number("machine", "CPUs allowed", uci_cpus_allowed(),
                   "by affinity and cgroup quota: the default of "
                   "UCILK_NWORKERS");
    if (read_line("/sys/devices/system/cpu/smt/active", NULL, line))
        uk_fact("machine", "hyper-threads", "%s", *line == '1' ? "yes" : "no");
    if (read_line("/sys/devices/system/node/online", NULL, line))
        uk_fact_number("machine", "NUMA nodes", count_list(line), "");
    uk_fact_bytes("machine", "memory",
                  (uint64_t)sysconf(_SC_PHYS_PAGES) *
                      (uint64_t)sysconf(_SC_PAGESIZE));
    unsigned long limit = uci_cgroup_memory_limit();
    uk_fact_bytes("machine", "memory of the cgroup",
                  limit ? limit : UINT64_MAX);
}

/* --- Limits --- */

static uint64_t limit_of(int resource)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    return limit.rlim_cur;
}

static void add_shared_memory(void)
{
    struct statvfs s;
    if (statvfs("/dev/shm", &s) != 0) {
        uk_fact("limits", "/dev/shm", "%s", strerror(errno));
        uk_remark("there is no /dev/shm: MPICH wants it or /tmp");
        return;
    }
    uint64_t size = (uint64_t)s.f_blocks * s.f_frsize;
    uk_fact_bytes("limits", "/dev/shm", size);
    uk_fact_bytes("limits", "/dev/shm, free",
                  (uint64_t)s.f_bavail * s.f_frsize);
    if (size < 128ul << 20)
        uk_remark("/dev/shm is small: ucilk needs none, but MPI on one machine "
                  "may; for a container --shm-size=1g");
}

/* Tries something in a child; its status 0 stands for yes. */
static bool is_allowed(int (*try)(void))
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(try());
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static int try_personality(void)
{
    return personality(ADDR_NO_RANDOMIZE) == -1;
}

static int try_ptrace(void)
{
    pid_t child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    long failed = ptrace(PTRACE_SEIZE, child, 0, 0);
    kill(child, SIGKILL);
    waitpid(child, NULL, __WALL);
    return failed != 0;
}

static int try_read_other(void)
{
    static char word = 1;
    char copy;
    struct iovec to = {&copy, 1}, from = {&word, 1};
    return process_vm_readv(getppid(), &to, 1, &from, 1, 0) != 1;
}

static int try_membarrier(void)
{
    enum { REGISTER_PRIVATE_EXPEDITED = 16 };
    return syscall(SYS_membarrier, REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0;
}

static int try_pidfd(void)
{
    return syscall(SYS_pidfd_open, getpid(), 0) < 0;
}

static void add_allowed(const char *name, int (*try)(void), const char *else_)
{
    bool good = is_allowed(try);
    uk_fact("allowed", name, "%s", good ? "yes" : "no");
    if (!good && else_)
        uk_remark("%s is refused: %s", name, else_);
}

void uk_info_limits(void)
{
    char line[256];
    uint64_t space = limit_of(RLIMIT_AS);
    uk_fact_bytes("limits", "stack (ulimit -s)", limit_of(RLIMIT_STACK));
    uk_fact_bytes("limits", "addresses (-v)", space);
    uk_fact_bytes("limits", "data (-d)", limit_of(RLIMIT_DATA));
    uk_fact_bytes("limits", "locked memory (-l)", limit_of(RLIMIT_MEMLOCK));
    uint64_t processes = limit_of(RLIMIT_NPROC),
             files = limit_of(RLIMIT_NOFILE);
    uk_fact_number("limits", "processes (-u)", processes,
                   processes == UINT64_MAX ? "(no limit)" : "");
    uk_fact_number("limits", "open files (-n)", files, "");
    if (read_line("/proc/sys/vm/max_map_count", NULL, line))
        uk_fact_number("limits", "mappings", strtoul(line, NULL, 10), "");
    if (read_line("/proc/sys/vm/overcommit_memory", NULL, line)) {
        uk_fact_number("limits", "overcommit_memory", strtoul(line, NULL, 10),
                       "");
        if (*line == '2')
            uk_remark("vm.overcommit_memory is 2: addresses that are reserved "
                      "count as memory; set a smaller UCILK_STACK_SIZE");
    }
    add_shared_memory();
    if (space < 20ul << 30)
        uk_remark("a program reserves 16 GiB of addresses for stacks: raise "
                  "ulimit -v, or set a smaller UCILK_STACK_SIZE");
    if (read_line("/proc/self/status", "Seccomp:", line))
        uk_fact("allowed", "seccomp filter", "%s",
                *line == '0' ? "none" : "yes");
    if (read_line("/proc/sys/kernel/randomize_va_space", NULL, line))
        uk_fact("allowed", "randomized addresses", "%s",
                *line == '0' ? "no" : "yes");
    add_allowed("personality", try_personality,
                "ranks that mpirun starts may end with `other addresses of "
                "code'");
    add_allowed("ptrace", try_ptrace, "debuggers and strace do not work");
    add_allowed("process_vm_readv", try_read_other,
                "MPI may copy messages on one machine twice");
    add_allowed("membarrier", try_membarrier, "each spawn takes a fence more");
    add_allowed("pidfd_open", try_pidfd, NULL);
}
