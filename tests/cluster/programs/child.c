/* child COMMAND: main runs COMMAND in a shell while the other ranks exist, with
 * the environment that the program was started with. */
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <ucilk/ucilk.h>

static int id(int n)
{
    return n;
}

int main(int argc, char **argv, char **environment)
{
    char *shell[] = {"sh", "-c", argc > 1 ? argv[1] : "", NULL};
    pid_t child;
    int status = 0;
    int n = spawn id(7);
    sync;
    if (posix_spawn(&child, "/bin/sh", NULL, NULL, shell, environment) != 0 ||
        waitpid(child, &status, 0) != child)
        return 1;
    printf("child of %d: %d\n", n, WEXITSTATUS(status));
    return WEXITSTATUS(status);
}
