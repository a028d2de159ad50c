/*
 * Data of shared libraries that tasks write, one that the program is linked
 * with and one that it opens.  libraries.sh builds the parts apart; together
 * they are a program, too, without libraries.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef NAME
#define NAME(name) name
#endif

enum { SLOTS = 1000 };

long NAME(initialized)[] = {40, 2};
long NAME(slots)[SLOTS];
char NAME(large)[64 << 20]; /* .bss: costs nothing */

#ifndef PROGRAM

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long counter;
static long *on_heap, *mapped;

/* Before main, what the program's start has to find. */
__attribute__((constructor)) static void NAME(construct)(void)
{
    on_heap = calloc(SLOTS, sizeof *on_heap);
    mapped = mmap(NULL, SLOTS * sizeof *mapped, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    on_heap[0] = mapped[0] = 7;
}

void NAME(add)(long i)
{
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
    NAME(slots)[i % SLOTS] += i;
    on_heap[i % SLOTS] += i;
    mapped[i % SLOTS] += i;
    NAME(large)[i << 12] = 1;
}

/* The sums of all, less what the constructor put there. */
void NAME(sums)(long *n, long of[4])
{
    *n = counter;
    memset(of, 0, 4 * sizeof *of);
    for (long i = 0; i < SLOTS; i++) {
        of[0] += NAME(slots)[i];
        of[1] += on_heap[i];
        of[2] += mapped[i];
    }
    for (size_t i = 0; i < sizeof NAME(large); i += 4096)
        of[3] += NAME(large)[i];
    of[1] -= 7;
    of[2] -= 7;
}

#endif

#ifndef LIBRARY

#include <check.h>
#include <dlfcn.h>
#include <ucilk/ucilk.h>

void add(long i);
void sums(long *n, long of[4]);

static void (*adds[2])(long) = {add, NULL};

static void add_both(long from, long n)
{
    if (n > 5) {
        spawn add_both(from, n / 2);
        add_both(from + n / 2, n - n / 2);
        sync;
        return;
    }
    for (long i = from; i < from + n; i++)
        for (int k = 0; k < 2; k++)
            if (adds[k])
                adds[k](i);
}

static void check_sums(void (*get)(long *, long[4]))
{
    long n, of[4];
    get(&n, of);
    CHECK(n == SLOTS);
    for (int i = 0; i < 3; i++)
        CHECK(of[i] == (long)SLOTS * (SLOTS - 1) / 2);
    CHECK(of[3] == SLOTS);
}

static void open_late(const char *file)
{
    CHECK(dlopen(file, RTLD_NOW));
}

int main(int argc, char **argv)
{
    void *plugin = NULL;
    if (argc > 1) {
        /* Gone, and there again, perhaps at the same address. */
        CHECK(dlclose(dlopen(argv[1], RTLD_NOW)) == 0);
        plugin = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
        CHECK(plugin);
        *(void **)&adds[1] = dlsym(plugin, "plugin_add");
        CHECK(adds[1] && dlclose(dlopen(argv[1], RTLD_NOW)) == 0);
    }
    slots[3] = -initialized[0] - initialized[1];
    spawn add_both(0, SLOTS);
    sync;
    slots[3] += 42;
    check_sums(sums);
    if (plugin) {
        void (*get)(long *, long[4]);
        *(void **)&get = dlsym(plugin, "plugin_sums");
        check_sums(get);
        spawn open_late(argv[1]); /* it is there already */
        sync;
        CHECK(dlclose(plugin) == 0);
        get(&(long){0}, (long[4]){0});
    }
    if (argc > 2)
        open_late(argv[2]);
    puts("the sums are right");
}

#endif
