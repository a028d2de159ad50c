/* Tests of collectives, and of how the processes end. */
#define _GNU_SOURCE
#include "contract.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

static void check_gather(size_t size)
{
    char *mine = malloc(size + 1), *all = malloc(size * net->size + 1);
    fill(mine, size, net->rank * 1000 + size);
    net->gather(mine, net->rank == 0 ? all : NULL, size);
    for (unsigned i = 0; i < net->size && net->rank == 0; i++)
        CHECK(differs(all + i * size, size, i * 1000 + size) == size,
              "%zu bytes of rank %u", size, i);
    memset(mine, 0, size);
    net->scatter(net->rank == 0 ? all : NULL, mine, size);
    CHECK(differs(mine, size, net->rank * 1000 + size) == size,
          "%zu bytes scattered", size);
    free(mine);
    free(all);
}

static void check_broadcast(size_t size)
{
    char *bytes = calloc(size + 1, 1);
    if (net->rank == 0)
        fill(bytes, size, size);
    net->broadcast(bytes, size);
    CHECK(differs(bytes, size, size) == size, "%zu bytes", size);
    free(bytes);
}

TEST(collectives)
{
    static const size_t sizes[] = {0, 1, 7, 8, 4096, 65536, 65537, 1 << 20};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check_gather(sizes[i]);
        check_broadcast(sizes[i]);
    }
    /* No rank leaves before all have come: all ranks check a count. */
    for (uint64_t i = 0; i < 300; i++) {
        uint64_t least = net->least(i * 1000 + (net->rank + i) % net->size);
        CHECK(least == i * 1000, "round %lu: %lu", (unsigned long)i,
              (unsigned long)least);
    }
    CHECK(net->least(UINT64_MAX) == UINT64_MAX, "the least of large ones");
    bool is_last = net->rank == net->size - 1;
    CHECK(net->least(is_last ? 2 : UINT64_MAX) == 2, "of large ones and 2");
}

/* wait() of the program does not see the processes that the transport
 * starts. */
TEST(unseen)
{
    pid_t pid = waitpid(-1, NULL, WNOHANG);
    CHECK(pid == -1 && errno == ECHILD, "there is a child %d", (int)pid);
}

/* Ranks that have nothing to do use no CPU time (nic.sh checks it). */
TEST(idle)
{
    usleep(500000);
}

static void work_on(void)
{
    double start = seconds();
    while (seconds() - start < 30)
        ;
    CHECK(false, "did not end");
}

/* Rank VICTIM ends in the middle of a test: with status 7, by a signal, or by
 * leaving. */
static bool is_victim(void)
{
    const char *victim = getenv("VICTIM");
    return net->rank == (victim ? (unsigned)atoi(victim) : net->size - 1);
}

TEST(end_by_abort, .is_apart = true)
{
    if (is_victim())
        net->abort(7);
    work_on();
}

TEST(end_by_kill, .is_apart = true)
{
    if (is_victim())
        raise(SIGKILL);
    work_on();
}

TEST(end_by_exit, .is_apart = true)
{
    if (is_victim())
        _exit(9);
    work_on();
}
