/* <ucilk/workers.h>. */
#include "net/worker.h"

#include <ucilk/workers.h>

unsigned ucilk_nworkers(void)
{
    return uci_world ? uci_world->n_workers : 1;
}

unsigned ucilk_worker(void)
{
    return uci_id;
}

void ucilk_poll(void)
{
    uci_net_relax();
}
