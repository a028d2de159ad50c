/*
 * The run that is measured: one thread, from the program's beginning to its
 * end.
 */
#ifndef UCI_RUN_H
#define UCI_RUN_H

#include "scale/path.h"

/* True in the thread that is measured. */
extern __thread bool uci_run_is_here __attribute__((tls_model("initial-exec")));

/* Called in another thread, for a spawn of `what': measures this thread if no
 * other has spawned, or ends the program with a message. */
void uci_run_adopt(const char *what, const char *file, int line);

static inline void uci_run_enter(const struct ucilk_abi_task *task)
{
    if (__builtin_expect(!uci_run_is_here, 0))
        uci_run_adopt(task->name, task->file, task->line);
}

/* The reports, after uci_path_end: report.c, json.c. */
void uci_report_print(void);
void uci_report_json(const char *path);

#endif
