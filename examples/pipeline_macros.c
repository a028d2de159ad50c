/* pipeline.c without the tool. */
#include <ucilk/macros.h>

#include "pipeline.h"

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

int main(int argc, char **argv)
{
    parse(argc, argv);
    return report(pipeline(number_of.stages, number_of.items));
}
