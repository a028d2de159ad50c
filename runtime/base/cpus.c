/* The CPUs and the memory that affinity and cgroups allow.  See cpus.h. */
#define _GNU_SOURCE
#include "base/cpus.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads the first bytes of a file as text; false if it cannot be read.  Without
 * stdio, since it is called after the death of a worker, too. */
static bool read_text(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    size_t length = 0;
    ssize_t n;
    while ((n = read(fd, text + length, size - 1 - length)) > 0)
        length += (size_t)n;
    close(fd);
    text[length] = '\0';
    return n == 0;
}

/* A file that each cgroup of a controller has below `root'; controller ""
 * stands for version 2. */
struct place {
    const char *controller, *root, *file;
    void (*visit)(const char *path, unsigned long *result);
};

/* True if the controller is among the names, which have commas between. */
static bool is_named(const char *controller, const char *names)
{
    size_t wanted = strlen(controller);
    if (wanted == 0)
        return *names == '\0';
    for (const char *name = names; name; name = strchr(name, ',')) {
        name += *name == ',';
        if (strncmp(name, controller, wanted) == 0 &&
            (name[wanted] == ',' || name[wanted] == '\0'))
            return true;
    }
    return false;
}

/* Visits the place's file of a cgroup and of each of its ancestors. */
static void visit_up(const struct place *place, const char *group,
                     unsigned long *result)
{
    char path[1024], full[2048];
    snprintf(path, sizeof path, "%s", strcmp(group, "/") ? group : "");
    for (;;) {
        snprintf(full, sizeof full, "%s%s/%s", place->root, path, place->file);
        place->visit(full, result);
        char *slash = strrchr(path, '/');
        if (!slash)
            break;
        *slash = '\0';
    }
}

/* Visits all cgroups of this process.  Each line of the file is
 * ID:CONTROLLERS:GROUP. */
static void each_cgroup(const struct place *places, unsigned n_places,
                        unsigned long *result)
{
    char groups[4096];
    if (!read_text("/proc/self/cgroup", groups, sizeof groups))
        return;
    for (char *line = groups, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        char *names = strchr(line, ':');
        char *group = names ? strchr(names + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = '\0';
        for (unsigned i = 0; i < n_places; i++)
            if (is_named(places[i].controller, names + 1))
                visit_up(&places[i], group, result);
    }
}

/* Takes `value' for the result if it is smaller; 0 stands for no limit. */
static void least(unsigned long *result, unsigned long value)
{
    if (value > 0 && (*result == 0 || value < *result))
        *result = value;
}

/* Version 2: the file has "QUOTA PERIOD" or "max PERIOD". */
static void visit_cpu_max(const char *path, unsigned long *result)
{
    char text[64];
    unsigned long quota, period;
    if (read_text(path, text, sizeof text) &&
        sscanf(text, "%lu %lu", &quota, &period) == 2 && period > 0)
        least(result, (quota + period - 1) / period);
}

/* Version 1: quota and period are in two files; quota -1 stands for none. */
static void visit_cfs_quota(const char *path, unsigned long *result)
{
    char text[64], other[2048];
    if (!read_text(path, text, sizeof text))
        return;
    long quota = atol(text);
    snprintf(other, sizeof other, "%s", path);
    char *name = strrchr(other, '/');
    snprintf(name, sizeof other - (size_t)(name - other), "/cpu.cfs_period_us");
    if (quota <= 0 || !read_text(other, text, sizeof text))
        return;
    long period = atol(text);
    if (period > 0)
        least(result, (unsigned long)((quota + period - 1) / period));
}

static void visit_limit(const char *path, unsigned long *result)
{
    char text[64];
    if (!read_text(path, text, sizeof text) || strncmp(text, "max", 3) == 0)
        return;
    unsigned long bytes = strtoul(text, NULL, 10);
    if (bytes < 1ul << 62) /* version 1 spells "none" as a huge number */
        least(result, bytes);
}

static void visit_oom_kills(const char *path, unsigned long *result)
{
    char text[512];
    if (!read_text(path, text, sizeof text))
        return;
    const char *kills = strstr(text, "oom_kill ");
    if (kills)
        *result += strtoul(kills + strlen("oom_kill "), NULL, 10);
}

static unsigned long cpus_of_affinity(void)
{
    for (int bits = CPU_SETSIZE; bits <= 1 << 20; bits *= 2) {
        cpu_set_t *set = CPU_ALLOC(bits);
        if (!set)
            return 1;
        int failed = sched_getaffinity(0, CPU_ALLOC_SIZE(bits), set);
        int count = failed ? 0 : CPU_COUNT_S(CPU_ALLOC_SIZE(bits), set);
        CPU_FREE(set);
        if (!failed)
            return (unsigned long)count;
        if (errno != EINVAL)
            return 1;
    }
    return 1;
}

unsigned long uci_cpus_allowed(void)
{
    static const struct place places[] = {
        {"", "/sys/fs/cgroup", "cpu.max", visit_cpu_max},
        {"", "/sys/fs/cgroup/unified", "cpu.max", visit_cpu_max},
        {"cpu", "/sys/fs/cgroup/cpu", "cpu.cfs_quota_us", visit_cfs_quota}};
    unsigned long quota = 0, cpus = cpus_of_affinity();
    each_cgroup(places, 3, &quota);
    least(&quota, cpus);
    return quota ? quota : 1;
}

unsigned long uci_cgroup_memory_limit(void)
{
    static const struct place places[] = {
        {"", "/sys/fs/cgroup", "memory.max", visit_limit},
        {"memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes",
         visit_limit}};
    unsigned long limit = 0;
    each_cgroup(places, 2, &limit);
    return limit;
}

unsigned long uci_cgroup_oom_kills(void)
{
    static const struct place places[] = {
        {"", "/sys/fs/cgroup", "memory.events", visit_oom_kills},
        {"memory", "/sys/fs/cgroup/memory", "memory.oom_control",
         visit_oom_kills}};
    unsigned long kills = 0;
    each_cgroup(places, 2, &kills);
    return kills;
}

unsigned long uci_system_oom_kills(void)
{
    char text[16384];
    const char *kills;
    if (!read_text("/proc/vmstat", text, sizeof text) ||
        (kills = strstr(text, "\noom_kill ")) == NULL)
        return 0;
    return strtoul(kills + strlen("\noom_kill "), NULL, 10);
}
