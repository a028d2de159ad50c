/* What the programs of the self-test share: tasks that others overtake. */
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

int atoi(const char *);
char *getenv(const char *);
int printf(const char *, ...);
int sched_yield(void);
int usleep(unsigned);

/* Where thieves came late the self-test runs a program again, and it sleeps. */
static inline void dawdle(void)
{
    const char *ms = getenv("SELF_TEST_MS");
    for (int i = 0; i < 3; i++)
        sched_yield();
    if (ms)
        usleep(1000 * (unsigned)atoi(ms));
}

static inline long square(long n)
{
    dawdle();
    return n * n;
}
