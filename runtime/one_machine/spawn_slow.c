/*
 * The C half of a spawn and a sync in programs of one process: what spawn.S and
 * switch.S call, and ucilk_abi_link.  Rules K1-K16 in docs/protocols/stacks.md.
 */
#include "base/message.h"
#include "base/options.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/join.h"
#include "sched/steal.h"
#include "sched/thread_end.h"
#include "sched/wait.h"
#include "sched/strand_views.h"
#include "one_machine/chunk.h"
#include "one_machine/inlets.h"
#include "one_machine/pool.h"
#include "one_machine/switch.h"

#include <string.h>
#include <unwind.h>

enum { SYNC_SIZE = UCI_SYNC_WORDS * sizeof(uintptr_t) };

/* A result in rax and rdx: a context's address, and a stack pointer. */
struct uci_place {
    uintptr_t sp, rsp;
};

uintptr_t uci_spawn_prepare(uintptr_t sp);
void uci_spawn_publish(uintptr_t sp);
struct uci_place uci_spawn_popped(uintptr_t upper, uintptr_t value);
uintptr_t uci_sync_begin(struct ucilk_abi_frame *frame, uintptr_t sp,
                         uintptr_t ends, uintptr_t live);
uintptr_t uci_spawn_value(const struct ucilk_abi_task *task, uintptr_t rax,
                          uintptr_t rdx, double xmm0, double xmm1);
void uci_child_end_site(uintptr_t upper, uintptr_t rax, uintptr_t rdx,
                        double xmm0, double xmm1);
void uci_child_end_cut(const uintptr_t words[3], uintptr_t rax, uintptr_t rdx,
                       double xmm0, double xmm1);
_Unwind_Reason_Code uci_spawn_personality(int version, _Unwind_Action actions,
                                          _Unwind_Exception_Class kind,
                                          struct _Unwind_Exception *exception,
                                          struct _Unwind_Context *context);
void uci_sync_rest(struct ucilk_abi_frame *frame, uintptr_t ends,
                   uintptr_t live, uintptr_t left, uintptr_t home);

/* Drops the finishers of results whose destination is a variable whose scope
 * has been left: AddressSanitizer would report them. */
static void drop_results(struct ucilk_abi_frame *frame)
{
    struct uci_record *r;
    for (uci_ref ref = uci_frame_first(frame); ref;
         ref = uci_record_next(frame, ref, r)) {
        r = uci_ref_pointer(ref);
        if (r->finish && uci_sanitizer_is_gone((uintptr_t)r->dst))
            r->finish = NULL;
    }
}

static uintptr_t *words_at(uintptr_t upper, int offset)
{
    return (uintptr_t *)(upper - (uintptr_t)offset);
}

/* The frame object and the kind of a spawn, from the child's words. */
static struct ucilk_abi_frame *frame_of(uintptr_t upper)
{
    return (struct ucilk_abi_frame *)(*words_at(upper, UCI_SPAWN_FRAME) &
                                      ~(uintptr_t)UCI_KIND_MASK);
}
static unsigned kind_of(uintptr_t upper)
{
    return *words_at(upper, UCI_SPAWN_FRAME) & UCI_KIND_MASK &
           ~(unsigned)UCI_KIND_SITE;
}

/* K2, K13: gives the child of the spawn at sp a stack, and writes its words;
 * returns its upper end. */
static uintptr_t give_stack(uintptr_t sp)
{
    if (kind_of(sp) == UCI_KIND_BELOW)
        return sp;
    struct uci_chunk *chunk = uci_chunk_take();
    chunk->sp = sp;
    uintptr_t upper = (uintptr_t)chunk - UCI_CHUNK_UPPER;
    *words_at(upper, UCI_SPAWN_TASK) = *words_at(sp, UCI_SPAWN_TASK);
    *words_at(upper, UCI_SPAWN_FRAME) = *words_at(sp, UCI_SPAWN_FRAME);
    *words_at(sp, UCI_SPAWN_UPPER) = upper;
    return upper;
}

bool uci_region_open(struct ucilk_abi_frame *frame)
{
    if (!uci_home_needs_region(uci_deque_base()->sp))
        return false;
    uci_pool_start();
    uci_home_open(frame);
    uci_self.scope = NULL;
    uci_scope_set_base(uci_deque_base(), NULL);
    return true;
}

/* What the slow path does before it pushes: opens a region, makes way for main,
 * raises the limit, finds an aborted strand.  Returns the child's upper end. */
uintptr_t uci_spawn_prepare(uintptr_t sp)
{
    const struct ucilk_abi_task *task =
        (const struct ucilk_abi_task *)*words_at(sp, UCI_SPAWN_TASK);
    uci_point(spawn_slow);
    uci_guest_enter_to_spawn(task);
    if (uci_region_open(frame_of(sp))) {
        uci_patience_begin(task);
    } else {
        if (uci_unlikely(uci_home_is_wanted()))
            uci_home_make_way();
        uci_idle_raise_limit();
        if (uci_unlikely(uci_abort_is_on()))
            uci_abort_check_spawn(sp);
    }
    if (uci_sanitized())
        *words_at(sp, UCI_SPAWN_FRAME) |= UCI_KIND_APART;
    /* K15: the guest's own stack may be small. */
    if (kind_of(sp) == UCI_KIND_BELOW && !uci_chunk_of(sp))
        *words_at(sp, UCI_SPAWN_FRAME) |= UCI_KIND_OPENING;
    return give_stack(sp);
}

void uci_spawn_publish(uintptr_t sp)
{
    if (uci_sanitized())
        uci_sanitizer_spawn(sp, *words_at(sp, UCI_SPAWN_UPPER));
    uci_deque_push(sp);
    uci_idle_notify();
    if (uci_steal_is_forced() && uci_options.nworkers > 1)
        uci_steal_migrate();
}

/* The child has ended and its parent's entry was popped: gives the child's
 * chunk back, and returns where the parent's context is and its stack pointer.
 * K15: does not return where the parent goes on as if it were stolen. */
struct uci_place uci_spawn_popped(uintptr_t upper, uintptr_t value)
{
    unsigned kind = kind_of(upper);
    struct uci_place p = {upper, upper + sizeof(struct uci_context)};
    if (kind == UCI_KIND_BELOW)
        return p;
    struct uci_chunk *chunk = (struct uci_chunk *)(upper + UCI_CHUNK_UPPER);
    p.sp = chunk->sp;
    p.rsp = p.sp + sizeof(struct uci_context);
    /* K1, K13: we leave the chunk next. */
    uci_chunk_give(chunk);
    if (uci_sanitized() && !uci_thread_sanitized())
        uci_sanitizer_go(p.sp, 0);
    if (kind == UCI_KIND_APART && !uci_thread_sanitized())
        return p;
    /* K15: mostly on this chunk. */
    uci_stack_go_on(
        p.sp, uci_spawn_result(words_at(upper, 3 * sizeof upper), &value));
}

/* In the buffer of the worker that runs a child's end: a value that is not in
 * rax alone, and the registers that it was in. */
struct returned {
    uint64_t words[2];
    uintptr_t rax, rdx;
    double xmm0, xmm1;
};
static_assert(offsetof(struct returned, rax) == UCI_RETURNED_RAX &&
                  offsetof(struct returned, rdx) == UCI_RETURNED_RDX &&
                  offsetof(struct returned, xmm0) == UCI_RETURNED_XMM0 &&
                  offsetof(struct returned, xmm1) == UCI_RETURNED_XMM1 &&
                  sizeof(struct returned) <= sizeof uci_self.result,
              "spawn.S");

/* What uci_child_end takes, from the registers that hold the body's value. Each
 * half of a value is in the next register of its class, as C returns it. */
uintptr_t uci_spawn_value(const struct ucilk_abi_task *task, uintptr_t rax,
                          uintptr_t rdx, double xmm0, double xmm1)
{
    const unsigned both = UCILK_ABI_TASK_DIRECT | UCILK_ABI_TASK_RETURNS;
    struct returned *r = (struct returned *)uci_self.result;
    if (uci_likely((task->flags & both) != both))
        return rax;
    r->rax = rax;
    r->rdx = rdx;
    r->xmm0 = xmm0;
    r->xmm1 = xmm1;
    bool is_first = task->flags & UCILK_ABI_TASK_FLOAT_FIRST;
    bool is_second = task->flags & UCILK_ABI_TASK_FLOAT_SECOND;
    memcpy(&r->words[0], is_first ? (void *)&r->xmm0 : (void *)&r->rax, 8);
    memcpy(&r->words[1],
           is_second ? (void *)(is_first ? &r->xmm1 : &r->xmm0)
                     : (void *)(is_first ? &r->rax : &r->rdx),
           8);
    return (uintptr_t)r->words;
}

/* J1: the end of a child whose parent is gone, and which was cut (K5). */
void uci_child_end_cut(const uintptr_t words[3], uintptr_t rax, uintptr_t rdx,
                       double xmm0, double xmm1)
{
    const struct ucilk_abi_task *task = (const struct ucilk_abi_task *)words[2];
    uci_child_end(words, uci_spawn_value(task, rax, rdx, xmm0, xmm1));
}

/* The same of a child whose spawn is written out.  The word below its upper end
 * was the return address; now it is the task. */
void uci_child_end_site(uintptr_t upper, uintptr_t rax, uintptr_t rdx,
                        double xmm0, double xmm1)
{
    uci_ref ref = uci_load_acquire(&uci_deque_base()->record);
    if (uci_unlikely(ref <= UCI_RECORD_NONE))
        uci_refuse_forked();
    struct uci_record *r = uci_ref_pointer(ref);
    *words_at(upper, UCI_SPAWN_TASK) = (uintptr_t)r->task;
    uci_child_end_cut(words_at(upper, 3 * sizeof upper), rax, rdx, xmm0, xmm1);
}

/* Unwinding stops at the spawn: the parent's frame may be another worker's, and
 * its cleanups are syncs.  pthread_exit ends here, and an exception in
 * std::terminate. */
_Unwind_Reason_Code uci_spawn_personality(int version, _Unwind_Action actions,
                                          _Unwind_Exception_Class kind,
                                          struct _Unwind_Exception *exception,
                                          struct _Unwind_Context *context)
{
    (void)version;
    (void)kind;
    (void)exception;
    (void)context;
    if (actions & _UA_FORCE_UNWIND)
        uci_thread_end_in_task(NULL);
    return _URC_FATAL_PHASE1_ERROR;
}

/* --- The stolen parent, and its sync --- */

void ucilk_abi_link(struct ucilk_abi_frame *frame, void *handle, void *dst,
                    ucilk_abi_finish *finish, struct ucilk_abi_local local)
{
    uci_ref child = handle == UCILK_ABI_OUTSTANDING ? uci_self.outstanding
                                                    : (uci_ref)handle;
    if (uci_unlikely(child == (uintptr_t)UCILK_ABI_ABORTED))
        return; /* inlets.md A6: there is none */
    struct uci_record *r = uci_ref_pointer(child);
    /* K3: `local' is of a variable of the parent.  If it lies on the chunk that
     * the parent was moved to, the parent addresses it by the stack pointer. */
    if (r->stack.set && uci_unlikely(uci_chunk_of((uintptr_t)local.address) ==
                                     uci_chunk_of(r->stack.set)))
        uci_stack_refuse(r->task);
    uci_record_link(frame, child, dst, finish);
    uci_views_begin(); /* R2 */
}

/* The name that objects compiled for clusters call. */
extern __typeof__(ucilk_abi_link)
    uci_link_cluster __asm__(UCILK_ABI_LINK_FOR("cluster_"))
        __attribute__((alias(UCILK_ABI_LINK_FOR("")), cold));

/*
 * K9: the sync's context is at sp, on the chunk that the frame was moved to
 * last.  Returns where the context belongs.  If the child that runs at the
 * frame's home has not arrived, it waits, and does not return: uci_switch_sync
 * goes on.
 */
uintptr_t uci_sync_begin(struct ucilk_abi_frame *frame, uintptr_t sp,
                         uintptr_t ends, uintptr_t live)
{
    uintptr_t rsp = sp + SYNC_SIZE;
    struct uci_position p = uci_stack_position(frame);
    uci_ref ref = uci_frame_first(frame);
    if (!p.set)
        return sp;
    uci_stack_check(frame, rsp);
    uintptr_t home = p.home + (rsp - p.set) - SYNC_SIZE;
    /* The child that runs at home, if there is one, has frees == 0. */
    struct uci_record *first = uci_ref_pointer(ref);
    while (first->stack.frees) {
        if (!(ref = uci_record_next(frame, ref, first)))
            return home;
        first = uci_ref_pointer(ref);
    }
    /* Acquire: with the child's release in uci_child_end. */
    if (uci_load_acquire(&first->arrived) != 0)
        return home;
    struct uci_leave leave = {sp, home, frame, live, ends != 0};
    uci_wait_leaving(uci_join_enlist, ref, &leave);
}

/* The rest of a sync, at home: joins the children.  `left' lies on the chunk
 * that was left, or is 0; home is the context's address. */
void uci_sync_rest(struct ucilk_abi_frame *frame, uintptr_t ends,
                   uintptr_t live, uintptr_t left, uintptr_t home)
{
    if (left)
        uci_chunk_give(uci_chunk_of(left));
    if (uci_sanitized())
        drop_results(frame);
    uci_join_frame(frame, live ? live : home + SYNC_SIZE, ends != 0);
}
