/* How many processors and how much memory this process may use. */
#ifndef UCI_CPUS_H
#define UCI_CPUS_H

/* CPUs allowed by affinity and by the quotas of every enclosing cgroup
 * (version 1 and 2), rounded up; at least 1. */
unsigned long uci_cpus_allowed(void);

/*
 * The smallest memory limit of the enclosing cgroups in bytes, 0 for none,
 * and how often the kernel's OOM killer struck in them so far (0 if unknown).
 */
unsigned long uci_cgroup_memory_limit(void);
unsigned long uci_cgroup_oom_kills(void);
/* The same for the whole machine, every cgroup included. */
unsigned long uci_system_oom_kills(void);

#endif
