/* Mistakes with futures.  See future_errors.h. */
#include "base/future_errors.h"

#include "base/message.h"

#include <stdio.h>

const char *uci_future_text(const struct ucilk_abi_task *task, char buffer[256])
{
    if (task->flags & UCILK_ABI_TASK_PROMISE)
        snprintf(buffer, 256, "the promise made at %s:%d", task->file,
                 task->line);
    else if (task->flags & UCILK_ABI_TASK_VALUE)
        snprintf(buffer, 256, "the future made from a value at %s:%d",
                 task->file, task->line);
    else
        snprintf(buffer, 256, "the future of `%s' (%s:%d)", task->name,
                 task->file, task->line);
    return buffer;
}

void uci_future_refuse_consumers(long consumers, const char *what,
                                 const struct ucilk_abi_task *site)
{
    uci_fatal("%s:%d: %s for %ld consumers: their number is from 1 to %ld",
              site->file, site->line, what, consumers, UCILK_ABI_MAX_CONSUMERS);
}

void uci_future_check_share(long consumers, long left, const char *place)
{
    if (consumers < 1)
        uci_fatal("%s: share for %ld consumers more: it adds at least one",
                  place, consumers);
    if (consumers > UCILK_ABI_MAX_CONSUMERS - left)
        uci_fatal("%s: share for %ld consumers more: the number of those left, "
                  "%ld, and them together is to be at most %ld",
                  place, consumers, left, UCILK_ABI_MAX_CONSUMERS);
}

void uci_future_refuse(const struct ucilk_abi_task *task, const char *what,
                       const char *place)
{
    char text[256];
    uci_fatal("%s: %s of a future that is used up: %s has been got as often as "
              "it has consumers",
              place, what, task ? uci_future_text(task, text) : "it");
}

void uci_future_refuse_size(const struct ucilk_abi_task *task, const char *what,
                            unsigned long offset, unsigned long size,
                            const char *place)
{
    char text[256];
    uci_fatal("%s: %s of %lu bytes from byte %lu on: the result of %s has %u "
              "bytes",
              place, what, size, offset, uci_future_text(task, text),
              task->result_size);
}
