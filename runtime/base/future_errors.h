/* Mistakes with futures, each of which ends the program, and what messages call
 * a future. */
#pragma once

#include "base/atomics.h"

#include <ucilk/abi.h>

/* "the future of `f' (a.c:5)" */
const char *uci_future_text(const struct ucilk_abi_task *task,
                            char buffer[256]);

/* A future that `what' makes cannot have so many consumers. */
_Noreturn void uci_future_refuse_consumers(long consumers, const char *what,
                                           const struct ucilk_abi_task *site)
    __attribute__((cold));
static inline void uci_future_check_consumers(long consumers, const char *what,
                                              const struct ucilk_abi_task *site)
{
    if (uci_unlikely(consumers < 1 || consumers > UCILK_ABI_MAX_CONSUMERS))
        uci_future_refuse_consumers(consumers, what, site);
}
/* `left' are its consumers before it is shared with so many more. */
void uci_future_check_share(long consumers, long left, const char *place);

/* The future has been got as often as it has consumers; of a null task nobody
 * knows which one it was. */
_Noreturn void uci_future_refuse(const struct ucilk_abi_task *task,
                                 const char *what, const char *place)
    __attribute__((cold));

/* The result of the task has no such bytes, or, if these are to be all of it,
 * another size. */
_Noreturn void uci_future_refuse_size(const struct ucilk_abi_task *task,
                                      const char *what, unsigned long offset,
                                      unsigned long size, const char *place)
    __attribute__((cold));
static inline void uci_future_check_size(const struct ucilk_abi_task *task,
                                         const char *what, unsigned long offset,
                                         unsigned long size, bool is_all,
                                         const char *place)
{
    unsigned long whole = task->result_size;
    if (uci_unlikely(is_all ? size != whole
                            : offset > whole || size > whole - offset))
        uci_future_refuse_size(task, what, offset, size, place);
}
