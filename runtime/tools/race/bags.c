/* Strands and bags: see bags.h. */
#define _GNU_SOURCE
#include "race/bags.h"

#include "serial/tool.h"

#include <stddef.h>
#include <sys/mman.h>

struct uci_strand *uci_strands;
struct uci_family *uci_families;
uint32_t uci_n_strands, uci_bags_version;
static uint32_t n_families;

static const unsigned long MAX_STRANDS = 1ul << 31;

/* Spawn sites: a table by address that is at most half full. */
enum { MAX_TASKS = 1 << 22 };
static const struct ucilk_abi_task *tasks[2 * MAX_TASKS];
static uint32_t n_tasks;

void *uci_reserve(unsigned long size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED && size < 1ul << 30)
        uci_memory(NULL);
    if (p == MAP_FAILED)
        uci_fatal("--ucilk-tool=race reserves %lu GiB of addresses, and did "
                  "not get them: see ulimit -v",
                  size >> 30);
    return p;
}

void uci_bags_start(void)
{
    uci_strands = uci_reserve(MAX_STRANDS * sizeof *uci_strands);
    uci_families = uci_reserve(MAX_STRANDS * sizeof *uci_families);
    uci_n_strands = n_families = 1;
    uci_strand_new(0, NULL, UCI_CHILD, 0);
}

static uint32_t number_of(const struct ucilk_abi_task *task)
{
    static const struct ucilk_abi_task *last;
    static uint32_t last_slot;
    if (task == last)
        return last_slot;
    uint32_t i = (uintptr_t)task * 0x9e3779b97f4a7c15ul >> 41;
    while (tasks[i] && tasks[i] != task)
        i = (i + 1) % (2 * MAX_TASKS);
    if (!tasks[i] && ++n_tasks == MAX_TASKS)
        uci_fatal("--ucilk-tool=race: more than %d spawns in the program",
                  MAX_TASKS);
    tasks[i] = last = task;
    last_slot = i;
    return i;
}

const struct ucilk_abi_task *uci_task_of(uint32_t strand)
{
    return uci_whole_of(strand) == 1 ? NULL : tasks[uci_strands[strand].task];
}

static uint32_t add(uint32_t from, uint32_t task, enum uci_strand_kind kind,
                    uint32_t number)
{
    uint32_t n = uci_n_strands++;
    if (n == MAX_STRANDS - 1)
        uci_fatal("--ucilk-tool=race: more than %lu tasks: check a smaller "
                  "problem",
                  MAX_STRANDS);
    uci_strands[n] = (struct uci_strand){
        .up = n, .from = from, .task = task, .kind = kind, .number = number};
    return n;
}

uint32_t uci_strand_new(uint32_t from, const struct ucilk_abi_task *task,
                        enum uci_strand_kind kind, uint32_t number)
{
    return add(from, task ? number_of(task) : 0, kind, number);
}

uint32_t uci_part_new(uint32_t strand, enum uci_strand_kind kind,
                      uint32_t locks)
{
    uint32_t part =
        add(uci_whole_of(strand), uci_strands[strand].task, kind, locks);
    uci_bags_join(strand, part, false);
    return part;
}

uint32_t uci_family_new(uint32_t parent)
{
    uci_families[n_families].parent = parent;
    return n_families++;
}

uint32_t uci_bags_join(uint32_t a, uint32_t b, bool is_parallel)
{
    uint32_t root = a ? uci_bag_of(a) : uci_bag_of(b);
    uint32_t other = a && b ? uci_bag_of(b) : root;
    uci_bags_version++;
    uci_known_forget();
    if (uci_strands[root].rank < uci_strands[other].rank) {
        uint32_t lower = root;
        root = other;
        other = lower;
    }
    if (root != other && uci_strands[root].rank == uci_strands[other].rank)
        uci_strands[root].rank++;
    uci_strands[other].up = root;
    uci_strands[root].is_parallel = is_parallel;
    return root;
}
