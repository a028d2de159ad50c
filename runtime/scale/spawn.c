/*
 * Spawns and syncs of <ucilk/abi.h>.  A spawn calls the child, so the parent is
 * never stolen, and a spawn apart is the same as any other.
 */
#include "scale/run.h"

#include "common/base/message.h"

typedef unsigned long direct(long, long, long, long);
typedef void *any(void *args, unsigned long *word);

static void begin(const struct ucilk_abi_task *task,
                  struct ucilk_abi_frame *frame)
{
    uci_run_enter(task);
    uci_strand_end();
    unsigned site = uci_site_of(task, "spawn");
    uci_sites[site].children++;
    uci_child_begin(frame, site);
    uci_clock_begin();
}

static void end(void)
{
    uci_strand_end();
    uci_child_end();
    uci_clock_begin();
}

static inline struct ucilk_abi_spawned call(long a, long b, long c, long d,
                                            const struct ucilk_abi_task *task,
                                            struct ucilk_abi_frame *frame)
{
    begin(task, frame);
    unsigned long value = ((direct *)(void (*)(void))task->body)(a, b, c, d);
    end();
    return (struct ucilk_abi_spawned){NULL, value};
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
        unsigned long word;                                                    \
        begin(task, frame);                                                    \
        ((any *)(void (*)(void))task->body)(args, &word);                      \
        end();                                                                 \
        return NULL;                                                           \
    }
SPAWNS(spawn)
SPAWNS(apart_spawn)

static void join(struct ucilk_abi_frame *frame, bool ends)
{
    uci_strand_end();
    uci_family_end(frame, ends);
    uci_clock_begin();
}

void ucilk_abi_sync(struct ucilk_abi_frame *frame)
{
    join(frame, false);
}

void ucilk_abi_sync_end(struct ucilk_abi_frame *frame)
{
    join(frame, true);
}

void ucilk_abi_sync_return(struct ucilk_abi_frame *frame, void *end)
{
    (void)end;
    join(frame, true);
}

/* Never called: no spawn returns a handle. */
void ucilk_abi_link(struct ucilk_abi_frame *frame, void *handle, void *dst,
                    ucilk_abi_finish *finish, const void *local)
{
    (void)dst, (void)finish, (void)local;
    UCI_CHECK_EQ(handle, NULL);
    (void)frame;
}
