#include "one_machine/first_cpus.h"

bool uci_first_cpus_set(pthread_attr_t *attributes, const cpu_set_t *cpus)
{
    return pthread_attr_setaffinity_np(attributes, sizeof *cpus, cpus) == 0;
}
