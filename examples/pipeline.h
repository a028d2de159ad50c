/* The options of pipeline, what a stage does with an item, and the check. */
#pragma once

#include <unistd.h>

#include "answer.h"

enum { MAX_STAGES = 100, WORK = 1000 };

static struct {
    int stages;
    long items;
} number_of = {10, 1000};

static inline void parse(int argc, char **argv)
{
    for (int option; (option = getopt(argc, argv, "k:n:")) != -1;) {
        if (option == 'k')
            number_of.stages = (int)number("-k", optarg, 1, MAX_STAGES);
        else if (option == 'n')
            number_of.items = number("-n", optarg, 0, 100000000);
        else
            usage("pipeline [-k STAGES] [-n ITEMS]");
    }
    if (optind != argc)
        usage("pipeline [-k STAGES] [-n ITEMS]");
}

/* A stage and an item that have met. */
struct met {
    unsigned long stage, item;
};

static inline struct met work(struct met m)
{
    for (int i = 0; i < WORK; i++) {
        m.stage = m.stage * 6364136223846793005 + m.item;
        m.item ^= m.stage >> 29;
    }
    return m;
}

static inline unsigned long by_loops(int n_stages, long n_items)
{
    unsigned long stage[MAX_STAGES], sum = 0;
    for (int s = 0; s < n_stages; s++)
        stage[s] = (unsigned long)s;
    for (long i = 0; i < n_items; i++) {
        struct met m = {0, (unsigned long)i};
        for (int s = 0; s < n_stages; s++) {
            m = work((struct met){stage[s], m.item});
            stage[s] = m.stage;
        }
    }
    for (int s = 0; s < n_stages; s++)
        sum += stage[s];
    return sum;
}

/* Prints the sum of the stages' states; the exit status. */
static inline int report(unsigned long sum)
{
    int n_stages = number_of.stages;
    long n_items = number_of.items, answer = (long)(sum >> 1);
    printf("pipeline(%d, %ld) = %ld\n", n_stages, n_items, answer);
    return verdict(answer, (long)(by_loops(n_stages, n_items) >> 1));
}
