/* Fills in the table of struct uci_checks.  See memory_checks.h. */
#include "cluster/check/memory_checks.h"

#include "base/options.h"

static void stop(void)
{
    uci_check_open_stack();
    uci_check_stop_data();
}

static void forget(void)
{
    uci_check_forget_stack();
    uci_check_stop_data();
}

void uci_check_start(void)
{
    static const struct uci_checks checks = {
        .watch_data = uci_check_data,
        .begin_strand = uci_check_data_in_strand,
        .begin_region = uci_check_data_of_region,
        .open_data = uci_check_open_data,
        .open_stack = uci_check_open_stack,
        .stop = stop,
        .forget = forget,
        .takes_data = uci_check_takes_data,
        .takes_stack = uci_check_takes_stack,
    };
    if (!uci_options.check_memory)
        return;
    uci_checks = &checks;
    uci_check_stack();
}
