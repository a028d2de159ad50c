/*
 * What cannot be mapped for all workers once they have started, by name; the
 * same before is no matter.  refused_maps.sh.
 */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>

enum { PAGE = 4096, PRIVATE = MAP_PRIVATE | MAP_ANONYMOUS };

static char *const nowhere = (char *)0x123456780000;

static void *map(void *at, int flags)
{
    return mmap(at, PAGE, PROT_READ | PROT_WRITE, flags, -1, 0);
}

static void *attach(void *at)
{
    int id = shmget(IPC_PRIVATE, PAGE, IPC_CREAT | 0600);
    void *p = shmat(id, at, 0);
    shmctl(id, IPC_RMID, NULL);
    return p;
}

static void *call(const char *what)
{
    if (strcmp(what, "fixed") == 0)
        return map(nowhere, PRIVATE | MAP_FIXED);
    if (strcmp(what, "noreplace") == 0)
        return map(nowhere, PRIVATE | MAP_FIXED_NOREPLACE);
    if (strcmp(what, "32bit") == 0)
        return map(NULL, PRIVATE | MAP_32BIT);
    if (strcmp(what, "growsdown") == 0)
        return map(NULL, PRIVATE | MAP_GROWSDOWN);
    if (strcmp(what, "mremap") == 0)
        return mremap(map(NULL, PRIVATE), PAGE, PAGE,
                      MREMAP_MAYMOVE | MREMAP_FIXED, nowhere);
    if (strcmp(what, "shmat") == 0)
        return attach(nowhere);
    exit(3);
}

static void use(char *p)
{
    CHECK(p != MAP_FAILED && *p == 0);
    *p = 1;
}

static void call_late(const char *what)
{
    call(what);
}

int main(int argc, char **argv)
{
    if (argc > 2) {
        char *p = call(argv[1]);
        spawn use(p);
        sync;
        CHECK(*p == 1);
        return 0;
    }
    spawn call_late(argc > 1 ? argv[1] : "none");
    sync;
}
