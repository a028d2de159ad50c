/* pipeline.c without the tool. */
#include <unistd.h>
#include <ucilk/macros.h>

#include "answer.h"

enum { MAX_STAGES = 100, WORK = 1000 };

/* The state of a stage and that of an item, after the stage has worked on the
 * item. */
struct met {
    unsigned long stage, item;
};

static struct met work(struct met m)
{
    for (int i = 0; i < WORK; i++) {
        m.stage = m.stage * 6364136223846793005 + m.item;
        m.item ^= m.stage >> 29;
    }
    return m;
}

/* The state of the stage comes from its last item, and the item from the stage
 * before. */
cilk_static_task(struct met, step, (ucilk_future_t) stage,
                 (ucilk_future_t) item)
{
    struct met m;
    m.stage = ucilk_future_get(struct met, stage).stage;
    m.item = ucilk_future_get(struct met, item).item;
    return work(m);
}

/* Returns the sum of the final states of the stages. */
cilk_static_task(unsigned long, pipeline, (int) n_stages, (long) n_items)
{
    ucilk_future_t stage[MAX_STAGES];
    for (int s = 0; s < n_stages; s++)
        stage[s] = ucilk_future_from(struct met, {(unsigned long)s, 0});
    for (long i = 0; i < n_items; i++) {
        ucilk_future_t item =
            ucilk_future_from(struct met, {0, (unsigned long)i});
        for (int s = 0; s < n_stages; s++) {
            /* The next item reads the stage, and the next stage reads the item;
             * nobody reads the item after the last stage. */
            long consumers = s + 1 < n_stages ? 2 : 1;
            item = cilk_future_k(consumers, step, stage[s], item);
            stage[s] = item;
        }
    }
    unsigned long sum = 0;
    for (int s = 0; s < n_stages; s++)
        sum += ucilk_future_get(struct met, stage[s]).stage;
    return sum;
}

static unsigned long by_loops(int n_stages, long n_items)
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

int main(int argc, char **argv)
{
    int n_stages = 10, option;
    long n_items = 1000;
    while ((option = getopt(argc, argv, "k:n:")) != -1) {
        if (option == 'k')
            n_stages = (int)number("-k", optarg, 1, MAX_STAGES);
        else if (option == 'n')
            n_items = number("-n", optarg, 0, 100000000);
        else
            usage("pipeline [-k STAGES] [-n ITEMS]");
    }
    if (optind != argc)
        usage("pipeline [-k STAGES] [-n ITEMS]");
    long answer = (long)(pipeline(n_stages, n_items) >> 1);
    printf("pipeline(%d, %ld) = %ld\n", n_stages, n_items, answer);
    return verdict(answer, (long)(by_loops(n_stages, n_items) >> 1));
}
