/* Regions that are too short for thieves: most are left alone; but tasks that wait
 * for each other, in a region that another spawn opens, find their thieves. */
#include "meeting.h"

enum { REGIONS = 20000, WAITING = 40 };

/* True if another worker went on behind the spawn. */
static int is_stolen(void)
{
    unsigned was = ucilk_worker();
    long x = spawn add(7);
    int is = ucilk_worker() != was;
    sync;
    CHECK(x == 13);
    return is;
}

static void wait_for(atomic_int *flag)
{
    while (!atomic_load(flag))
        sched_yield();
}

static void nested(atomic_int *inner)
{
    spawn wait_for(inner);
    atomic_store(inner, 1);
    sync;
}

/* Both tasks wait for what follows their spawns, on three workers. */
static void waiting(void)
{
    atomic_int outer = 0, inner = 0;
    spawn nested(&inner);
    spawn wait_for(&outer);
    atomic_store(&outer, 1);
    sync;
}

int main(void)
{
    int is_forced = getenv("UCILK_TEST_STEAL") != NULL;
    long n = 0, regions = is_forced ? REGIONS / 40 : REGIONS;
    for (long i = 0; i < regions; i++)
        n += is_stolen() && i >= REGIONS / 2;
    CHECK(is_forced || n < REGIONS / 40);
    if (ucilk_nworkers() < 3)
        return right();
    for (long i = 0; i < WAITING; i++)
        waiting();
    for (long i = 0; i < regions; i++)
        is_stolen();
    waiting();
    return right();
}
