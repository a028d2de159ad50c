/* What UCILK_CHECK_MEMORY=1 says, and what it is silent about: by the first
 * argument.  See check_memory.sh. */
#include <check.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { LEAVES = 64 };

/* Closely together, on one page or two. */
static const char *what;
static long limit = LEAVES; /* all read it */
static long count;
static long turn; /* so that nothing is overwritten by what was there */
static long slots[LEAVES];
static double last;
static char name[64];
static long scratch[64];
static long *heap;
static char message[] = "from a global\n";
static long large[LEAVES * 512];

static int is(const char *kind)
{
    return strcmp(what, kind) == 0;
}

static void set_scratch(long n)
{
    memset(scratch, 0, sizeof scratch);
    for (int i = 0; i < 64; i++)
        scratch[i] = n;
    snprintf(name, sizeof name, "%ld", n);
    for (int i = 0; i < 64; i++)
        CHECK(scratch[i] == n && limit == LEAVES);
    CHECK(atol(name) == n);
}

/* The worker that runs it, as a bit. */
static unsigned long leaf(long n)
{
    if (is("scratch"))
        set_scratch(n);
    else if (is("count"))
        count++;
    else if (is("slots") || is("own"))
        slots[n] = n + turn;
    else if (is("again")) {
        CHECK(slots[n] == 0);
        slots[n] = n + turn;
    } else if (is("regions")) /* what another worker left there */
        slots[n] = slots[n] + turn;
    else if (is("double"))
        last = (double)(n + 1000 * turn);
    else if (is("string"))
        snprintf(name, sizeof name, "%ld leaf %ld", turn, n);
    else if (is("pages"))
        large[n * 512] = n + turn;
    else if (is("heap"))
        CHECK(heap[n] == n);
    else if (is("store"))
        heap[n] = n;
    else if (is("free") && ucilk_worker() == 1)
        free(heap);
    else if (is("write"))
        CHECK(write(1, message, 14) == 14);
    return 1ul << ucilk_worker();
}

static unsigned long tree(long low, long high)
{
    if (high - low == 1)
        return leaf(low);
    long middle = (low + high) / 2;
    unsigned long a = spawn tree(low, middle);
    unsigned long b = tree(middle, high);
    sync;
    return a | b;
}

struct made {
    long *p;
    unsigned worker;
};

/* Memory of a task that ran in another worker than 0, if there is any. */
static struct made make(long n)
{
    if (n == 1)
        return (struct made){calloc(10, sizeof(long)), ucilk_worker()};
    struct made a = spawn make(n / 2);
    struct made b = make(n - n / 2);
    sync;
    return a.worker ? a : b;
}

static void read_what_tasks_wrote(void)
{
    if (is("count"))
        CHECK(count > 0);
    else if (is("slots") || is("own"))
        for (long i = 0; i < LEAVES; i++)
            CHECK(slots[i] == i + turn);
    else if (is("double"))
        CHECK(last > 0);
    else if (is("string"))
        CHECK(strlen(name) > 7);
    else if (is("pages"))
        for (long i = 0; i < LEAVES; i++)
            CHECK(large[i * 512] == i + turn);
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    what = argv[1];
    signal(SIGSEGV, SIG_IGN); /* of no effect on the check */
    heap = malloc(LEAVES * sizeof *heap);
    for (long i = 0; i < LEAVES; i++)
        heap[i] = i;
    int shared = 0;
    for (turn = 1; turn <= 200; turn++) {
        if (is("again")) /* as it was: tasks have changed it */
            memset(slots, 0, sizeof slots);
        unsigned long workers = tree(0, LEAVES);
        if (is("own"))
            for (long i = 0; i < LEAVES; i++)
                slots[i] = i + turn;
        read_what_tasks_wrote();
        /* Until another worker has taken part, three times; they may be late.
         * "free" ends when it is the first of them. */
        if (workers & (workers - 1)) {
            if (++shared >= 3 && !is("free"))
                break;
        } else if (ucilk_nworkers() > 1)
            usleep(10000);
        CHECK(ucilk_nworkers() == 1 || turn < 200);
    }
    if (is("returned")) {
        struct made m = {NULL, 0};
        for (int i = 0; i < 200 && m.worker == 0; i++)
            m = make(LEAVES);
        CHECK(m.p[9] == 0);
    }
    puts("right");
}
