/*
 * Spawns and syncs of <ucilk/abi.h> in serial order, for the tools: a spawn
 * calls the child, and a spawn apart is the same as any other.  What a tool
 * does with a child is in its child header.  spawn.S has the entries for spawns
 * that are written out, and for syncs.
 */
#include "serial/child.h"

#include <stddef.h>
#include <string.h>

_Static_assert(offsetof(struct ucilk_abi_task, flags) == 20 &&
                   offsetof(struct ucilk_abi_task, args_size) == 8 &&
                   UCILK_ABI_TASK_DIRECT == 1,
               "spawn.S");

/* What such code knows of a worker's block: its limit, which lets all spawns
 * take the slow path, and the buffer for results.  One thread spawns. */
static struct {
    unsigned long top, limit;
    char unused[240];
    char result[128];
} block;
__thread void *ucilk_abi_worker __attribute__((tls_model("initial-exec"))) =
    &block;

/* What spawn.S calls: around the body of a spawn that is written out, and for
 * the syncs. */
unsigned long uci_serial_begin(const struct ucilk_abi_task *task,
                               struct ucilk_abi_frame *frame);
void uci_serial_end(unsigned long level);
void uci_serial_sync(struct ucilk_abi_frame *frame);
void uci_serial_sync_end(struct ucilk_abi_frame *frame);

typedef unsigned long direct(long, long, long, long);
typedef void *any(void *args);

static inline struct ucilk_abi_spawned call(long a, long b, long c, long d,
                                            const struct ucilk_abi_task *task,
                                            struct ucilk_abi_frame *frame)
{
    unsigned long level = uci_child_spawn(task, frame, NULL);
    unsigned long value = ((direct *)(void (*)(void))task->body)(a, b, c, d);
    return (struct ucilk_abi_spawned){uci_child_return(level, value), value};
}

unsigned long uci_serial_begin(const struct ucilk_abi_task *task,
                               struct ucilk_abi_frame *frame)
{
    return uci_child_spawn(task, frame, NULL);
}

void uci_serial_end(unsigned long level)
{
    uci_child_return(level, 0);
}

/* Brings a result that the body has left in the block's buffer to args. */
static inline void settle(const struct ucilk_abi_task *task, void *args,
                          const void *result)
{
    if (task->flags & UCILK_ABI_TASK_RETURNS)
        memmove((char *)args + task->result_offset, result, task->result_size);
}

/* args are the caller's, and nobody else reads or writes them. */
void *ucilk_abi_apart_spawn(void *args, const struct ucilk_abi_task *task,
                            struct ucilk_abi_frame *frame)
{
    unsigned long level = uci_child_spawn(task, frame, args);
    settle(task, args, ((any *)(void (*)(void))task->body)(args));
    return uci_child_return(level, 0);
}

#define BELOW(name)                                                            \
    extern __typeof__(ucilk_abi_apart_##name) ucilk_abi_##name                 \
        __attribute__((alias("ucilk_abi_apart_" #name)));
#define DIRECT(name, parameters, ...)                                          \
    struct ucilk_abi_spawned ucilk_abi_apart_##name parameters {               \
        return call(__VA_ARGS__, task, frame);                                 \
    } BELOW(name)
BELOW(spawn)
UCILK_ABI_DIRECT_SPAWNS(DIRECT)

void uci_serial_sync(struct ucilk_abi_frame *frame)
{
    uci_child_join(frame, false);
}

void uci_serial_sync_end(struct ucilk_abi_frame *frame)
{
    uci_child_join(frame, true);
}

void ucilk_abi_link(struct ucilk_abi_frame *frame, void *handle, void *dst,
                    ucilk_abi_finish *finish, struct ucilk_abi_local local)
{
    (void)local;
    uci_child_link(frame, handle, dst, finish);
}

#ifndef UCILK_ABI_RACE
/* Of an object for clusters. */
extern __typeof__(ucilk_abi_link)
    uci_link_cluster __asm__(UCILK_ABI_LINK_FOR("cluster_"))
        __attribute__((alias(UCILK_ABI_LINK_NAME), cold));
#endif

void *ucilk_abi_skip(void)
{
    return NULL; /* nobody aborts */
}

/* Never called: the body of a loop's task, which is not spawned. */
void ucilk_abi_for_body(void *args)
{
    UCI_CHECK_EQ(args, NULL);
}

void ucilk_abi_for_bad_step(const char *file, int line)
{
    uci_fatal("%s:%d: the step of this cilk_for is 0, or leads away from its "
              "limit",
              file, line);
}
