/* Stolen and suspended threads in programs for clusters.  See sched/thread.h.
 */
#include "sched/thread.h"

#include "arch/x86_64/context.h"
#include "arch/x86_64/copy.h"
#include "base/message.h"
#include "base/ticks.h"
#include "sched/heap.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/record.h"
#include "sched/sched.h"
#include "sched/strand_views.h"
#include "trace/steps.h"
#include "trace/trace.h"
#include "sched/words.h"

#include <string.h>

UCI_PER_WORKER uintptr_t uci_sched_stack;
_Atomic uintptr_t uci_running_limit = UCI_REGION_END;
void (*uci_thread_watch)(uintptr_t upper);

extern const char ucilk_stolen_return[]; /* spawn.S */

void uci_thread_cut(uintptr_t upper, void *end)
{
    /* The root thread's bottom is not a spawned body. */
    if (upper != UCI_REGION_END) {
        *(const char **)((char *)end - UCI_SPAWN_RETURN) = ucilk_stolen_return;
        uci_tally(cut);
    } else {
        uci_tally(cut_root);
    }
}

struct uci_suspended *uci_thread_evacuate(uintptr_t sp, uintptr_t upper,
                                          uci_ref record)
{
    size_t size = upper - sp;
    struct uci_suspended *s = uci_heap_alloc(sizeof *s + size);
    uci_self.counters.segments_made++;
    s->sp = sp;
    s->size = size;
    s->record = record;
    s->value = NULL;
    s->views = 0;
    s->place = NULL;
    s->ready_since = 0;
    s->next = 0;
    s->goes_home = upper == UCI_REGION_END &&
                   uci_load_relaxed(uci_outermost) == UCI_HOME_LINGERS;
    s->self = uci_ref_make(uci_id, s);
    s->n_regions = uci_load_relaxed(&uci_self.n_regions);
    uci_copy_from_stack(s->bytes, (void *)sp, size);
    uci_thread_cut(upper, s->bytes + size);
    uci_tally(evacuated);
    return s;
}

struct uci_suspended *uci_thread_evacuate_entry(const struct uci_slot *entry,
                                                uci_ref record)
{
    struct uci_suspended *s =
        uci_thread_evacuate(entry->sp, entry[-1].sp, record);
    s->value = (void *)uci_record_make(uci_spawn_task(entry->sp));
    return s;
}

void uci_thread_stay(struct uci_suspended *s)
{
    uintptr_t sp = s->sp;
    uci_thread_free(s->self);
    uci_context_resume(sp, NULL);
}

void uci_stack_take(const struct uci_worker *v, const struct uci_slot *entry,
                    struct uci_stolen *stolen)
{
    stolen->sp = entry->sp;
    stolen->upper = entry[-1].sp;
    size_t size = stolen->upper - stolen->sp;
    uci_stack_keep(stolen->sp, stolen->upper);
    memcpy((void *)stolen->sp, uci_region_view(v, stolen->sp), size);
    uci_step(steal_copied);
    uci_thread_cut(stolen->upper, (void *)stolen->upper);
    stolen->handle = uci_record_make(
        uci_spawn_task((uintptr_t)uci_region_view(v, entry->sp)));
    uci_self.counters.steal_bytes += size;
}

void uci_stack_part(const struct uci_slot *entry, struct uci_stolen *parent)
{
    parent->sp = entry->sp;
    parent->handle = uci_record_make(uci_spawn_task(entry->sp));
}

void uci_stack_continue(const struct uci_stolen *parent)
{
    uci_context_resume(parent->sp, (void *)parent->handle);
}

void uci_thread_run_stolen(const struct uci_stolen *stolen)
{
    uci_thread_run(stolen->sp, stolen->upper, stolen->record,
                   (void *)stolen->handle);
}

const struct ucilk_abi_task *uci_stack_task_of(const struct uci_worker *w,
                                               uintptr_t sp)
{
    if (!uci_region_holds(sp))
        return NULL;
    return uci_spawn_task((uintptr_t)uci_region_view(w, sp));
}

void uci_stack_adopt(const char *what, const char *place)
{
    uci_fatal("%s: %s %s; only main and what it calls or spawns can use "
              "futures",
              place, what,
              uci_world ? "in a thread of the program's own, in a signal "
                          "handler or on a foreign stack"
                        : "before main has started, in a constructor");
}

void uci_thread_free(uci_ref thread)
{
    uci_self.counters.segments_freed++;
    uci_heap_free(thread);
}

uci_ref uci_thread_next(uci_ref thread)
{
    uci_ref next;
    uci_read(thread, offsetof(struct uci_suspended, next), &next, sizeof next);
    return next;
}

void uci_thread_set_next(uci_ref thread, uci_ref next)
{
    uci_write(thread, offsetof(struct uci_suspended, next), &next, sizeof next);
}

void uci_thread_note_ready(uci_ref thread, uint64_t ticks)
{
    struct uci_suspended *s = uci_ref_pointer(thread);
    if (uci_is_near(uci_ref_rank(thread)))
        s->ready_since = ticks;
}

void uci_thread_open_region(void)
{
    /* After a child's end it is still said to run.  Release: as in
     * uci_sched_loop. */
    uci_store_release(&uci_self.state, UCI_STATE_SCHEDULER);
    if (uci_unlikely(uci_thread_watch))
        uci_thread_watch(UCI_REGION_END);
}

static _Noreturn void resume_near(uci_ref thread)
{
    struct uci_suspended *s = uci_ref_pointer(thread);
    uci_point(resume);
    uci_step(resume_begin);
    uci_thread_open_region();
    uci_stack_keep(s->sp, s->sp + s->size);
    uci_copy_to_stack((void *)s->sp, s->bytes, s->size);
    uci_step(resume_copied);
    struct uci_suspended head = *s;
    uci_thread_free(thread);
    uci_thread_go_on(&head, head.ready_since);
}

void uci_thread_resume(uci_ref thread)
{
    uci_trace(resumed, (uintptr_t)uci_ref_pointer(thread));
    if (uci_unlikely(!uci_is_near(uci_ref_rank(thread))))
        uci_thread_resume_far(thread, 0, (struct uci_record_stack){0, 0});
    resume_near(thread);
}

void uci_thread_resume_waiter(uci_ref thread)
{
    uint64_t now = uci_ticks();
    uci_trace_at(now, joined, (uintptr_t)uci_ref_pointer(thread));
    if (uci_unlikely(!uci_is_near(uci_ref_rank(thread))))
        uci_thread_resume_far(thread, now, (struct uci_record_stack){0, 0});
    uci_thread_note_ready(thread, now);
    resume_near(thread);
}

void uci_thread_go_on(const struct uci_suspended *head, uint64_t since)
{
    uci_stack_keep(head->sp, head->sp + head->size);
    uci_sched_reach(head->n_regions);
    uci_views_restore(head->views); /* R4 */
    if (since) {
        uci_self.counters.joins_resumed++;
        uci_self.counters.join_ticks += uci_ticks() - since;
    }
    uci_thread_run(head->sp, head->sp + head->size, head->record, head->value);
}

void uci_thread_run(uintptr_t sp, uintptr_t upper, uci_ref record, void *value)
{
    uci_deque_set_base(upper, record);
    uci_point(base_set);
    if (value)
        uci_tally(resume_spawn);
    else
        uci_tally(resume_sync);
    if (uci_unlikely(uci_home_needs_region(upper)))
        uci_store_relaxed(&uci_self.limit, 0);
    else
        uci_idle_raise_limit();
    uci_sched_leave();
    if (uci_unlikely(uci_thread_watch))
        uci_thread_watch(upper);
    uci_context_resume(sp, value);
}
