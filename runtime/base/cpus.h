/* How many CPUs and how much memory this process may use. */
#pragma once

/* The CPUs that affinity and the quotas of all enclosing cgroups (version 1 and
 * 2) allow, rounded up; at least 1. */
unsigned long uci_cpus_allowed(void);

/* The smallest memory limit of the enclosing cgroups in bytes; 0 for none. */
unsigned long uci_cgroup_memory_limit(void);
/* How often the kernel's OOM killer has struck in these cgroups so far, and on
 * the whole machine; 0 if unknown. */
unsigned long uci_cgroup_oom_kills(void);
unsigned long uci_system_oom_kills(void);
