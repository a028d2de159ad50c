/* Memory that all workers of one machine share, also in a program for clusters:
 * a file of /dev/shm, which each process maps at its first call.  Needs
 * _GNU_SOURCE. */
#pragma once

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* `key' is the same in all workers, such as main's process id.  A region begins
 * with rank 0's variables in every rank, so an address that another process has
 * mapped does not count, and the memory is mapped again. */
static void *shared_memory(long key, size_t size)
{
    static void *memory;
    static pid_t mapped_by;
    char name[64];
    if (memory && mapped_by == getpid())
        return memory;
    snprintf(name, sizeof name, "/ucilk-bench-%ld", key);
    int fd = shm_open(name, O_RDWR | O_CREAT, 0600);
    void *p = fd >= 0 && ftruncate(fd, (off_t)size) == 0
                  ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
                  : MAP_FAILED;
    if (p == MAP_FAILED) {
        perror(name);
        exit(1);
    }
    close(fd);
    mapped_by = getpid();
    return memory = p;
}

static void shared_memory_end(long key)
{
    char name[64];
    snprintf(name, sizeof name, "/ucilk-bench-%ld", key);
    shm_unlink(name);
}
