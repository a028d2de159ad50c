/* What the programs of the self-test share: tasks that others overtake.  Each
 * prints at its end, since on a cluster main moves from process to process. */
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

int printf(const char *, ...);
int sched_yield(void);

static inline void dawdle(void)
{
    for (int i = 0; i < 3; i++)
        sched_yield();
}

static inline long square(long n)
{
    dawdle();
    return n * n;
}
