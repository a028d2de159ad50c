/*
 * Futures of <ucilk/abi.h> in serial order, for the tools.  A future's task
 * runs where the future is made, as in the serial elision, and the future has
 * what the tool notes at the task's end.
 *
 * A handle is the address of a future and its generation.  Futures are reused,
 * but never freed, so a stale handle finds another generation there.
 */
#include "base/future_errors.h"
#include "base/message.h"
#include "serial/child.h"
#include "serial/tool.h"

#include <stdlib.h>
#include <string.h>

struct future {
    struct future *next; /* among those that are used up */
    unsigned long generation;
    long left; /* consumers */
    const struct ucilk_abi_task *task;
    bool is_done;
    unsigned room;
    char *result;
    struct uci_child_end end;
};

static struct future *used_up;

static struct future *make(const struct ucilk_abi_task *task, long consumers,
                           const char *what)
{
    uci_future_check_consumers(consumers, what, task);
    struct future *f = used_up;
    if (f)
        used_up = f->next;
    else
        f = uci_memory(calloc(1, sizeof *f));
    f->generation++;
    f->left = consumers;
    f->task = task;
    f->is_done = false;
    if (task->result_size > f->room) {
        f->result = uci_memory(realloc(f->result, task->result_size));
        f->room = task->result_size;
    }
    uci_child_made(task);
    return f;
}

static void deliver(struct future *f, const void *result)
{
    if (f->task->result_size > 0)
        memcpy(f->result, result, f->task->result_size);
    f->is_done = true;
}

static ucilk_future_t handle_of(const struct future *f)
{
    return (ucilk_future_t){(unsigned long)f, f->generation};
}

static struct future *find(ucilk_future_t h, const char *what,
                           const char *place)
{
    struct future *f = (struct future *)h.ref;
    if (!f)
        uci_fatal("%s: %s of no future: its handle is all zero", place, what);
    if (f->generation != h.tag || f->left == 0)
        uci_future_refuse(f->generation == h.tag ? f->task : NULL, what, place);
    return f;
}

ucilk_future_t ucilk_abi_future(void *args, const struct ucilk_abi_task *task,
                                struct ucilk_abi_frame *frame, long consumers)
{
    struct future *f = make(task, consumers, "cilk_future");
    unsigned long level = uci_child_future(task, frame);
    const void *result = ((void *(*)(void *))(void (*)(void))task->body)(args);
    uci_child_stop();
    deliver(f, task->flags & UCILK_ABI_TASK_RETURNS
                   ? result
                   : (char *)args + task->result_offset);
    uci_child_future_return(level, &f->end);
    return handle_of(f);
}

ucilk_future_t ucilk_abi_future_value(const struct ucilk_abi_task *site,
                                      const void *value)
{
    struct future *f = make(site, 1, site->name);
    uci_child_stop();
    deliver(f, value);
    uci_child_fulfil(&f->end);
    return handle_of(f);
}

ucilk_future_t ucilk_abi_promise(const struct ucilk_abi_task *site,
                                 long consumers)
{
    return handle_of(make(site, consumers, site->name));
}

void ucilk_abi_promise_set(ucilk_future_t h, const void *value,
                           unsigned long size, const char *place)
{
    char text[256];
    struct future *f = find(h, "set", place);
    if (!(f->task->flags & UCILK_ABI_TASK_PROMISE))
        uci_fatal("%s: set of %s, which is no promise", place,
                  uci_future_text(f->task, text));
    uci_future_check_size(f->task, "set", 0, size, true, place);
    if (f->is_done)
        uci_fatal("%s: set of %s, which is set already", place,
                  uci_future_text(f->task, text));
    uci_child_stop();
    deliver(f, value);
    uci_child_fulfil(&f->end);
}

static void take(void *dst, struct future *f, unsigned long offset,
                 unsigned long size, const char *place, uintptr_t pc)
{
    char text[256];
    uci_child_stop();
    if (!f->is_done)
        uci_fatal("%s: get of %s, which is not set yet: " UCI_SERIAL_TOOL
                  " runs tasks in serial order, and nothing beside them",
                  place, uci_future_text(f->task, text));
    uci_child_wait(&f->end, dst, size, pc);
    if (size > 0)
        memcpy(dst, f->result + offset, size);
    if (--f->left == 0) {
        f->next = used_up;
        used_up = f;
    }
    uci_child_go_on();
}

void ucilk_abi_future_get(void *dst, ucilk_future_t h, unsigned long size,
                          const char *place)
{
    struct future *f = find(h, "get", place);
    uci_future_check_size(f->task, "get", 0, size, true, place);
    take(dst, f, 0, size, place, (uintptr_t)__builtin_return_address(0));
}

void ucilk_abi_future_get_part(void *dst, ucilk_future_t h,
                               unsigned long offset, unsigned long size,
                               const char *place)
{
    struct future *f = find(h, "get", place);
    uci_future_check_size(f->task, "get", offset, size, false, place);
    take(dst, f, offset, size, place, (uintptr_t)__builtin_return_address(0));
}

void ucilk_abi_future_prefetch(ucilk_future_t h)
{
    (void)h;
}

void ucilk_abi_future_share(ucilk_future_t *h, long consumers,
                            const char *place)
{
    struct future *f = find(*h, "share", place);
    uci_future_check_share(consumers, f->left, place);
    f->left += consumers;
}

int ucilk_abi_future_done(ucilk_future_t h, const char *place)
{
    return find(h, "look", place)->is_done;
}
