/* The CPUs that a thread may begin on: an attribute of threads that not every
 * libc has. */
#pragma once

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

/* False if the threads with these attributes begin where the system places
 * them. */
bool uci_first_cpus_set(pthread_attr_t *attributes, const cpu_set_t *cpus);
