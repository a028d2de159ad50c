/* Strands and bags: see bags.h. */
#define _GNU_SOURCE
#include "race/bags.h"

#include "common/base/message.h"

#include <stddef.h>
#include <sys/mman.h>

struct uci_strand *uci_strands;
uint32_t uci_n_strands;

static const unsigned long MAX_STRANDS = 1ul << 31;

void uci_bags_start(void)
{
    uci_strands =
        mmap(NULL, MAX_STRANDS * sizeof *uci_strands, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (uci_strands == MAP_FAILED)
        uci_fatal(
            "--ucilk-tool=race reserves %lu GiB of addresses, and did not "
            "get them: see ulimit -v",
            MAX_STRANDS * sizeof *uci_strands >> 30);
    uci_n_strands = 1;
    uci_strand_new(0, NULL, UCI_CHILD, 0);
}

uint32_t uci_strand_new(uint32_t from, const struct ucilk_abi_task *task,
                        enum uci_strand_kind kind, uint32_t number)
{
    uint32_t n = uci_n_strands++;
    if (n == MAX_STRANDS)
        uci_fatal("--ucilk-tool=race: more than %lu tasks: check a smaller "
                  "problem",
                  MAX_STRANDS);
    uci_strands[n] = (struct uci_strand){
        .up = n, .from = from, .task = task, .kind = kind, .number = number};
    return n;
}

uint32_t uci_bags_join(uint32_t a, uint32_t b, bool is_parallel)
{
    uint32_t root = a ? uci_bag_of(a) : uci_bag_of(b);
    uint32_t other = a && b ? uci_bag_of(b) : root;
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
