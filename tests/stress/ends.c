/*
 * ends exit|_exit|kill [both|future]: a program that ends in a task: in a
 * worker other than 0 if there is one, in two workers at once, or in a future
 * that main waits for. exit is a case of rules E1 and E2, the others of E3, in
 * docs/protocols/home.md.
 *
 * ends deadlock: main and a task wait for a promise that nobody fulfils (F8).
 */
#define _GNU_SOURCE
#include <ucilk/ucilk.h>

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { STATUS = 7 };

static const char *mode;
static atomic_int met;
static pid_t launcher;

static void handler(void)
{
    printf("handler in the %s\n",
           syscall(SYS_getpid) == launcher ? "launcher" : "wrong process");
}

static void end(void)
{
    if (strcmp(mode, "exit") == 0)
        exit(STATUS);
    if (strcmp(mode, "_exit") == 0)
        _exit(STATUS);
    if (syscall(SYS_getpid) == launcher)
        _exit(128 + SIGKILL);
    kill(syscall(SYS_getpid), SIGKILL);
}

/* Ends the program when a thief has gone on with main, or when no thief has for
 * a long time. */
static void linger(int both)
{
    for (int n = 0; n < 20000 && !met; n++)
        sched_yield();
    if (both)
        usleep((useconds_t)syscall(SYS_getpid) % 64 * 50); /* sometimes the later one */
    if (both || !met)
        end();
    for (;;)
        pause();
}

static void meet(int depth)
{
    if (depth > 0) {
        spawn meet(depth - 1);
        sync;
        return;
    }
    met = 1;
    end();
}

static void await(ucilk_future_t f)
{
    ucilk_future_get(void, f);
}

int main(int argc, char **argv)
{
    mode = argc > 1 ? argv[1] : "exit";
    const char *where = argc > 2 ? argv[2] : "";
    launcher = syscall(SYS_getpid);
    atexit(handler);
    if (strcmp(mode, "deadlock") == 0) {
        ucilk_future_t f = ucilk_promise_future(ucilk_promise_make(void, 2));
        spawn await(f);
        await(f);
    }
    if (strcmp(where, "future") == 0) {
        ucilk_future_t f = cilk_future linger(0);
        ucilk_future_t g = cilk_future meet(5);
        await(f);
        await(g);
    }
    spawn linger(strcmp(where, "both") == 0);
    spawn meet(5);
    sync;
    return 1;
}
