/*
 * Stolen and suspended threads in programs of one process: their frames stay
 * where they are.  See sched/thread.h; rules K3 to K16 in
 * docs/protocols/stacks.md.
 */
#include "sched/thread.h"

#include "arch/x86_64/context.h"
#include "arch/x86_64/float_mode.h"
#include "base/message.h"
#include "base/ticks.h"
#include "sched/deque.h"
#include "sched/future.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/record.h"
#include "sched/sched.h"
#include "sched/heap.h"
#include "api/pedigree.h"
#include "sched/strand_views.h"
#include "one_machine/chunk.h"
#include "one_machine/inlets.h"
#include "one_machine/promote.h"
#include "one_machine/switch.h"
#include "trace/steps.h"
#include "trace/trace.h"

_Atomic uintptr_t uci_running_limit = 1;

extern const char ucilk_stolen_return[], ucilk_stolen_args_return[],
    ucilk_stolen_site_return[], uci_thread_begin[];

/* The word that lies `offset' bytes below `at'. */
static uintptr_t word(uintptr_t at, int offset)
{
    return *(uintptr_t *)(at - (uintptr_t)offset);
}

/* --- Spawns that are written out --- */

/* True if a spawn that is written out pushed sp; layout.h. */
static bool is_written_out(uintptr_t sp)
{
    return (sp & 8) == 0;
}

/* Where the spawn that pushed sp has its return address. */
static uintptr_t *called_at(uintptr_t sp)
{
    return (uintptr_t *)(is_written_out(sp)
                             ? sp
                             : sp + UCI_CONTEXT_SIZE + sizeof sp) -
           1;
}

/* The code of such a spawn that answers, or NULL if the child's return address
 * is cut. */
static const unsigned char *site_at(uintptr_t sp)
{
    return uci_site_of(uci_called(sp));
}

/* --- Spawns --- */

static unsigned kind_of(uintptr_t sp)
{
    return is_written_out(sp) ? UCI_KIND_BELOW
                              : word(sp, UCI_SPAWN_FRAME) & UCI_KIND_MASK &
                                    ~(unsigned)UCI_KIND_SITE;
}

static const struct ucilk_abi_task *task_of(uintptr_t sp)
{
    return (const struct ucilk_abi_task *)word(sp, UCI_SPAWN_TASK);
}

const struct ucilk_abi_task *uci_slot_task(const struct uci_slot *slot)
{
    struct uci_answer answer;
    if (!is_written_out(slot->sp))
        return task_of(slot->sp);
    const unsigned char *site = site_at(slot->sp);
    if (!site)
        return NULL;
    uci_site_ask(site, slot->registers, &answer);
    return answer.task;
}

/* The upper end of the child whose parent pushed sp. */
static uintptr_t upper_of_child(uintptr_t sp, unsigned kind)
{
    return kind == UCI_KIND_BELOW ? sp : word(sp, UCI_SPAWN_UPPER);
}

/* --- The bottom of a thread --- */

/* `upper' is a thread's upper end, not that of a root thread. */
static bool is_direct(uintptr_t upper)
{
    return task_of(upper)->flags & UCILK_ABI_TASK_DIRECT;
}

/* The bytes of a child's arguments that lie above its return address. */
static uintptr_t bytes_above(const struct ucilk_abi_task *task)
{
    return task->flags & UCILK_ABI_TASK_DIRECT ? task->args_size : 0;
}

/* K5: where the body at the thread's bottom has its return address. */
static uintptr_t *return_address(uintptr_t upper)
{
    if (is_written_out(upper))
        return (uintptr_t *)upper - 1;
    if (is_direct(upper))
        return (uintptr_t *)(upper - UCI_SPAWN_RETURN -
                             bytes_above(task_of(upper)));
    return (uintptr_t *)word(upper, UCI_SPAWN_CALL_SP) - 1;
}

uintptr_t uci_thread_cut(uintptr_t upper)
{
    if (upper == UCI_STACK_ROOT) {
        uci_tally(cut_root);
        return 0;
    }
    uintptr_t *at = return_address(upper), was = *at;
    *at = (uintptr_t)(is_written_out(upper) ? ucilk_stolen_site_return
                      : is_direct(upper) && bytes_above(task_of(upper)) == 0
                          ? ucilk_stolen_return
                          : ucilk_stolen_args_return);
    uci_tally(cut);
    return was;
}

/* --- Taking an entry --- */

struct uci_position uci_stack_position(const struct ucilk_abi_frame *frame)
{
    if (uci_frame_first(frame)) {
        const struct uci_record *last = uci_ref_pointer((uci_ref)frame->last);
        return (struct uci_position){last->stack.home, last->stack.set};
    }
    return (struct uci_position){0, 0};
}

/* K6: so many bytes of arguments may a compiler leave on the stack behind calls
 * (gcc pops at 32 bytes).  If there are more, the function has allocated
 * them. */
enum { UNPOPPED = 64 };

void uci_stack_check(const struct ucilk_abi_frame *frame, uintptr_t rsp)
{
    const struct uci_record *r = uci_ref_pointer((uci_ref)frame->last);
    if (uci_chunk_of(rsp) != uci_chunk_of(r->stack.set) ||
        rsp + UNPOPPED < r->stack.set)
        uci_fatal("%s:%d: a variable length array or alloca in the function "
                  "that spawns `%s': put `cilk_apart;' at its beginning",
                  r->task->file, r->task->line, r->task->name);
}

/* K6, K10: what the record says of the frame that spawned, with the stack
 * pointer at rsp. */
static struct uci_record_stack stack_of(const struct ucilk_abi_frame *frame,
                                        uintptr_t rsp, unsigned kind)
{
    struct uci_position p = uci_stack_position(frame);
    if (kind == UCI_KIND_APART)
        return (struct uci_record_stack){
            .home = p.home, .set = p.set, .frees = true};
    if (p.set)
        uci_stack_check(frame, rsp);
    return (struct uci_record_stack){
        .home = p.set ? p.home + (rsp - p.set) : rsp,
        .frees = p.set || kind == UCI_KIND_OPENING};
}

/* The frame object's address, asked with another stack pointer than before.  It
 * is the same if the function addresses its frame by the frame pointer. */
static __attribute__((noinline)) const struct ucilk_abi_frame *
frame_by_another(const unsigned char *site, const uintptr_t registers[6])
{
    struct uci_answer answer;
    volatile char room[256];
    room[0] = 0;
    uci_site_ask(site, registers, &answer);
    room[255] = room[0];
    return answer.frame;
}

/* K4: copies the context of the parent that pushed sp, and asks for task and
 * frame object. */
static void copy_context(uintptr_t sp, const uintptr_t registers[6],
                         struct uci_stolen *taken, struct uci_answer *answer)
{
    uintptr_t *words = taken->context.words;
    const unsigned char *site;
    uintptr_t saved[6];
    if (is_written_out(sp)) {
        taken->rsp = sp;
        for (int i = 0; i < 6; i++)
            words[i] = registers[5 - i];
        site = site_at(sp);
    } else {
        uintptr_t frame = word(sp, UCI_SPAWN_FRAME);
        taken->rsp = sp + sizeof taken->context;
        memcpy(words, (void *)sp, sizeof taken->context);
        answer->task = task_of(sp);
        answer->frame = (void *)(frame & ~(uintptr_t)UCI_KIND_MASK);
        if (!(frame & UCI_KIND_SITE))
            return;
        site = uci_site_of(words[6]);
        for (int i = 0; i < 6; i++)
            saved[i] = words[5 - i];
        registers = saved;
    }
    uci_site_ask(site, registers, answer);
    words[6] = answer->stolen;
    taken->rsp += bytes_above(answer->task);
    if (uci_unlikely(frame_by_another(site, registers) != answer->frame))
        uci_stack_refuse(answer->task);
}

void uci_stack_refuse(const struct ucilk_abi_task *task)
{
    uci_fatal("%s:%d: the function that spawns `%s' does not address its "
              "variables by a frame pointer: compile it with "
              "-DUCILK_ABI_APART",
              task->file, task->line, task->name);
}

void uci_stack_skip(const struct uci_slot *entry, bool has_run)
{
    struct uci_stolen parent;
    struct uci_answer spawn;
    uintptr_t sp = entry->sp;
    copy_context(sp, entry->registers, &parent, &spawn);
    if (has_run && kind_of(sp) != UCI_KIND_BELOW)
        uci_chunk_give(
            (struct uci_chunk *)(word(sp, UCI_SPAWN_UPPER) + UCI_CHUNK_UPPER));
    if (has_run && uci_sanitized())
        uci_sanitizer_go(sp, 0);
    uci_self.outstanding = (uintptr_t)UCILK_ABI_ABORTED;
    uci_switch_load(&parent.context, UCILK_ABI_ABORTED, parent.rsp);
}

/* K4: parts the parent that pushed sp, of the region of guest `home', from its
 * child: copies its context and makes the child's record. */
static void part_at(uintptr_t sp, const uintptr_t registers[6],
                    struct uci_stolen *taken, unsigned home)
{
    struct uci_answer spawn;
    taken->sp = sp;
    taken->kind = kind_of(sp);
    taken->home = home;
    taken->upper_of_child = upper_of_child(sp, taken->kind);
    copy_context(sp, registers, taken, &spawn);
    taken->called = *called_at(sp);
    taken->task = spawn.task;
    taken->handle = uci_record_make(spawn.task);
    if (!(spawn.task->flags & UCILK_ABI_TASK_FUTURE)) {
        struct uci_record *r = uci_ref_pointer(taken->handle);
        r->stack = stack_of(spawn.frame, taken->rsp, taken->kind);
        r->stack.spawn = taken->context;
        r->stack.spawn.words[6] =
            is_written_out(sp) ? uci_called(sp) : taken->called;
    }
}

static void part(struct uci_slot *slot, struct uci_stolen *taken, unsigned home)
{
    part_at(slot->sp, slot->registers, taken, home);
    /* For the thief of the next entry, whose thread this child is. */
    slot->sp = taken->upper_of_child;
}

void uci_stack_go_on(uintptr_t sp, const void *result)
{
    struct uci_stolen taken;
    part_at(sp, NULL, &taken, uci_home_rank());
    const struct ucilk_abi_task *task = task_of(sp);
    if (task->flags & UCILK_ABI_TASK_FUTURE) {
        uci_future_end_early(taken.handle, result);
    } else {
        struct uci_record *r = uci_ref_pointer(taken.handle);
        uci_thread_copy(r->result, result, task->result_size);
        r->views = uci_views_copy();
        uci_thread_release(r);
        uci_store_relaxed(&r->arrived, 1);
    }
    uci_stack_continue(&taken);
}

/* inlets.md A3: the scope of the child that goes on at the victim. */
static struct ucilk_abi_child *scope_of_child(const struct uci_stolen *parent)
{
    const struct ucilk_abi_task *task =
        is_written_out(parent->sp) ? NULL : task_of(parent->sp);
    if (task && task->flags & UCILK_ABI_TASK_INLETS)
        return (void *)word(parent->upper_of_child, UCI_SPAWN_ARGS);
    if (task && task->flags & UCILK_ABI_TASK_FUTURE)
        return NULL;
    return parent->scope;
}

void uci_stack_take(const struct uci_worker *v, struct uci_slot *entry,
                    struct uci_stolen *stolen)
{
    unsigned home = uci_load_relaxed(&v->home);
    stolen->upper = entry[-1].sp;
    stolen->scope = uci_scope_of_base(&entry[-1]);
    /* F5: a future's task is counted in this region. */
    uci_store_relaxed(&uci_self.home, home);
    part(entry, stolen, home);
    uci_scope_set_base(entry, scope_of_child(stolen));
    uci_thread_cut(stolen->upper); /* K5 */
}

void uci_stack_part(struct uci_slot *entry, struct uci_stolen *parent)
{
    part(entry, parent, uci_home_rank());
}

void uci_stack_join(struct uci_slot *entry, const struct uci_stolen *parent)
{
    entry->sp = parent->sp;
    /* K5: the child's bottom was cut; a thief finds the site by the old return
     * address. */
    if (is_written_out(parent->sp))
        *called_at(parent->sp) = parent->called;
}

/*
 * K3: the stack pointer on a fresh chunk for a parent whose stack pointer was
 * rsp; equal to it modulo 64.  There is room above it for what the function
 * addresses by the stack pointer: arguments of calls.
 */
static uintptr_t place(const struct uci_chunk *chunk, uintptr_t rsp,
                       const struct uci_context *context)
{
    enum { ROOM = 256 };
    uintptr_t rbp = context->words[5];
    uintptr_t reserve = ROOM;
    if (rbp > rsp)
        reserve += rbp - rsp;
    uintptr_t top = (uintptr_t)chunk & ~(uintptr_t)63;
    if (uci_unlikely(reserve > (top - uci_chunk_low(chunk)) / 2))
        reserve = ROOM; /* rbp is no frame pointer, or the frame is huge */
    return ((top - reserve) & ~(uintptr_t)63) - 64 + (rsp & 63);
}

void uci_stack_continue(const struct uci_stolen *taken)
{
    uintptr_t rsp = taken->rsp;
    if (taken->kind != UCI_KIND_APART) {
        struct uci_record *r = uci_ref_pointer(taken->handle);
        rsp = place(uci_chunk_take(), rsp, &taken->context);
        r->stack.set = rsp;
    }
    uci_self.outstanding = taken->handle;
    uci_pedigree_lose(taken->task);
    /* The mode that the parent had at the spawn is not saved; it gets that of
     * its region's beginning. */
    uci_float_mode_set(uci_peer(taken->home)->float_mode);
    if (uci_sanitized())
        uci_sanitizer_go(taken->sp, 0);
    uci_switch_load(&taken->context, (void *)taken->handle, rsp);
}

/* Makes the worker's empty deque describe the thread that it is about to
 * run. */
static void get_thread(uintptr_t upper, uci_ref record, unsigned home)
{
    /* Release: before any push of the thread; with the acquire in
     * uci_may_run_for. */
    uci_store_release(&uci_self.home, home);
    uci_deque_set_base(upper, record);
    uci_scope_set_base(uci_deque_base(), uci_self.scope);
    uci_point(base_set);
    if (uci_unlikely(uci_home_needs_region(upper)))
        uci_store_relaxed(&uci_self.limit, 0);
    else
        uci_idle_raise_limit();
    /* A6: its last worker may have unwound it. */
    if (uci_unlikely(uci_abort_is_on()))
        ucilk_abi_aborted();
    uci_sched_leave();
}

void uci_thread_run_stolen(const struct uci_stolen *stolen)
{
    uci_tally(resume_spawn);
    uci_self.scope = stolen->scope;
    get_thread(stolen->upper, stolen->record, stolen->home);
    uci_stack_continue(stolen);
}

void uci_thread_run_new(const struct ucilk_abi_task *task, void *args,
                        uci_ref record, unsigned home)
{
    struct uci_chunk *chunk = uci_chunk_take();
    uintptr_t upper = (uintptr_t)chunk - UCI_CHUNK_UPPER;
    uintptr_t call = (upper - UCI_SPAWN_CALL_SP) & ~(uintptr_t)15;
    uintptr_t *below = (uintptr_t *)upper; /* the words of layout.h */
    chunk->sp = 0;
    below[-1] = (uintptr_t)task;
    below[-2] = UCI_KIND_APART;
    below[-3] = 0;
    below[-4] = (uintptr_t)args;
    below[-5] = call;
    ((uintptr_t *)call)[-1] = (uintptr_t)ucilk_stolen_args_return;
    struct uci_context context = {{0, 0, (uintptr_t)task->body, (uintptr_t)args,
                                   upper, 0, (uintptr_t)uci_thread_begin}};
    uci_self.scope = NULL;
    uci_self.views = NULL;
    get_thread(upper, record, home);
    uci_float_mode_set(uci_peer(home)->float_mode);
    uci_pedigree_lose(task);
    if (uci_sanitized())
        uci_sanitizer_go(call, 0);
    uci_switch_load(&context, NULL, call - sizeof call);
}

/* --- Suspended threads --- */

/* Makes a suspended thread of what runs here, without a context. */
static struct uci_suspended *make(uintptr_t upper, uci_ref record)
{
    struct uci_suspended *s = uci_heap_alloc(sizeof *s);
    uci_self.counters.segments_made++;
    s->upper = upper;
    s->record = record;
    s->views = 0;
    s->value = NULL;
    s->place = NULL;
    s->ready_since = 0;
    s->next = 0;
    s->home = uci_home_rank();
    s->float_mode = uci_float_mode();
    s->pedigree = uci_pedigree_get();
    s->goes_home = upper == UCI_STACK_ROOT &&
                   uci_load_relaxed(uci_outermost) == UCI_HOME_LINGERS;
    s->self = uci_ref_make(uci_id, s);
    s->is_entry = s->leaves = false;
    s->was_return = 0;
    s->scope = uci_self.scope;
    return s;
}

struct uci_suspended *uci_thread_evacuate(uintptr_t sp, uintptr_t upper,
                                          uci_ref record)
{
    struct uci_suspended *s = make(upper, record);
    s->sp = sp;
    s->was_return = uci_thread_cut(upper);
    if (uci_sanitized())
        uci_sanitizer_go_to_scheduler(sp);
    uci_tally(evacuated);
    return s;
}

struct uci_suspended *uci_thread_evacuate_entry(struct uci_slot *entry,
                                                uci_ref record)
{
    struct uci_suspended *s = make(entry[-1].sp, record);
    s->is_entry = true;
    uci_stack_take(uci_peer(uci_id), entry, &s->stolen);
    s->scope = s->stolen.scope;
    s->value = (void *)s->stolen.handle;
    return s;
}

void uci_thread_leave(struct uci_suspended *s, struct uci_leave *leaves)
{
    if (!leaves)
        return;
    s->leaves = true;
    s->leave = *leaves;
    memcpy(s->at_sync, (void *)leaves->sp, sizeof s->at_sync);
    /* K11: nothing else of the frame is on this chunk, and we are on the
     * scheduler's stack. */
    uci_chunk_give(uci_chunk_of(leaves->sp));
}

void uci_thread_free(uci_ref thread)
{
    uci_self.counters.segments_freed++;
    uci_heap_free(thread);
}

/* Goes on with a thread; s is a copy, its block is freed. */
static _Noreturn void go_on(const struct uci_suspended *s)
{
    if (s->is_entry)
        uci_stack_continue(&s->stolen);
    if (uci_sanitized())
        uci_sanitizer_go(s->sp, 0);
    if (!s->leaves)
        uci_context_resume(s->sp, s->value);
    /* K9: the context goes home. */
    const struct uci_leave *leave = &s->leave;
    memcpy((void *)leave->home, s->at_sync, sizeof s->at_sync);
    uci_switch_sync(leave->home, leave->frame, leave->ends, leave->live);
}

void uci_thread_stay(struct uci_suspended *s)
{
    struct uci_suspended copy = *s;
    if (copy.was_return)
        *return_address(copy.upper) = copy.was_return;
    uci_thread_free(s->self);
    go_on(&copy);
}

/* Behind the event, which names the block: here it is freed. */
static _Noreturn void resume(uci_ref thread)
{
    uci_step(resume_begin);
    struct uci_suspended s = *(struct uci_suspended *)uci_ref_pointer(thread);
    uci_point(resume);
    uci_thread_free(thread);
    uci_views_restore(s.views); /* R4 */
    if (s.ready_since) {
        uci_self.counters.joins_resumed++;
        uci_self.counters.join_ticks += uci_ticks() - s.ready_since;
    }
    if (s.value)
        uci_tally(resume_spawn);
    else
        uci_tally(resume_sync);
    uci_self.scope = s.scope;
    get_thread(s.upper, s.record, s.home);
    uci_float_mode_set(s.float_mode);
    uci_pedigree_set(s.pedigree);
    go_on(&s);
}

void uci_thread_resume(uci_ref thread)
{
    uci_trace(resumed, (uintptr_t)uci_ref_pointer(thread));
    resume(thread);
}

void uci_thread_resume_waiter(uci_ref thread)
{
    uint64_t now = uci_ticks();
    uci_thread_note_ready(thread, now);
    uci_trace_at(now, joined, (uintptr_t)uci_ref_pointer(thread));
    resume(thread);
}

void uci_stack_call(void (*run)(void *argument), void *argument)
{
    if (uci_self.is_foreign)
        uci_stack_adopt(NULL, NULL);
    if (uci_sanitized() ||
        uci_chunk_of((uintptr_t)__builtin_frame_address(0))) {
        run(argument);
        return;
    }
    struct uci_chunk *chunk = uci_chunk_take();
    uci_context_call(run, argument, (uintptr_t)chunk);
    uci_chunk_give(chunk); /* perhaps in another worker */
}

/* --- Ends --- */

void uci_stack_leave(const uintptr_t words[3], const struct uci_record *record)
{
    if (uci_sanitized())
        uci_sanitizer_go_to_scheduler(0);
    if (!record || record->stack.frees)
        uci_chunk_give(uci_chunk_of((uintptr_t)words));
}

bool uci_stack_is_gone(uintptr_t address, uintptr_t live)
{
    if (address >= live || live == 0)
        return false;
    struct uci_chunk *chunk = uci_chunk_of(live);
    return chunk ? address >= uci_chunk_low(chunk)
                 : address >= uci_peer(uci_home_rank())->stack_low;
}

const struct ucilk_abi_task *uci_stack_task_of(const struct uci_worker *w,
                                               uintptr_t sp)
{
    if (sp <= UCI_STACK_ROOT)
        return NULL;
    const struct uci_slot *base = uci_load_acquire(&w->T) - 1;
    const struct ucilk_abi_task *task = uci_slot_task(base);
    if (task)
        return task;
    /* The bottom is cut, and the record names the task. */
    uci_ref record = uci_load_acquire(&base->record);
    return record > UCI_RECORD_NONE
               ? ((struct uci_record *)uci_ref_pointer(record))->task
               : NULL;
}
