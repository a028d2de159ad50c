/*
 * Futures, under `full' only: rule L8 in docs/protocols/child.md.
 *
 * A future is a block that is pushed as a child's is, and that lies in the heap
 * of its creator until its last get.  A handle has the block's reference and
 * the address of its task.
 */
#include "study/child/child_stealing.h"
#include "base/message.h"
#include "sched/future.h"
#include "sched/sched.h"
#include "sched/words.h"
#include "sched/heap.h"

#include <string.h>

static _Noreturn void refuse_place(const struct ucilk_abi_task *site)
{
    uci_fatal("%s:%d: run to completion has no futures: a get could be buried "
              "under the task that it waits for; use UCILK_CHILD=full",
              site->file, site->line);
}

/* --- Making them --- */

static struct uci_block *make(const struct ucilk_abi_task *task,
                              const void *args, size_t size, long consumers)
{
    if (uci_child_kind != &uci_child_full)
        refuse_place(task);
    uci_future_check_consumers(consumers, task->name, task);
    struct uci_block *b = uci_block_make(task, args, size);
    uci_store_relaxed(&b->consumers, (uint64_t)consumers);
    uci_store_relaxed(&b->is_set, 0);
    uci_self.counters.futures_made++;
    return b;
}

static ucilk_future_t handle_of(const struct uci_block *b)
{
    return (ucilk_future_t){uci_ref_make(uci_id, b), (uintptr_t)b->task};
}

ucilk_future_t ucilk_abi_future(void *args, const struct ucilk_abi_task *task,
                                struct ucilk_abi_frame *frame, long consumers)
{
    uci_child_begin_spawn(task, frame);
    if (!frame->outstanding)
        frame->outstanding = UCI_CHILD_MARK;
    struct uci_block *b = make(task, args, task->args_size, consumers);
    ucilk_future_t handle = handle_of(b);
    if (!uci_child_push(b))
        uci_child_kind->run(b);
    return handle;
}

ucilk_future_t ucilk_abi_future_value(const struct ucilk_abi_task *site,
                                      const void *value)
{
    struct uci_block *b = make(site, value, site->result_size, 1);
    uci_store_relaxed(&b->done, UCI_BLOCK_DONE);
    return handle_of(b);
}

ucilk_future_t ucilk_abi_promise(const struct ucilk_abi_task *site,
                                 long consumers)
{
    return handle_of(make(site, NULL, site->result_size, consumers));
}

/* --- Handles --- */

/* The block of a handle, or of a far one a copy without its args.  A handle
 * that is used up is found out unless its block has become a block of the same
 * task. */
static struct uci_block *find(struct uci_block *copy, ucilk_future_t h,
                              const char *what, const char *place)
{
    unsigned rank = uci_ref_rank(h.ref);
    if (rank >= uci_world->n_workers ||
        !uci_block_may_be(rank, (uintptr_t)uci_ref_pointer(h.ref)))
        uci_fatal(
            "%s: %s of what is no handle of this process's futures (%#lx, "
            "%#lx)",
            place, what, h.ref, h.tag);
    struct uci_block *b = uci_ref_pointer(h.ref);
    if (!uci_is_near(rank)) {
        uci_read(h.ref, 0, copy, UCI_BLOCK_ARGS);
        b = copy;
    }
    if ((uintptr_t)b->task != h.tag || uci_load_relaxed(&b->consumers) == 0)
        uci_future_refuse((const struct ucilk_abi_task *)h.tag, what, place);
    return b;
}

/* --- Using them --- */

void ucilk_abi_promise_set(ucilk_future_t h, const void *value,
                           unsigned long size, const char *place)
{
    struct uci_block copy, *there = uci_ref_pointer(h.ref);
    const struct uci_block *b = find(&copy, h, "set", place);
    unsigned rank = uci_ref_rank(h.ref);
    char text[256];
    uint64_t unset = 0;
    uci_future_check_size(b->task, "set", 0, size, true, place);
    if (!(b->task->flags & UCILK_ABI_TASK_PROMISE))
        uci_fatal("%s: set of %s, which is no promise", place,
                  uci_future_text(b->task, text));
    if (!uci_word_cas(rank, &there->is_set, &unset, 1))
        uci_fatal("%s: set of %s, which is set already", place,
                  uci_future_text(b->task, text));
    uci_write(h.ref, UCI_BLOCK_ARGS, value, size);
    if (!uci_is_near(rank))
        uci_far_flush(rank);
    uci_word_store(rank, &there->done, UCI_BLOCK_DONE); /* L3 */
}

void ucilk_abi_future_get_part(void *dst, ucilk_future_t h,
                               unsigned long offset, unsigned long size,
                               const char *place)
{
    struct uci_block copy, *b = find(&copy, h, "get", place);
    const struct ucilk_abi_task *task = b->task;
    uci_future_check_size(task, "get", offset, size, false, place);
    if (!uci_block_is_done(b)) {
        uci_self.counters.gets_suspended++;
        uci_child_kind->wait(h.ref);
    }
    if (!UCI_IS_SIM)
        uci_sched_see_changes();
    if (size > 0)
        uci_read(h.ref, UCI_BLOCK_ARGS + task->result_offset + offset, dst,
                 size);
    /* L8: the last one frees it. */
    struct uci_block *there = uci_ref_pointer(h.ref);
    if (uci_word_fetch_add(uci_ref_rank(h.ref), &there->consumers,
                           -(uint64_t)1) > 1)
        return;
    uci_self.counters.futures_freed++;
    uci_heap_free(h.ref);
}

void ucilk_abi_future_get(void *dst, ucilk_future_t h, unsigned long size,
                          const char *place)
{
    ucilk_abi_future_get_part(dst, h, 0, size, place);
}

void ucilk_abi_future_prefetch(ucilk_future_t h)
{
    (void)h;
}

void ucilk_abi_future_share(ucilk_future_t *h, long consumers,
                            const char *place)
{
    struct uci_block copy, *there = uci_ref_pointer(h->ref);
    uint32_t left =
        (uint32_t)uci_load_relaxed(&find(&copy, *h, "share", place)->consumers);
    uci_future_check_share(consumers, left, place);
    uci_word_fetch_add(uci_ref_rank(h->ref), &there->consumers,
                       (uint64_t)consumers);
}

int ucilk_abi_future_done(ucilk_future_t h, const char *place)
{
    struct uci_block copy;
    return uci_block_is_done(find(&copy, h, "test", place));
}
