/*
 * Spawns and syncs of <ucilk/abi.h> in serial order, for the tools: a spawn calls
 * the child, and a spawn apart is the same as any other.  What a tool does with
 * a child is in its seam/child.h.
 */
#include "seam/child.h"

typedef unsigned long direct(long, long, long, long);
typedef void *any(void *args, unsigned long *word);

static inline struct ucilk_abi_spawned call(long a, long b, long c, long d,
                                            const struct ucilk_abi_task *task,
                                            struct ucilk_abi_frame *frame)
{
    unsigned long level = uci_child_spawn(task, frame, NULL);
    unsigned long value = ((direct *)(void (*)(void))task->body)(a, b, c, d);
    return (struct ucilk_abi_spawned){uci_child_return(level, value), value};
}

#define SPAWNS(spawn)                                                          \
    struct ucilk_abi_spawned ucilk_abi_##spawn##_0(                            \
        const struct ucilk_abi_task *task, struct ucilk_abi_frame *frame) {    \
        return call(0, 0, 0, 0, task, frame);                                  \
    } struct ucilk_abi_spawned ucilk_abi_##spawn##_1(                          \
        long a, const struct ucilk_abi_task *task,                             \
        struct ucilk_abi_frame *frame) {                                       \
        return call(a, 0, 0, 0, task, frame);                                  \
    } struct ucilk_abi_spawned ucilk_abi_##spawn##_2(                          \
        long a, long b, const struct ucilk_abi_task *task,                     \
        struct ucilk_abi_frame *frame) {                                       \
        return call(a, b, 0, 0, task, frame);                                  \
    } struct ucilk_abi_spawned ucilk_abi_##spawn##_3(                          \
        long a, long b, long c, const struct ucilk_abi_task *task,             \
        struct ucilk_abi_frame *frame) {                                       \
        return call(a, b, c, 0, task, frame);                                  \
    } struct ucilk_abi_spawned ucilk_abi_##spawn##_4(                          \
        long a, long b, long c, long d, const struct ucilk_abi_task *task,     \
        struct ucilk_abi_frame *frame) {                                       \
        return call(a, b, c, d, task, frame);                                  \
    } /* args are the caller's, and nobody else reads or writes them */        \
    void *ucilk_abi_##spawn(void *args, const struct ucilk_abi_task *task,     \
                            struct ucilk_abi_frame *frame)                     \
    {                                                                          \
        unsigned long word, level = uci_child_spawn(task, frame, args);        \
        ((any *)(void (*)(void))task->body)(args, &word);                      \
        return uci_child_return(level, 0);                                     \
    }
SPAWNS(spawn)
SPAWNS(apart_spawn)

void ucilk_abi_sync(struct ucilk_abi_frame *frame)
{
    uci_child_join(frame, false);
}

void ucilk_abi_sync_end(struct ucilk_abi_frame *frame)
{
    uci_child_join(frame, true);
}

void ucilk_abi_sync_return(struct ucilk_abi_frame *frame, void *end)
{
    (void)end;
    uci_child_join(frame, true);
}

void ucilk_abi_link(struct ucilk_abi_frame *frame, void *handle, void *dst,
                    ucilk_abi_finish *finish, const void *local)
{
    (void)local;
    uci_child_link(frame, handle, dst, finish);
}
