/* Ways to end a program from a task: endings.sh. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *mode;
static pid_t launcher;
static int n_ran;

static void ran(const char *what)
{
    printf("%s %d%s\n", what, ++n_ran,
           syscall(SYS_getpid) == launcher ? "" : " elsewhere");
    fflush(stdout);
}

static void of_main(void)
{
    ran("of main");
}

static void of_task(void)
{
    ran("of a task");
}

static void with_status(int status, void *text)
{
    printf("%s %d: ", (const char *)text, status);
    ran("with status");
}

static void leave(void)
{
    char *const argv[] = {"sh", "-c", "echo $$ $A $B", NULL};
    char *const envp[] = {"A=a", "B=b", NULL};
    if (strcmp(mode, "exit") == 0)
        exit(3);
    if (strcmp(mode, "quick_exit") == 0)
        quick_exit(4);
    if (strcmp(mode, "_Exit") == 0)
        _Exit(5);
    if (strcmp(mode, "raise") == 0)
        raise(SIGUSR1);
    if (strcmp(mode, "kill") == 0)
        kill(getpid(), SIGTERM);
    if (strcmp(mode, "exec") == 0) {
        printf("%d a b\n", (int)launcher);
        fflush(stdout);
        CHECK(execve("/nonexistent", argv, envp) == -1);
        CHECK(execlp("nonexistent", "x", (char *)NULL) == -1);
        execve("/bin/sh", argv, envp);
    }
}

/* Registers handlers on the way down; each level in some worker. */
static void descend(int depth)
{
    if (depth == 0)
        leave();
    if (depth % 8 == 4) {
        atexit(of_task);
        at_quick_exit(of_task);
        on_exit(with_status, "task");
    }
    if (depth > 0)
        spawn descend(depth - 1);
    sync;
}

static void run(void)
{
    spawn descend(20);
    if (strcmp(mode, "return") != 0)
        for (;;) /* the program ends though this strand does not */
            pause();
}

/* What the file system sees of one process. */
static void settle(int depth)
{
    if (depth == 0) {
        CHECK(mkdir("below", 0777) == 0 && chdir("below") == 0);
        CHECK(umask(077) == 022);
    } else {
        spawn settle(depth - 1);
    }
    sync;
}

int main(int argc, char **argv)
{
    launcher = getpid();
    mode = argc > 1 ? argv[1] : "";
    umask(022);
    settle(6);
    CHECK(umask(022) == 077);
    char *directory = getcwd(NULL, 0);
    CHECK(strstr(directory, "/below"));
    free(directory);
    CHECK(chdir("..") == 0 && rmdir("below") == 0);
    on_exit(with_status, "main");
    atexit(of_main);
    at_quick_exit(of_main);
    if (*mode)
        run();
    return 6;
}
