/*
 * The run that is measured, from the program's beginning to its end: one
 * thread, in serial order.
 */
#ifndef UCI_RUN_H
#define UCI_RUN_H

#include "scale/path.h"

/* Does the calling thread run the program that is measured? */
extern __thread bool uci_run_is_here __attribute__((tls_model("initial-exec")));

/* Makes the first thread that spawns that one, and refuses a second; `what' it
 * does, where. */
void uci_run_adopt(const char *what, const char *file, int line);

static inline void uci_run_enter(const struct ucilk_abi_task *task)
{
    if (__builtin_expect(!uci_run_is_here, 0))
        uci_run_adopt(task->name, task->file, task->line);
}

/* The reports of report.c and json.c, of a path that has ended. */
void uci_report_print(void);
void uci_report_json(const char *path);

#endif
