/* Suspending and resuming threads.  See thread.h. */
#include "sched/thread.h"

#include "arch/x86_64/context.h"
#include "arch/x86_64/copy.h"
#include "base/ticks.h"
#include "mem/heap.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/sched.h"
#include "sched/views.h"
#include "trace/steps.h"

uintptr_t uci_sched_stack;
uintptr_t uci_running_limit = UCI_REGION_END;
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
    s->next = NULL;
    s->self = uci_ref_make(uci_id, s);
    uci_copy_from_stack(s->bytes, (void *)sp, size);
    uci_thread_cut(upper, s->bytes + size);
    uci_tally(evacuated);
    return s;
}

void uci_thread_free(struct uci_suspended *s)
{
    uci_self.counters.segments_freed++;
    uci_heap_free(s->self);
}

void uci_thread_resume(struct uci_suspended *s)
{
    uci_point(resume);
    uci_step(resume_begin);
    uintptr_t sp = s->sp, upper = sp + s->size;
    uci_ref record = s->record;
    void *value = s->value;
    if (uci_unlikely(uci_thread_watch))
        uci_thread_watch(UCI_REGION_END);
    uci_views_restore(s->views); /* R4 */
    uci_copy_to_stack((void *)sp, s->bytes, s->size);
    uci_step(resume_copied);
    if (s->ready_since) {
        uci_self.counters.joins_resumed++;
        uci_self.counters.join_ticks += uci_ticks() - s->ready_since;
    }
    uci_thread_free(s);
    uci_thread_run(sp, upper, record, value);
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
