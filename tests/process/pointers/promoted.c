/* flags: -fexceptions */
/* Frames between a spawn and a younger one, whose owner walks through them and
 * promotes the older spawns (docs/protocols/lazy.md): of functions that jump,
 * that signals interrupt, that unwinders pass, and of guests that end.  Thieves
 * get the older continuations while the youngest child runs, and before and
 * after that each of these frames does what it should. */
#define _GNU_SOURCE
#include "../runs_itself.h"
#include <execinfo.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>
#include <unwind.h>

enum { LEVELS = 3, SHORT = 2000 };

static long (*way)(int level); /* the frames of each level */
static int n_others;           /* workers beside the victim's */
static atomic_int busy, asks, taken;

/* --- Who asks, and who is asked --- */

static void count(long *n)
{
    ++*n;
}

/* In the youngest child: it can be asked at each of its spawns. */
static long ask(void)
{
    long sum = 0, n = 0;
    double end = seconds() + 20;
    atomic_store(&asks, 1);
    do {
        spawn count(&sum);
        sync;
        n++;
    } while (n_others > 0 && atomic_load(&taken) < LEVELS && seconds() < end);
    CHECK(n_others == 0 || atomic_load(&taken) == LEVELS);
    CHECK(sum == n);
    return 1;
}

static void younger(int level, long *result)
{
    *result = way(level);
}

static long older(int level)
{
    long below = 0, own = 10 * level;
    spawn younger(level, &below);
    atomic_fetch_add(&taken, 1);
    sync;
    return own + below;
}

/* What a way calls in its middle. */
static __attribute__((noinline)) long deeper(int level)
{
    return level < LEVELS ? older(level + 1) : ask();
}

static void occupy(void)
{
    atomic_fetch_add(&busy, 1);
    while (!atomic_load(&asks))
        usleep(200);
}

/* The others are busy until this worker pushes nothing at once (W4). */
static void victim(long *result)
{
    long sum = 0;
    CHECK(await(&busy, n_others));
    for (long i = 0; i < SHORT; i++) {
        spawn count(&sum);
        sync;
    }
    CHECK(sum == SHORT);
    *result = older(1);
}

static void play(void)
{
    long result = 0;
    int n_occupied = getenv("UCILK_TEST_STEAL") ? 0 : n_others;
    atomic_store(&busy, n_others - n_occupied);
    atomic_store(&asks, 0);
    atomic_store(&taken, 0);
    spawn victim(&result);
    for (int i = 0; i < n_occupied; i++)
        spawn occupy();
    sync;
    CHECK(result == 10 * LEVELS * (LEVELS + 1) / 2 + 1);
}

/* --- Jumps --- */

static __attribute__((noinline)) void leap(jmp_buf *to, int depth)
{
    volatile char over[100];
    over[depth] = 1;
    if (depth > 0)
        leap(to, depth - 1);
    if (over[depth])
        longjmp(*to, 7);
}

/* Over frames between setjmp and longjmp that do not spawn. */
static __attribute__((noinline)) int jumps(void)
{
    jmp_buf here;
    int value = setjmp(here);
    if (value == 0)
        leap(&here, 9);
    return value;
}

static long jump(int level)
{
    CHECK(jumps() == 7);
    long below = deeper(level);
    CHECK(jumps() == 7);
    return below;
}

/* Back to before the younger spawns, in a function that does not spawn. */
static long jump_back(int level)
{
    jmp_buf here;
    volatile long below = 0;
    if (setjmp(here) == 0) {
        below = deeper(level);
        leap(&here, 9);
    }
    return below;
}

/* --- Signals --- */

/* No spawn lies between their uses. */
static _Thread_local volatile int n_signals, n_shared;
static _Thread_local void *seen[200];
static _Thread_local int n_seen;

static void on_signal(int number)
{
    void *at[200];
    int n = backtrace(at, 200), same = 0;
    stack_t stack;
    scribble();
    CHECK(sigaltstack(NULL, &stack) == 0);
    CHECK(IS_IN_ORDER || !(stack.ss_flags & SS_ONSTACK) == (number == SIGUSR1));
    while (same < n && same < n_seen &&
           at[n - 1 - same] == seen[n_seen - 1 - same])
        same++;
    n_shared = same;
    n_signals = n_signals + 1;
}

/* The handler sees the frames that its interrupted function has seen, unless a
 * thief has cut the bottom of the stack in between. */
static __attribute__((noinline)) void interrupt(int number)
{
    for (int tries = 0; tries < 10; tries++) {
        n_signals = 0;
        n_seen = backtrace(seen, 200);
        CHECK(raise(number) == 0);
        CHECK(n_signals == 1);
        if (n_seen > 2 && n_shared >= n_seen - 1)
            return;
    }
    CHECK(!"the handler sees other frames");
}

static long interrupted(int level)
{
    interrupt(SIGUSR1);
    interrupt(SIGUSR2);
    long below = deeper(level);
    interrupt(SIGUSR1);
    interrupt(SIGUSR2);
    return below;
}

/* --- Unwinding --- */

static _Thread_local volatile int n_cleaned;

static void clean(int *n)
{
    CHECK(*n == 3);
    n_cleaned = n_cleaned + 1;
}

struct target {
    struct _Unwind_Exception exception;
    jmp_buf here;
    unsigned long frame;
};

/* As libc's for pthread_exit: jumps when all frames up to `frame' are done. */
static _Unwind_Reason_Code stop(int version, _Unwind_Action actions,
                                _Unwind_Exception_Class class,
                                struct _Unwind_Exception *exception,
                                struct _Unwind_Context *context, void *target)
{
    struct target *t = target;
    (void)version;
    (void)class;
    (void)exception;
    CHECK(!(actions & _UA_END_OF_STACK));
    if (_Unwind_GetCFA(context) > t->frame)
        longjmp(t->here, 7);
    return _URC_NO_REASON;
}

static __attribute__((noinline)) void throw_from(struct target *to, int depth)
{
    int local __attribute__((cleanup(clean), unused)) = 3;
    if (depth > 0)
        throw_from(to, depth - 1);
    _Unwind_ForcedUnwind(&to->exception, stop, to);
}

static __attribute__((noinline)) void unwinds(void)
{
    struct target to = {.frame = (unsigned long)__builtin_frame_address(0)};
    n_cleaned = 0;
    if (setjmp(to.here) == 0) {
        throw_from(&to, 9);
        CHECK(!"back from there");
    }
    CHECK(n_cleaned == 10);
}

static long unwind(int level)
{
    int local __attribute__((cleanup(clean), unused)) = 3;
    unwinds();
    long below = deeper(level);
    unwinds();
    return below;
}

/* --- Guests that end --- */

static pthread_t guest;
static atomic_int n_ended;

static void count_end(void *unused)
{
    (void)unused;
    atomic_fetch_add(&n_ended, 1);
}

/* It ends behind its region, which the child is in. */
static long cancel(int level)
{
    long below = deeper(level);
    if (level == LEVELS)
        CHECK(pthread_cancel(guest) == 0);
    pthread_testcancel();
    usleep(10);
    return below;
}

static long leave(int level)
{
    long below = deeper(level);
    if (level == LEVELS)
        pthread_exit(NULL);
    return below;
}

static void *visit(void *result)
{
    guest = pthread_self();
    pthread_cleanup_push(count_end, NULL);
    play();
    pthread_testcancel();
    pthread_exit(result);
    pthread_cleanup_pop(0);
    return NULL;
}

static void be_guest(long (*which)(int), void *wanted)
{
    pthread_t t;
    void *result;
    way = which;
    atomic_store(&n_ended, 0);
    CHECK(pthread_create(&t, NULL, visit, &n_ended) == 0);
    CHECK(pthread_join(t, &result) == 0);
    CHECK(result == wanted && atomic_load(&n_ended) == 1);
}

int main(int argc, char **argv)
{
    static long (*const ways[])(int) = {jump, jump_back, interrupted, unwind};
    struct sigaction action = {.sa_handler = on_signal};
    char said[2000];
    (void)argv;
    n_others = IS_IN_ORDER ? 0 : (int)ucilk_nworkers() - 1;
    if (argc > 1)
        be_guest(leave, NULL);
    CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
    action.sa_flags = SA_ONSTACK;
    CHECK(sigaction(SIGUSR2, &action, NULL) == 0);
    for (int i = 0; i < 4; i++) {
        way = ways[i];
        play();
    }
    be_guest(deeper, &n_ended);
    be_guest(cancel, PTHREAD_CANCELED);
    if (!IS_IN_ORDER) {
        CHECK(run_itself("leave", NULL, said, sizeof said) == 1);
        CHECK(strstr(said, "pthread_exit or pthread_cancel in a task"));
    }
    return right();
}
