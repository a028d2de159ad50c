/* The functions of <ucilk/workers.h>. */
#include "base/ticks.h"
#include "sched/worker.h"
#include "sched/words.h"

#include <ucilk/workers.h>

unsigned ucilk_nworkers(void)
{
    return uci_nworkers();
}

unsigned ucilk_worker(void)
{
    return uci_id;
}

int ucilk_workers_shutdown(void)
{
    return uci_workers_shutdown();
}

int ucilk_nworkers_set(unsigned n)
{
    return uci_nworkers_set(n);
}

void ucilk_poll(void)
{
    uci_net_relax();
}

void ucilk_work(unsigned long nanoseconds)
{
    uci_work(nanoseconds);
}

int ucilk_aborted(void)
{
    return uci_strand_is_aborted();
}
