/*
 * What the tools have in common: one thread, whose tasks run in serial order,
 * from the program's beginning to its end.
 */
#pragma once

#include "base/message.h"
#include "base/kind.h"

#include <ucilk/abi.h>

#include <stdbool.h>
#include <stdlib.h>

#define UCI_SERIAL_TOOL "--ucilk-tool=" UCI_KIND

#define UCI_HERE __thread __attribute__((tls_model("initial-exec")))
/* True in the thread that is looked at. */
extern UCI_HERE bool uci_run_is_here;

/* Reads the options, prints them if that is asked for, and lets main's stack,
 * on which tasks run, become as large as libucilk's stacks are. */
void uci_serial_start(void);

/* Called in another thread, for a spawn of `what': looks at this thread if no
 * other has spawned, or ends the program with a message. */
void uci_run_adopt(const char *what, const char *file, int line);

static inline void uci_run_enter(const struct ucilk_abi_task *task)
{
    if (__builtin_expect(!uci_run_is_here, 0))
        uci_run_adopt(task->name, task->file, task->line);
}

static inline void *uci_memory(void *p)
{
    if (!p)
        uci_fatal("no memory left for " UCI_SERIAL_TOOL);
    return p;
}

/* The array of n entries, with room for one more. */
static inline void *uci_grow(void *array, unsigned long n, unsigned long *room,
                             unsigned long size)
{
    if (n < *room)
        return array;
    *room = *room ? 2 * *room : 8;
    return uci_memory(realloc(array, *room * size));
}
