/* The start of a tool, and <ucilk/workers.h>.  One worker runs, but a program
 * that divides its work by the number of workers divides it as it does without
 * the tool. */
#define _GNU_SOURCE
#include "base/options.h"
#include "serial/tool.h"

#include <ucilk/workers.h>

#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

void uci_serial_start(void)
{
    struct rlimit limit;
    if (!uci_options_read(environ))
        exit(UCI_EXIT_ERROR);
    if (uci_options.help) {
        uci_options_print();
        exit(0);
    }
    rlim_t wanted = uci_options.stack_size;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_STACK, &limit);
}

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
