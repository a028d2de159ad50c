/* Tasks of all workers at once fork children, which exit or run programs, and
 * wait for them; popen and system, too. */
#define _GNU_SOURCE
#include "../process.h"
#include <spawn.h>
#include <sys/wait.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

extern char **environ;

/* The child sees the frame of the task as it was. */
static void by_fork(int *status, int value)
{
    volatile int own = value;
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0)
        _exit(own == value ? value : 99);
    own = -1;
    CHECK(waitpid(child, status, 0) == child);
    CHECK(WIFEXITED(*status));
    *status = WEXITSTATUS(*status);
}

static void by_exec(int *status, int value)
{
    char text[20];
    snprintf(text, sizeof text, "exit %d", value);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", text, (char *)NULL);
        _exit(98);
    }
    CHECK(waitpid(child, status, 0) == child);
    *status = WEXITSTATUS(*status);
}

static void by_posix_spawn(int *status, int value)
{
    char text[20];
    snprintf(text, sizeof text, "exit %d", value);
    char *arguments[] = {"sh", "-c", text, NULL};
    pid_t child;
    CHECK(posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ) == 0);
    CHECK(waitpid(child, status, 0) == child);
    *status = WEXITSTATUS(*status);
}

static void by_system(int *status, int value)
{
    char text[20];
    snprintf(text, sizeof text, "exit %d", value);
    *status = WEXITSTATUS(system(text));
}

/* Both ends of a pipe to a shell. */
static void by_popen(int *status, int value)
{
    char text[60], line[60];
    snprintf(text, sizeof text, "echo $((%d * 3)); exit %d", value, value);
    FILE *f = popen(text, "re");
    CHECK(f && fgets(line, sizeof line, f) && atoi(line) == 3 * value);
    *status = WEXITSTATUS(pclose(f));
    snprintf(text, sizeof text, "read x && test \"$x\" = %d", value);
    f = popen(text, "we");
    CHECK(f && fprintf(f, "%d\n", value) > 0 && pclose(f) == 0);
}

/* Forked in one task, waited for in its parent. */
static pid_t begin(int value)
{
    pid_t child = fork();
    if (child == 0)
        _exit(value);
    return child;
}

static void across(void)
{
    pid_t children[8];
    for (int i = 0; i < 8; i++)
        children[i] = cilk_spawn begin(i);
    cilk_sync;
    for (int i = 0; i < 8; i++) {
        int status;
        CHECK(waitpid(children[i], &status, 0) == children[i]);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == i);
    }
}

int main(void)
{
    int n = (int)scaled(40, 10), status[5][40];
    for (int i = 0; i < n; i++) {
        cilk_spawn by_fork(&status[0][i], i);
        if (i % 4)
            continue;
        cilk_spawn by_exec(&status[1][i], i);
        cilk_spawn by_posix_spawn(&status[2][i], i);
        cilk_spawn by_system(&status[3][i], i);
        cilk_spawn by_popen(&status[4][i], i);
    }
    cilk_sync;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < (i % 4 ? 1 : 5); k++)
            CHECK(status[k][i] == i);
    across();
    cilk_spawn across();
    across();
    cilk_sync;
    return right();
}
