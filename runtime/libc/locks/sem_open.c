/*
 * Named semaphores: as libc's, of the same files, but mapped for all workers,
 * and with one table of those that are open.
 *
 * The same semaphore is at one address, however often it is opened, and is
 * unmapped when it was closed as often.
 */
#define _GNU_SOURCE
#include "base/lock.h"
#include "libc/kernel.h"
#include "libc/locks/locks.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* clang-format off */
UCI_LIBC_WEAK(sem_open) UCI_LIBC_WEAK(sem_close)
sem_t *sem_open(const char *name, int flags, ...);
/* clang-format on */

struct opened {
    struct opened *next;
    dev_t device; /* which file */
    ino_t inode;
    unsigned times;
    sem_t *semaphore;
};

static struct {
    _Atomic uint32_t lock;
    struct opened *first;
} * table; /* shared */

void uci_sem_open_start(void)
{
    table = uci_libc_shared(sizeof *table);
}

/* Where libc has it.  False: no good name, errno is set. */
static bool path_of(const char *name, char path[NAME_MAX + 16])
{
    name += strspn(name, "/");
    size_t n = strlen(name);
    if (n == 0 || strchr(name, '/'))
        errno = EINVAL;
    else if (n > NAME_MAX - strlen("sem."))
        errno = ENAMETOOLONG;
    else
        return sprintf(path, "/dev/shm/sem.%s", name) > 0;
    return false;
}

/* A file that holds a new semaphore, and has no name yet. */
static int make_file(mode_t mode, unsigned value)
{
    sem_t new;
    memset(&new, 0, sizeof new);
    if (sem_init(&new, 1, value) != 0)
        return -1;
    int fd = open("/dev/shm", O_RDWR | O_TMPFILE | O_CLOEXEC, mode);
    if (fd >= 0 && write(fd, &new, sizeof new) != sizeof new) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* 0 or errno. */
static int name_file(int fd, const char *path)
{
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
               ? 0
               : errno;
}

/* The file, made if that is wanted; or -1. */
static int open_file(const char *path, int flags, mode_t mode, unsigned value)
{
    enum { EXCLUSIVE = O_CREAT | O_EXCL };
    for (;;) {
        int fd = -1;
        if ((flags & EXCLUSIVE) != EXCLUSIVE)
            fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0 || !(flags & O_CREAT) ||
            (errno != ENOENT && (flags & EXCLUSIVE) != EXCLUSIVE))
            return fd;
        fd = make_file(mode, value);
        if (fd < 0)
            return -1;
        int error = name_file(fd, path);
        if (!error)
            return fd;
        close(fd);
        if (error != EEXIST || flags & O_EXCL) {
            errno = error;
            return -1;
        }
    }
}

/* Under the lock. */
static sem_t *enter(int fd)
{
    struct stat file;
    if (fstat(fd, &file) != 0)
        return SEM_FAILED;
    for (struct opened *o = table->first; o; o = o->next) {
        if (o->device == file.st_dev && o->inode == file.st_ino) {
            o->times++;
            return o->semaphore;
        }
    }
    struct opened *o = malloc(sizeof *o);
    if (!o)
        return SEM_FAILED;
    o->semaphore = uci_program_mmap(NULL, sizeof *o->semaphore,
                                    PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (o->semaphore == MAP_FAILED) {
        free(o);
        return SEM_FAILED;
    }
    o->device = file.st_dev;
    o->inode = file.st_ino;
    o->times = 1;
    o->next = table->first;
    table->first = o;
    return o->semaphore;
}

sem_t *sem_open(const char *name, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    unsigned value = flags & O_CREAT ? va_arg(rest, unsigned) : 0;
    va_end(rest);
    if (!uci_libc_is_shared())
        return UCI_LIBC_REAL(sem_open)(name, flags, mode, value);
    char path[NAME_MAX + 16];
    if (!path_of(name, path))
        return SEM_FAILED;
    int fd = open_file(path, flags, mode, value);
    if (fd < 0)
        return SEM_FAILED;
    uci_spin_lock(&table->lock);
    sem_t *s = enter(fd);
    uci_spin_unlock(&table->lock);
    int error = errno;
    close(fd);
    errno = error;
    return s;
}

int sem_close(sem_t *s)
{
    if (!uci_libc_is_shared())
        return UCI_LIBC_REAL(sem_close)(s);
    uci_spin_lock(&table->lock);
    struct opened **link = &table->first, *o;
    while ((o = *link) != NULL && o->semaphore != s)
        link = &o->next;
    bool last = o && --o->times == 0;
    if (last)
        *link = o->next;
    uci_spin_unlock(&table->lock);
    if (!o) /* opened before main, or never */
        return UCI_LIBC_REAL(sem_close)(s);
    if (last) {
        uci_program_munmap(s, sizeof *s);
        free(o);
    }
    return 0;
}
