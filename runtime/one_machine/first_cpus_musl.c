/* musl has no such attribute. */
#include "one_machine/first_cpus.h"

bool uci_first_cpus_set(pthread_attr_t *attributes, const cpu_set_t *cpus)
{
    (void)attributes, (void)cpus;
    return false;
}
