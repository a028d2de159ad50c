/* 2.2 Compiling and Running Cilk Programs: the options of a program come first
 * and are taken away.  It runs itself with them; those of the compiler are in
 * tests/tool/cases/cilk5.sh. */
#define _GNU_SOURCE
#include <cilk.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../check.h"

#ifndef UCILK_SERIAL
static void with(char *const *argv)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        setenv("SEEN", "1", 1);
        execv("/proc/self/exe", argv);
        _exit(99);
    }
    CHECK(waitpid(child, &status, 0) == child && status == 0);
}
#endif

cilk int one(int n)
{
    return n;
}

/* PROGRAM OPTION... seen N_WORKERS ARGUMENTS */
static int is_seen(int argc, char **argv)
{
    CHECK(argc == 4 && strcmp(argv[1], "seen") == 0 && argv[4] == NULL && strcmp(argv[3], "--nproc") == 0);
    CHECK(Cilk_active_size == atoi(argv[2]));
    return 0;
}

cilk int main(int argc, char *argv[])
{
    int x;
    x = spawn one(7);
    sync;
    if (getenv("SEEN"))
        return is_seen(argc, argv);
#ifndef UCILK_SERIAL
    unsetenv("UCILK_STATS"); /* its file is this run's */
    with((char *[]){"x", "--nproc", "3", "seen", "3", "--nproc", NULL});
    with((char *[]){"x", "--nproc", "2", "--stats", "0", "--", "seen", "2", "--nproc",
                    NULL});
    with((char *[]){"x", "--stats", "0", "--nproc", "4", "--", "seen", "4", "--nproc",
                    NULL});
    with((char *[]){"x", "--no-stats", "--nproc", "1", "--stack", "4096", "seen", "1",
                    "--nproc", NULL});
    with((char *[]){"x", "--pin-proc", "f", "--pthread-stacksize", "200000", "--nproc",
                    "2", "seen", "2", "--nproc", NULL});
#endif
    printf("%d\n", x);
    return 0;
}
