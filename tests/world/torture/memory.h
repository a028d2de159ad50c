/* malloc and mmap and their kin, by tasks that move on in between. */
#ifndef TORTURE_MEMORY_H
#define TORTURE_MEMORY_H

#include "base.h"

#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/shm.h>

static int is_filled(const char *p, char value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] != value)
            return 0;
    return 1;
}

static void check_and_free(char *p, char value, size_t n)
{
    CHECK(is_filled(p, value, n) && malloc_usable_size(p) >= n);
    free(p);
}

static int is_aligned(const void *p, uintptr_t to)
{
    return p && (uintptr_t)p % to == 0;
}

static void use_malloc(int i)
{
    size_t n = 50 + 997 * (size_t)(i % 32);
    char *p = malloc(n), value = (char)(i + 1);
    memset(p, value, n);
    MOVE;
    p = realloc(p, 3 * n);
    CHECK(is_filled(p, value, n));
    MOVE;
    memset(p, value, 3 * n);
    p = reallocarray(p, n, 2);
    spawn check_and_free(p, value, 2 * n);
    char *zeros = calloc(n, 3);
    MOVE;
    CHECK(is_filled(zeros, 0, 3 * n));
    free(zeros);

    void *a[5] = {aligned_alloc(128, 1280), memalign(512, n), valloc(n),
                  pvalloc(n), NULL};
    CHECK(posix_memalign(&a[4], 1024, n) == 0);
    MOVE;
    CHECK(is_aligned(a[0], 128) && is_aligned(a[1], 512) &&
          is_aligned(a[2], 4096) && is_aligned(a[3], 4096) &&
          is_aligned(a[4], 1024));
    CHECK(malloc_usable_size(a[3]) >= (n + 4095) / 4096 * 4096);
    for (int k = 0; k < 5; k++) {
        memset(a[k], value, 50);
        spawn check_and_free(a[k], value, 50);
    }
    sync;
    struct name text = name_of("malloc_info", i);
    FILE *f = fopen(text.text, "w");
    MOVE;
    CHECK(malloc_info(0, f) == 0 && ftell(f) > 0);
    fclose(f);
}

static void unmap(char *p, size_t n)
{
    CHECK(munmap(p, n) == 0);
}

static void use_mmap(int i)
{
    enum { SIZE = 5 * 4096 };
    char value = (char)(i + 1);
    char *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(p != MAP_FAILED);
    memset(p, value, SIZE);
    MOVE;
    p = mremap(p, SIZE, 2 * SIZE, MREMAP_MAYMOVE);
    CHECK(p != MAP_FAILED && is_filled(p, value, SIZE));
    memset(p + SIZE, value, SIZE);
    MOVE;
    CHECK(mprotect(p, 4096, PROT_READ) == 0);
    CHECK(madvise(p, 2 * SIZE, MADV_WILLNEED) == 0);
    MOVE;
    CHECK(is_filled(p, value, 2 * SIZE));
    spawn unmap(p, 2 * SIZE);

    int fd = open(name_of("mapped", i).text, O_RDWR | O_CREAT, 0600);
    CHECK(fd >= 0 && ftruncate(fd, SIZE) == 0);
    char *f = mmap64(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CHECK(f != MAP_FAILED);
    close(fd);
    MOVE;
    memset(f, value, SIZE);
    MOVE;
    CHECK(is_filled(f, value, SIZE));
    spawn unmap(f, SIZE);

    int id = shmget(IPC_PRIVATE, SIZE, IPC_CREAT | 0600);
    char *s = shmat(id, NULL, 0);
    CHECK(id >= 0 && s != (void *)-1);
    shmctl(id, IPC_RMID, NULL);
    MOVE;
    memset(s, value, SIZE);
    MOVE;
    CHECK(is_filled(s, value, SIZE) && shmdt(s) == 0);
    sync;

    CHECK(pthread_mutex_lock(&alone) == 0);
    char *end = sbrk(SIZE);
    CHECK(end != (void *)-1);
    memset(end, value, SIZE);
    CHECK(is_filled(end, value, SIZE) && brk(end) == 0 && sbrk(0) == end);
    CHECK(pthread_mutex_unlock(&alone) == 0);
}

#endif
