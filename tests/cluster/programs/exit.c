/*
 * Calls exit(7) in a task that another rank has stolen, while all other ranks
 * have work for an hour.  `exit fork' forks a child that calls exit, too; in
 * `exit held' another thread holds stdin, as one that reads it does; in `exit
 * end' as well, but main returns.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

static char first[16];
static long duration = 3600; /* seconds of the others' work */

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

static void *hold_stdin(void *held)
{
    flockfile(stdin);
    pthread_barrier_wait(held);
    pause();
    return held;
}

static void let_hold(void)
{
    static pthread_barrier_t held;
    pthread_t thread;
    pthread_barrier_init(&held, NULL, 2);
    pthread_create(&thread, NULL, hold_stdin, &held);
    pthread_barrier_wait(&held);
}

static void leave(void)
{
    if (strcmp(first, "held") == 0 || strcmp(first, "end") == 0)
        let_hold();
    if (strcmp(first, "end") == 0)
        return;
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
        work(duration);
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
    if (strcmp(first, "end") == 0)
        duration = 1;
    atexit(handler);
    puts("main");
    int x = spawn stay(1);
    work(duration);
    sync;
    printf("not reached: %d\n", x);
    return 8;
}
