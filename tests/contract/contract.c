/* Opens a transport, runs one test on all ranks, and ends.  See contract.h. */
#define _GNU_SOURCE
#include "contract.h"

#include "base/options.h"

size_t own_size;

void meet(void)
{
    net->least(0);
}

int main(int argc, char **argv)
{
    const struct test *test = find_test(argc > 3 ? argv[3] : NULL);
    if (argc < 2)
        return 0;
    CHECK(test, "usage: contract TRANSPORT RANKS TEST; contract lists tests");
    if (!uci_options_read(NULL))
        return 1;
    net = open_net(argv[1], (unsigned)atoi(argv[2]), UCI_RMA_ALWAYS);
    map_part();
    net->attach(FIRST, STRIDE, test->extends ? STRIDE / 4 : STRIDE);
    if (test->needs_rma && !net->has_rma) {
        if (net->rank == 0)
            printf("skip %s: %s has no one-sided operations\n", test->name,
                   net->about);
        net->finish();
        return 0; /* prterun has crashed at another status */
    }
    double start = seconds();
    test->run();
    meet();
    if (net->rank == 0)
        printf("ok %s on %s (%s), %u ranks, %.3f s\n", test->name, net->name,
               net->about, net->size, seconds() - start);
    fflush(stdout);
    net->finish();
    return 0;
}
