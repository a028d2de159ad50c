/*
 * Calls exit(7) in a task that another rank has stolen, while all other ranks
 * have work for an hour.  `exit fork' forks a child that calls exit, too.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

static char first[16];

static void work(long seconds)
{
    volatile long sum = 0;
    for (long k = 0; k < seconds * 500000000; k++)
        sum += k;
}

static void handler(void)
{
    puts("handler");
}

static void leave(void)
{
    if (strcmp(first, "fork") == 0) {
        int status = 0;
        pid_t child = fork();
        if (child == 0)
            exit(3);
        if (waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
            WEXITSTATUS(status) != 3)
            exit(1);
    }
    fputs("leaves\n", stdout);
    exit(7);
}

static int stay(int n)
{
    if (n == 0) {
        work(3600);
        return 0;
    }
    spawn stay(n - 1); /* who takes what follows is another rank */
    leave();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        strncpy(first, argv[1], sizeof first - 1);
    atexit(handler);
    puts("main");
    int x = spawn stay(1);
    work(3600);
    sync;
    printf("not reached: %d\n", x);
    return 0;
}
