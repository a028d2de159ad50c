/*
 * 1 GiB of .bss of which little is touched, before main and by tasks: starting
 * costs nothing for the rest, and neither does a core dump, though heap and
 * .bss are shared memory, which the kernel would fetch for it.  sparse.sh.
 */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <string.h>
#include <sys/mman.h>

enum { TOUCHED = 100, STEP = 10000000 };

#ifdef SMALL
static volatile char bss[TOUCHED];
#define AT(i) (i)
#else
static volatile char bss[1 << 30];
#define AT(i) ((long)(i)*STEP + 5)
#endif

__attribute__((constructor)) static void touch_before_main(void)
{
#ifndef UNTOUCHED
    for (int i = 0; i < TOUCHED; i++)
        bss[AT(i)] = (char)i;
#endif
}

static void touch(int from, int n)
{
    if (n > 1) {
        spawn touch(from, n / 2);
        touch(from + n / 2, n - n / 2);
        sync;
        return;
    }
    bss[AT(from)]++;
}

/* KiB of shared memory that is there. */
static long shared_memory(void)
{
    char line[128];
    long n = -1;
    FILE *f = fopen("/proc/self/status", "r");
    CHECK(f);
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "RssShmem: %ld", &n) == 1)
            break;
    fclose(f);
    return n;
}

static void crash(size_t size)
{
    volatile int *nowhere = (int *)8;
    memset(malloc(size), 1, size);
    memset(mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                -1, 0),
           1, size);
    *nowhere = 1;
}

int main(int argc, char **argv)
{
    CHECK(shared_memory() < 32 << 10);
    touch(0, TOUCHED);
    for (int i = 0; i < TOUCHED; i++)
#ifndef UNTOUCHED
        CHECK(bss[AT(i)] == (char)(i + 1));
#else
        CHECK(bss[AT(i)] == 1);
#endif
    if (argc > 1) {
        spawn crash((size_t)atol(argv[1]) << 20);
        sync;
    }
}
