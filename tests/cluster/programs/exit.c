/*
 * exit(7) in a task that has been taken by another rank, while all others have
 * work for an hour.  `exit atexit', `exit on_exit' and `exit at_quick_exit'
 * register a handler there before; `exit fork' forks a child that calls exit,
 * too; `exit quick' is quick_exit(7).
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

static void handle_quickly(void)
{
    puts("quick handler");
    fflush(stdout);
}

static void handle_status(int status, void *unused)
{
    (void)status, (void)unused;
    handler();
}

static void leave(void)
{
    if (strcmp(first, "atexit") == 0)
        atexit(handler);
    if (strcmp(first, "on_exit") == 0)
        on_exit(handle_status, NULL);
    if (strcmp(first, "at_quick_exit") == 0)
        at_quick_exit(handler);
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
    if (strcmp(first, "quick") == 0) {
        fflush(stdout);
        quick_exit(7);
    }
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
    at_quick_exit(handle_quickly);
    puts("main");
    int x = spawn stay(1);
    work(3600);
    sync;
    printf("not reached: %d\n", x);
    return 0;
}
