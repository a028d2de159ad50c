/*
 * iso: what a thief pays when each task's stack has an address of its own in
 * all processes (iso-address), beside a stack that is copied into a region
 * which the thief has used before (uni-address; Akiyama & Taura, HPDC'15,
 * section 4). Two processes share memory; the thief copies the victim's stacks
 * out of it.
 *
 * It prints for stacks of several sizes nanoseconds a steal (medians) and page
 * faults of a steal: into the same region; to an address of its own, at the
 * first steal there; and at an address where the thief has had this stack
 * before.  Then it prints the addresses that both kinds take.  iso -h lists the
 * flags.
 */
#define _GNU_SOURCE
#include "../examples/flags.h"
#include "clock.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_STACKS = 100000 };

static struct {
    long stacks, slot, depth, workers, region;
} wanted = {2000, 16384, 8000, 4096, 262144};

/* Stacks of the victim lie here, one slot each; and where both meet. */
struct shared {
    _Atomic long full; /* stacks that the victim has written */
    char stacks[];
};

static char *map(size_t size, int flags)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
        perror("iso: mmap");
        exit(1);
    }
    return (char *)p;
}

static long page_faults(void)
{
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return r.ru_minflt;
}

struct steal {
    double ns; /* median */
    double faults;
};

/* Copies `used' bytes of each of the victim's stacks to to + i * step.  Each
 * has been read before, so that only the target's pages are new. */
static struct steal steals(const struct shared *s, char *to, size_t step,
                           size_t used)
{
    static double took[MAX_STACKS];
    long before = page_faults();
    for (long i = 0; i < wanted.stacks; i++) {
        double began = nanoseconds();
        memcpy(to + (size_t)i * step, s->stacks + i * wanted.slot, used);
        took[i] = nanoseconds() - began;
    }
    long faults = page_faults() - before;
    for (long i = 0; i < wanted.stacks; i++) {
        if (to[(size_t)i * step + used - 1] !=
                s->stacks[i * wanted.slot + (long)used - 1] &&
            step) {
            fprintf(stderr, "iso: stack %ld has not arrived\n", i);
            exit(1);
        }
    }
    return (struct steal){median(took, wanted.stacks),
                          (double)faults / (double)wanted.stacks};
}

static void victim(struct shared *s)
{
    for (long i = 0; i < wanted.stacks; i++) {
        memset(s->stacks + i * wanted.slot, (int)(i % 127 + 1),
               (size_t)wanted.slot);
        atomic_store_explicit(&s->full, i + 1, memory_order_release);
    }
}

/* A row of the table: stacks of which so many bytes are in use. */
static void row(const struct shared *s, size_t used)
{
    size_t all = (size_t)wanted.stacks * (size_t)wanted.slot;
    char *own = map(all, MAP_PRIVATE),
         *region = map((size_t)wanted.slot, MAP_PRIVATE);
    memset(region, 1, (size_t)wanted.slot);
    struct steal uni = steals(s, region, 0, used);
    struct steal first = steals(s, own, (size_t)wanted.slot, used);
    struct steal again = steals(s, own, (size_t)wanted.slot, used);
    printf("%8zu %8.0f %6.2f %8.0f %6.2f %8.0f %6.2f\n", used, uni.ns,
           uni.faults, first.ns, first.faults, again.ns, again.faults);
    munmap(own, all);
    munmap(region, (size_t)wanted.slot);
}

int main(int argc, char **argv)
{
    static const struct option_row flags[] = {
        {'n', "STACKS", &wanted.stacks, 10, MAX_STACKS, "steals of a size"},
        {'b', "BYTES", &wanted.slot, 4096, 1 << 20,
         "addresses of a stack, iso-address"},
        {'d', "DEPTH", &wanted.depth, 1, 1000000,
         "stacks of a worker at the same time"},
        {'p', "WORKERS", &wanted.workers, 1, 1000000, "workers"},
        {'u', "BYTES", &wanted.region, 4096, 1L << 40,
         "addresses of a worker's region, uni-address"},
        {0}};
    parse_options("iso",
                  "compares steals to addresses of their own with steals into "
                  "one region",
                  flags, argc, argv);
    struct shared *s = (struct shared *)map(
        sizeof *s + (size_t)wanted.stacks * (size_t)wanted.slot, MAP_SHARED);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        victim(s);
        _exit(0);
    }
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0 ||
        atomic_load_explicit(&s->full, memory_order_acquire) != wanted.stacks) {
        fprintf(stderr, "iso: the victim has not written its stacks\n");
        return 1;
    }
    /* The thief's own mapping of the victim's pages. */
    volatile char sum = 0;
    for (long i = 0; i < wanted.stacks * wanted.slot; i += 4096)
        sum = (char)(sum + s->stacks[i]);
    printf("%8s %15s %15s %15s\n", "bytes of", "uni-address", "iso, first",
           "iso, again");
    printf("%8s %8s %6s %8s %6s %8s %6s\n", "a stack", "ns", "faults", "ns",
           "faults", "ns", "faults");
    for (size_t used = 256; used <= (size_t)wanted.slot; used *= 4)
        row(s, used);
    double iso =
        (double)wanted.slot * (double)wanted.depth * (double)wanted.workers;
    printf("addresses in each process, %ld workers with %ld stacks: iso %.4g "
           "GiB (%.3g %% of 2^47 bytes), uni %.4g GiB\n",
           wanted.workers, wanted.depth, iso / 0x1p30, 100 * iso / 0x1p47,
           (double)wanted.region / 0x1p30);
    return 0;
}
