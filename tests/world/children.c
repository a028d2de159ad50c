/* Child processes that tasks make, in whichever worker they run, and wait for
 * in another. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static pid_t main_pid, main_parent;

/* Looks from the child at what it inherits; its status says. */
static int look(const int *local, int expected)
{
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    return *local != expected            ? 1
           : getppid() != main_pid       ? 2
           : sigismember(&mask, SIGUSR1) ? 3
           : getpid() == main_pid        ? 4
                                         : 40 + expected % 10;
}

static pid_t fork_child(int i)
{
    int local = i;
    pid_t pid = fork();
    if (pid == 0) {
        int status = look(&local, i);
        local = -1;
        _exit(status);
    }
    CHECK(pid > 0 && local == i);
    return pid;
}

static pid_t spawn_child(const char *command)
{
    char *argv[] = {"sh", "-c", (char *)command, NULL};
    pid_t pid = -1;
    CHECK(posix_spawnp(&pid, "sh", NULL, NULL, argv, environ) == 0);
    return pid;
}

static pid_t execute_child(const char *command, bool in_place)
{
    pid_t pid = in_place ? vfork() : fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(99);
    }
    CHECK(pid > 0);
    return pid;
}

static int status_of(pid_t pid)
{
    int status;
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* One of each kind, by task i. */
static int make_all(int i)
{
    CHECK(getpid() == main_pid && getppid() == main_parent);
    CHECK(status_of(fork_child(i)) == 40 + i % 10);
    CHECK(status_of(spawn_child("exit 5")) == 5);
    CHECK(status_of(execute_child("exit 6", false)) == 6);
    CHECK(status_of(execute_child("exit 7", true)) == 7);
    CHECK(system("exit 8") == 8 << 8);
    CHECK(system("kill -TERM $$") == SIGTERM);
    char command[64];
    snprintf(command, sizeof command, "[ $PPID = %d ]", (int)main_pid);
    CHECK(system(command) == 0);
    posix_spawn_file_actions_t none;
    posix_spawn_file_actions_init(&none);
    char *argv[] = {"nothing", NULL};
    pid_t pid;
    CHECK(posix_spawn(&pid, "/nonexistent/program", &none, NULL, argv,
                      environ) == ENOENT);
    CHECK(waitpid(getpid(), NULL, 0) == -1 && errno == ECHILD);
    return i;
}

static int each(int from, int to)
{
    if (to - from == 1)
        return make_all(from);
    int x = spawn each(from, (from + to) / 2);
    int y = each((from + to) / 2, to);
    sync;
    return x + y;
}

/* Made by one task, waited for by others: each by that of a later spawn. */
static pid_t make(int i)
{
    return i % 2 ? fork_child(i) : spawn_child("exit 3");
}

static int collect(pid_t pid, int how)
{
    siginfo_t info;
    struct rusage usage;
    int status = 0;
    switch (how % 4) {
    case 0:
        return status_of(pid);
    case 1:
        CHECK(waitid(P_PID, (id_t)pid, &info, WEXITED) == 0);
        CHECK(info.si_pid == pid && info.si_code == CLD_EXITED);
        return info.si_status;
    case 2:
        CHECK(wait4(pid, &status, 0, &usage) == pid);
        return WEXITSTATUS(status);
    default:
        while (waitpid(pid, &status, WNOHANG) == 0)
            usleep(100);
        return WEXITSTATUS(status);
    }
}

static int pass_on(int n)
{
    pid_t pids[8];
    int status[8], sum = 0;
    for (int i = 0; i < n; i++)
        pids[i] = spawn make(i);
    sync;
    for (int i = 0; i < n; i++)
        status[i] = spawn collect(pids[i], i);
    sync;
    for (int i = 0; i < n; i++)
        sum += status[i];
    return sum;
}

/* Whichever ends first. */
static int any(int n)
{
    int sum = 0, status;
    for (int i = 0; i < n; i++)
        spawn make(2 * i);
    sync;
    for (int i = 0; i < n; i++) {
        CHECK(wait(&status) > 0);
        sum += WEXITSTATUS(status);
    }
    CHECK(wait(&status) == -1 && errno == ECHILD);
    return sum;
}

/* A pipe through a child: what a task writes comes back in capitals. */
static int filter(int i)
{
    int to[2], from[2];
    char text[32] = "", line[32];
    CHECK(pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        execlp("tr", "tr", "a-z", "A-Z", (char *)NULL);
        _exit(99);
    }
    close(to[0]);
    close(from[1]);
    int n = snprintf(line, sizeof line, "abc%d", i);
    CHECK(write(to[1], line, (size_t)n) == n);
    close(to[1]);
    CHECK(read(from[0], text, sizeof text - 1) == n);
    close(from[0]);
    CHECK(status_of(pid) == 0);
    return strncmp(text, "ABC", 3) == 0 && atoi(text + 3) == i;
}

int main(void)
{
    main_pid = getpid();
    main_parent = getppid();
    printf("each: %d\n", each(0, 4));
    printf("handed on: %d\n", pass_on(8));
    printf("any: %d\n", any(4));
    int a = spawn filter(1);
    int b = spawn filter(2);
    sync;
    printf("filters: %d %d\n", a, b);
    make_all(0);
    puts("children are the program's");
}
