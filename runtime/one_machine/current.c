/* The block of the calling thread, and what all threads share.  See
 * sched/worker.h. */
#include "base/message.h"
#include "sched/deque.h"
#include "sched/strand_views.h"
#include "sched/thread.h"

struct uci_world uci_the_world;

/*
 * The block of all threads that are no worker.  Its limit is 0, so that a spawn
 * takes the slow path.  A task that comes to its end in a forked child pops
 * here: H and `near' are above its entry, so that the pop is a conflict, and
 * uci_deque_conflict refuses.
 */
static struct uci_slot no_slots[4] = {
    {.sp = UCI_STACK_ROOT, .record = UCI_RECORD_NONE},
    {.sp = UCI_STACK_ROOT, .record = UCI_RECORD_NONE}};
static char foreign_stack[16384] __attribute__((aligned(16)));
struct uci_worker uci_foreign_worker = {
    .T = no_slots + 1,
    .H = ~(uint64_t)1,
    .near = ~(uint64_t)1,
    .is_foreign = true,
    .sched_stack = (uintptr_t)(foreign_stack + sizeof foreign_stack),
    .views = UCI_VIEWS_LEFTMOST};

__thread struct uci_worker *ucilk_abi_worker
    __attribute__((tls_model("initial-exec"))) = &uci_foreign_worker;

void uci_refuse_forked(void)
{
    uci_fatal("a process that was forked inside of a task came to the task's "
              "end: it must leave by exec, exit or _exit");
}
