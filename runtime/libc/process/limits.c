/*
 * What the kernel keeps for each process and a program has once: limits,
 * priority and process group are set in all workers; who the program runs as,
 * and its session, cannot be changed in all of them at once, so once they have
 * started that is refused.
 */
#define _GNU_SOURCE
#include "libc/process/server.h"

#include "base/message.h"

#include <errno.h>
#include <grp.h>
#include <sys/resource.h>
#include <unistd.h>

/* clang-format off */
UCI_LIBC_WEAK(prlimit); UCI_LIBC_WEAK(setrlimit); UCI_LIBC_WEAK(prlimit64);
UCI_LIBC_WEAK(setrlimit64); UCI_LIBC_WEAK(setpriority); UCI_LIBC_WEAK(nice);
UCI_LIBC_WEAK(setpgid); UCI_LIBC_WEAK(setpgrp); UCI_LIBC_WEAK(setsid);
UCI_LIBC_WEAK(setuid); UCI_LIBC_WEAK(setgid); UCI_LIBC_WEAK(seteuid);
UCI_LIBC_WEAK(setegid); UCI_LIBC_WEAK(setreuid); UCI_LIBC_WEAK(setregid);
UCI_LIBC_WEAK(setresuid); UCI_LIBC_WEAK(setresgid); UCI_LIBC_WEAK(setgroups);
UCI_LIBC_WEAK(initgroups);
/* clang-format on */

static pid_t pid_of(unsigned worker)
{
    return uci_load_relaxed(&uci_peer(worker)->pid);
}

static bool is_program(id_t pid)
{
    return uci_libc_has_workers && (pid == 0 || pid == (id_t)pid_of(0));
}

/* --- Limits and priority ------------------------------------------------ */

int prlimit(pid_t pid, __rlimit_resource_t resource, const struct rlimit *new,
            struct rlimit *old)
{
    if (!is_program((id_t)pid))
        return UCI_LIBC_REAL(prlimit)(pid, resource, new, old);
    int answer = UCI_LIBC_REAL(prlimit)(pid_of(0), resource, new, old);
    for (unsigned i = 1; answer == 0 && new &&i < uci_world->n_workers; i++)
        answer = UCI_LIBC_REAL(prlimit)(pid_of(i), resource, new, NULL);
    return answer;
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *new)
{
    return prlimit(0, resource, new, NULL);
}

/* The same types on a machine of 64 bits. */
_Static_assert(sizeof(struct rlimit) == sizeof(struct rlimit64), "LP64");

int prlimit64(pid_t pid, __rlimit_resource_t resource,
              const struct rlimit64 *new, struct rlimit64 *old)
{
    return prlimit(pid, resource, (const struct rlimit *)new,
                   (struct rlimit *)old);
}

int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *new)
{
    return prlimit(0, resource, (const struct rlimit *)new, NULL);
}

int setpriority(__priority_which_t which, id_t who, int priority)
{
    if (which != PRIO_PROCESS || !is_program(who))
        return UCI_LIBC_REAL(setpriority)(which, who, priority);
    int answer = 0;
    for (unsigned i = 0; answer == 0 && i < uci_world->n_workers; i++)
        answer = UCI_LIBC_REAL(setpriority)(which, (id_t)pid_of(i), priority);
    return answer;
}

int nice(int more)
{
    if (!uci_libc_has_workers)
        return UCI_LIBC_REAL(nice)(more);
    int saved = errno;
    errno = 0;
    int now = getpriority(PRIO_PROCESS, 0);
    if (now == -1 && errno)
        return -1;
    errno = saved;
    if (setpriority(PRIO_PROCESS, 0, now + more) != 0) {
        if (errno == EACCES)
            errno = EPERM;
        return -1;
    }
    return getpriority(PRIO_PROCESS, 0);
}

/* --- Process group and session ------------------------------------------ */

struct move {
    pid_t group;
    int answer;
};

/* In worker 0, whose children the others are. */
static void run_setpgid(void *argument)
{
    struct move *g = argument;
    g->answer = UCI_LIBC_REAL(setpgid)(0, g->group);
    pid_t group = UCI_LIBC_REAL(getpgrp)();
    for (unsigned i = 1; g->answer == 0 && i < uci_world->n_workers; i++)
        g->answer = UCI_LIBC_REAL(setpgid)(pid_of(i), group);
}

int setpgid(pid_t pid, pid_t group)
{
    if (!is_program((id_t)pid))
        return UCI_LIBC_REAL(setpgid)(pid, group);
    struct move g = {.group = group};
    if (uci_server_is_elsewhere())
        uci_server_call(run_setpgid, &g, sizeof g, false);
    else
        run_setpgid(&g);
    return g.answer;
}

int setpgrp(void)
{
    return setpgid(0, 0);
}

static _Noreturn void refuse(const char *function)
{
    uci_fatal("%s after the first spawn: it would hold in one worker of %u "
              "only; call it before the first spawn, or set UCILK_NWORKERS=1",
              function, uci_world->n_workers);
}

pid_t setsid(void)
{
    if (!uci_libc_has_workers)
        return UCI_LIBC_REAL(setsid)();
    if (getpgrp() != pid_of(0))
        refuse("setsid");
    errno = EPERM; /* it leads a group, though this worker may not */
    return -1;
}

/* --- Who the program runs as -------------------------------------------- */

enum { SAME = -1 };

/* Would the call leave these as they are, and so may do nothing? */
static bool keeps_users(uid_t real, uid_t effective, uid_t saved)
{
    uid_t r, e, s;
    return getresuid(&r, &e, &s) == 0 && (real == (uid_t)SAME || real == r) &&
           (effective == (uid_t)SAME || effective == e) &&
           (saved == (uid_t)SAME || saved == s);
}

static bool keeps_groups(gid_t real, gid_t effective, gid_t saved)
{
    gid_t r, e, s;
    return getresgid(&r, &e, &s) == 0 && (real == (gid_t)SAME || real == r) &&
           (effective == (gid_t)SAME || effective == e) &&
           (saved == (gid_t)SAME || saved == s);
}

/* NAME(PARAMETERS): libc's; once there are workers only where it changes
 * nothing. */
#define GUARDED(name, parameters, arguments, changes_nothing)                  \
    int name parameters                                                        \
    {                                                                          \
        if (!uci_libc_has_workers)                                             \
            return UCI_LIBC_REAL(name) arguments;                              \
        if (!(changes_nothing))                                                \
            refuse(#name);                                                     \
        return 0;                                                              \
    }

GUARDED(setuid, (uid_t u), (u), keeps_users(u, u, u))
GUARDED(setgid, (gid_t g), (g), keeps_groups(g, g, g))
GUARDED(seteuid, (uid_t u), (u), keeps_users((uid_t)SAME, u, (uid_t)SAME))
GUARDED(setegid, (gid_t g), (g), keeps_groups((gid_t)SAME, g, (gid_t)SAME))
GUARDED(setreuid, (uid_t r, uid_t e), (r, e), keeps_users(r, e, (uid_t)SAME))
GUARDED(setregid, (gid_t r, gid_t e), (r, e), keeps_groups(r, e, (gid_t)SAME))
GUARDED(setresuid, (uid_t r, uid_t e, uid_t s), (r, e, s), keeps_users(r, e, s))
GUARDED(setresgid, (gid_t r, gid_t e, gid_t s), (r, e, s),
        keeps_groups(r, e, s))
GUARDED(setgroups, (size_t n, const gid_t *list), (n, list), false)
GUARDED(initgroups, (const char *user, gid_t group), (user, group), false)
