/*
 * The program's data in the simulation: all virtual workers share them, so a
 * region begins without pages, and each worker has them when it has the
 * region's number.
 */
#include "net/output.h"
#include "cluster/data/data.h"

void uci_data_publish(uci_data_changed *changed)
{
    (void)changed;
}

bool uci_data_apply(const char *start, const char *bytes, size_t size)
{
    (void)start, (void)bytes, (void)size;
    return true;
}

#define NOTHING(name)                                                          \
    void name(void)                                                            \
    {                                                                          \
    }
NOTHING(uci_data_drop)
NOTHING(uci_data_keep_environment)
NOTHING(uci_data_put_back_environment)
NOTHING(uci_output_flush) /* there is one process, and one buffer */
