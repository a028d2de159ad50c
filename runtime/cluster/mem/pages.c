/* Copies of memory by pages, and files in memory.  See pages.h. */
#define _GNU_SOURCE
#include "cluster/mem/pages.h"

#include "base/message.h"
#include "sched/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BATCH = 2048 };

/*
 * Finds which of n pages have ever been touched: by bits 63 (present) and 62
 * (swapped) of /proc/self/pagemap, and by mincore, since pages of shared memory
 * that only other processes have touched do not show there.  All, if these
 * cannot be read.
 */
static void find_touched(int pagemap, char *from, size_t n,
                         unsigned char *touched)
{
    uint64_t entries[n];
    off_t at = (off_t)((uintptr_t)from / UCI_PAGE * sizeof entries[0]);
    if (mincore(from, n * UCI_PAGE, touched) != 0 ||
        pread(pagemap, entries, sizeof entries, at) !=
            (ssize_t)sizeof entries) {
        memset(touched, 1, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        touched[i] = (touched[i] & 1) || entries[i] >> 62;
}

static void copy_touched(char *to, char *from, char *end)
{
    unsigned char touched[BATCH];
    int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    while (from < end) {
        size_t pages = (size_t)(end - from) / UCI_PAGE;
        size_t n = pages < BATCH ? pages : BATCH;
        find_touched(pagemap, from, n, touched);
        for (size_t i = 0; i < n; i++, from += UCI_PAGE, to += UCI_PAGE)
            if (touched[i])
                memcpy(to, from, UCI_PAGE);
    }
    if (pagemap >= 0)
        close(pagemap);
}

void uci_pages_fill(char *to, char *start, char *end, char *file_end)
{
    size_t filed = start < file_end ? (size_t)(file_end - start) : 0;
    memcpy(to, start, filed);
    copy_touched(to + filed, start + filed, end);
}

char *uci_pages_copy(char *start, char *end)
{
    size_t size = (size_t)(end - start);
    if (size == 0)
        return NULL;
    char *to = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (to == MAP_FAILED)
        uci_fatal("cannot copy %lu bytes of the program's data: %s; raise "
                  "RLIMIT_AS (ulimit -v) or RLIMIT_DATA (ulimit -d)",
                  (unsigned long)size, strerror(errno));
    copy_touched(to, start, end);
    return to;
}

/* It raises the limit first, since a size beyond the limit would bring a
 * signal. */
bool uci_pages_resize(int fd, size_t size)
{
    struct rlimit old, highest;
    if (getrlimit(RLIMIT_FSIZE, &old) != 0 || old.rlim_cur >= size)
        return ftruncate(fd, (off_t)size) == 0;
    if (old.rlim_max < size) {
        errno = EFBIG;
        return false;
    }
    highest = (struct rlimit){old.rlim_max, old.rlim_max};
    bool done = setrlimit(RLIMIT_FSIZE, &highest) == 0 &&
                ftruncate(fd, (off_t)size) == 0;
    setrlimit(RLIMIT_FSIZE, &old);
    return done;
}

int uci_pages_file(const char *name, size_t size)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd < 0 || uci_pages_resize(fd, size))
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}
