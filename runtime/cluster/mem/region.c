/* The uni-address region.  See region.h. */
#define _GNU_SOURCE
#include "cluster/mem/region.h"

#include "base/message.h"
#include "report/worker_kind.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

uintptr_t uci_region_start;

/* The line of /proc/self/maps that overlaps [from, to), without its newline;
 * empty if there is none. */
static void find_occupant(uintptr_t from, uintptr_t to, char line[256])
{
    FILE *maps = fopen("/proc/self/maps", "re");
    unsigned long low, high;
    while (maps && fgets(line, 256, maps)) {
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%lx-%lx", &low, &high) == 2 && low < to &&
            high > from) {
            fclose(maps);
            return;
        }
    }
    if (maps)
        fclose(maps);
    line[0] = '\0';
}

void uci_region_reserve(size_t size)
{
    size = uci_round_up(size, UCI_PAGE);
    uintptr_t start = UCI_REGION_END - size, low = start - UCI_GUARD_SIZE;
    void *at =
        mmap((void *)low, size + UCI_GUARD_SIZE, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    if (at != (void *)low) {
        int error = at == MAP_FAILED ? errno : EEXIST;
        char line[256];
        find_occupant(low, UCI_REGION_END, line);
        if (error == EEXIST)
            uci_fatal("the stack region %#lx-%#lx is already occupied by `%s'; "
                      "keep that address range free, or try a smaller "
                      "UCILK_STACK_SIZE",
                      low, UCI_REGION_END, line);
        uci_fatal("cannot reserve the stack region %#lx-%#lx: %s; lower "
                  "UCILK_STACK_SIZE or raise RLIMIT_AS (ulimit -v)",
                  low, UCI_REGION_END, strerror(error));
    }
    uci_region_start = start;
}

void uci_region_map(void)
{
    void *start = (void *)uci_region_start, *at;
    size_t size = uci_world->region_size;
    if (uci_self.region)
        at = mremap(uci_self.region, 0, size, MREMAP_MAYMOVE | MREMAP_FIXED,
                    start);
    else
        at = mmap(start, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
                  0);
    if (at == MAP_FAILED)
        uci_fatal("cannot map worker %u's stack: %s; lower UCILK_STACK_SIZE "
                  "or raise RLIMIT_AS (ulimit -v) or RLIMIT_DATA (ulimit -d)",
                  uci_id, strerror(errno));
    uci_region_adopt();
}

void uci_region_adopt(void)
{
    if (!uci_self.region)
        uci_self.region = (char *)uci_region_start;
}

size_t uci_region_high_water(const struct uci_worker *w)
{
    enum { PAGES = 16384 }; /* 64 MiB a look, from the top down */
    static unsigned char present[PAGES];
    size_t top = uci_world->region_size / UCI_PAGE, lowest = top;
    while (top > 0) {
        size_t n = top < PAGES ? top : PAGES, i = 0;
        char *from = w->region + (top - n) * UCI_PAGE;
        if (mincore(from, n * UCI_PAGE, present) != 0)
            break;
        while (i < n && !(present[i] & 1))
            i++;
        if (i == n)
            break;
        lowest = top - n + i;
        top -= n;
    }
    return uci_world->region_size - lowest * UCI_PAGE;
}
