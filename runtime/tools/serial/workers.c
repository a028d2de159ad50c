/* <ucilk/workers.h>.  One worker runs, but a program that divides its work by
 * the number of workers divides it as it does without the tool. */
#include "base/options.h"

#include <ucilk/workers.h>

#include <errno.h>

unsigned ucilk_nworkers(void)
{
    return (unsigned)uci_options.nworkers;
}

unsigned ucilk_worker(void)
{
    return 0;
}

int ucilk_workers_shutdown(void)
{
    return 0;
}

int ucilk_nworkers_set(unsigned n)
{
    if (n < 1 || n > 4096)
        return -EINVAL;
    uci_options.nworkers = n;
    return 0;
}

void ucilk_poll(void)
{
}

int ucilk_aborted(void)
{
    return 0;
}
