/*
 * Guests: threads of the program that spawn or use futures.  Each is a worker
 * from then on until its end.  Rules C1 to C4 in docs/protocols/home.md.
 */
#define _GNU_SOURCE
#include "arch/x86_64/float_mode.h"
#include "sched/thread.h"
#include "sched/strand_views.h"
#include "one_machine/chunk.h"
#include "one_machine/crash.h"
#include "one_machine/pool.h"
#include "sched/sched.h"
#include "sched/thread_end.h"

#include <ucilk/workers.h>

#include <pthread.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void leave_as_guest(void)
{
    if (uci_load_relaxed(&uci_self.main.outermost) > 1) /* a region is open */
        uci_thread_end_in_task(NULL);
    uci_crash_forget(uci_worker_self());
    /* Between regions a guest is not on its scheduler's stack. */
    uci_chunk_give(uci_chunk_of(uci_self.sched_stack));
    uci_worker_leave();
}

static _Atomic uint32_t main_has_left;

/* The destructor of the key: a guest's thread ends, or main's. */
static void leave(void *unused)
{
    (void)unused;
    if (!uci_self.is_foreign)
        leave_as_guest();
    if (getpid() == gettid())
        uci_store_relaxed(&main_has_left, 1);
    /* Here the own region has closed, then main_has_left is read; in main's
     * thread it is set, then the regions are read (uci_workers_shutdown). */
    uci_fence_seqcst();
    if (uci_load_relaxed(&main_has_left))
        (void)uci_workers_shutdown(); /* home.md: the end */
}

static bool has_key;

static void make_key(void)
{
    has_key = pthread_key_create(&key, leave) == 0;
}

void uci_guest_watch_main(void)
{
    pthread_once(&once, make_key);
    if (has_key)
        pthread_setspecific(key, &key);
}

void uci_guest_forget_key(void)
{
    if (has_key)
        pthread_key_delete(key);
    has_key = false;
}

/* Without a limit main's stack has all space down to the next mapping, for libc
 * down to the heap's end of now; but the heap grows, and views in it are no
 * variables of the stack (uci_stack_is_gone). */
enum { UNLIMITED_LOG2 = 40 };

/* The lower end of main's stack, or 0 if it is not known.  libc would read
 * /proc/self/maps for it, a third of the time of a first spawn. */
static uintptr_t main_stack_low(void)
{
    /* The program's path is the last thing on the page at its upper end. */
    uintptr_t path = getauxval(AT_EXECFN);
    struct rlimit limit;
    if (!path || getrlimit(RLIMIT_STACK, &limit) != 0)
        return 0;
    if (limit.rlim_cur > 1ul << UNLIMITED_LOG2)
        limit.rlim_cur = 1ul << UNLIMITED_LOG2;
    uintptr_t high = path + strlen((const char *)path) + 1;
    high = uci_round_up(high, UCI_PAGE);
    uintptr_t sp = (uintptr_t)__builtin_frame_address(0);
    return high - sp < limit.rlim_cur ? high - limit.rlim_cur : 0;
}

/* The lower end of the calling thread's stack, or 0 if it is not known. */
static uintptr_t own_stack_low(void)
{
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size;
    uintptr_t of_main = getpid() == gettid() ? main_stack_low() : 0;
    if (of_main)
        return of_main;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return (uintptr_t)low;
}

void uci_home_begins(void)
{
    /* Full fence between the store of `outermost' and the load of is_started in
     * uci_pool_start; with uci_workers_shutdown. */
    uci_fence_seqcst();
    uci_pool_start();
    uci_crash_enter(uci_worker_self());
    int was; /* on the stack: ThreadSanitizer would see libc write the block */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &was);
    uci_self.cancel_state = was;
    uci_thread_end_watch();
    uci_self.float_mode = uci_float_mode();
}

void uci_home_ends(void)
{
    uci_thread_end_unwatch();
    pthread_setcancelstate(uci_self.cancel_state, NULL);
    uci_crash_leave(uci_worker_self());
}

/* Makes the calling thread a guest. */
static void enter(void)
{
    uci_pool_prepare();
    pthread_once(&once, make_key);
    struct uci_worker *w = uci_worker_make();
    w->is_guest = true;
    uci_worker_become(w);
    pthread_setspecific(key, w);
    w->views = UCI_VIEWS_LEFTMOST;
    w->stack_low = own_stack_low();
    struct uci_chunk *scheduler = uci_chunk_take();
    w->sched_stack = (uintptr_t)scheduler & ~(uintptr_t)15;
    uci_thread_end_prepare(uci_thread_end_in_task, w->sched_stack);
    if (uci_sanitized())
        uci_sanitizer_enter(w, &scheduler->stack);
    uci_sched_count_idle();
    uci_store_release(&w->state, UCI_STATE_RUNNING);
}

void uci_guest_enter_to_spawn(const struct ucilk_abi_task *task)
{
    (void)task;
    if (uci_unlikely(uci_self.is_foreign))
        enter();
}

void uci_stack_adopt(const char *what, const char *place)
{
    (void)what;
    (void)place;
    enter();
}
