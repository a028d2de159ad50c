/* walks LIBRARY...: a thief asks a worker for a spawn that lies below frames of
 * through(), which the program gets from these libraries in turn (`jit': from code
 * that it writes itself).  Prints whether the thief got it while the child ran. */
#include "../process.h"
#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>
#include <ucilk/ucilk.h>

static void (*through)(void (*f)(void *), void *p);
static atomic_int spins, goes, taken, was_taken;

static __attribute__((noinline)) void tiny(volatile long *p)
{
    ++*p;
}

/* Spawns, so that the worker can be asked, until its ancestor was stolen. */
static void deepest(void *p)
{
    long sum = 0, n = 0;
    goes = 1;
    for (double end = seconds() + *(double *)p; !taken && seconds() < end; n++) {
        spawn tiny(&sum);
        sync;
    }
    was_taken = taken;
    CHECK(sum == n);
}

static void call(double *seconds)
{
    through(deepest, seconds);
}

static void ancestor(double *seconds)
{
    spawn call(seconds);
    taken = 1;
    sync;
}

/* While the other worker is busy, until nothing is pushed at once. */
static void victim(double *seconds)
{
    long sum = 0;
    while (!spins)
        ;
    for (long i = 0; i < 2000; i++) {
        spawn tiny(&sum);
        sync;
    }
    CHECK(sum == 2000);
    ancestor(seconds);
}

static void pair(double *seconds)
{
    spins = goes = taken = was_taken = 0;
    spawn victim(seconds);
    spins = 1;
    while (!goes)
        ;
    sync;
}

/* push %rbx; sub $64, %rsp; mov %rdi, %rax; mov %rsi, %rdi; call *%rax;
 * add $64, %rsp; pop %rbx; ret */
static const unsigned char code[] = {0x53, 0x48, 0x83, 0xec, 0x40, 0x48, 0x89,
                                     0xf8, 0x48, 0x89, 0xf7, 0xff, 0xd0, 0x48,
                                     0x83, 0xc4, 0x40, 0x5b, 0xc3};

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        double seconds = strstr(argv[i], "none") || !strcmp(argv[i], "jit") ? 0.2 : 20;
        void *library = NULL, *page = MAP_FAILED;
        if (strcmp(argv[i], "jit") == 0) {
            page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            memcpy(page, code, sizeof code);
            *(void **)&through = page;
        } else {
            library = dlopen(argv[i], RTLD_NOW);
            if (!library) {
                puts(dlerror());
                return 1;
            }
            *(void **)&through = dlsym(library, "through");
        }
        spawn pair(&seconds);
        sync;
        printf("%s: %s\n", argv[i], was_taken ? "taken" : "not taken");
        if (library)
            dlclose(library);
        else
            munmap(page, 4096);
    }
    return 0;
}
