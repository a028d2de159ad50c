/* What exits.c and exits_macros.c share. */
#ifndef EXITS_H
#define EXITS_H

#include "check.h"

#include <sys/syscall.h>
#include <unistd.h>

static pid_t home; /* the thread whose handlers run */
static int n_handled;

static void handler(void)
{
    n_handled++;
    printf("handler %d in the %s\n", n_handled,
           syscall(SYS_gettid) == home ? "right thread" : "wrong thread");
}

static void late_handler(void)
{
    printf("late handler\n");
}

static void step_aside(void)
{
}

/* Ends the program; defined in either form. */
void run(void *nothing);

int main(void)
{
    home = syscall(SYS_gettid);
    atexit(handler);
    printf("running\n");
    run(NULL);
    return 1;
}

#endif
