/* Sanitizers and valgrind.  See one_machine/sanitizer.h. */
#define _GNU_SOURCE
#include "one_machine/sanitizer.h"

#include "arch/x86_64/valgrind.h"
#include "base/message.h"
#include "one_machine/chunk.h"

#include <ucilk/abi.h>

#include <link.h>
#include <stdlib.h>
#include <string.h>

#define OPTIONAL __attribute__((weak))

OPTIONAL void __sanitizer_start_switch_fiber(void **fake, const void *low,
                                             size_t size);
OPTIONAL void __sanitizer_finish_switch_fiber(void *fake, const void **low,
                                              size_t *size);
OPTIONAL int __asan_address_is_poisoned(const volatile void *address);
OPTIONAL void *__asan_get_current_fake_stack(void);
OPTIONAL void *__asan_addr_is_in_fake_stack(void *fake, void *address,
                                            void **low, void **high);

OPTIONAL void __lsan_register_root_region(const void *low, size_t size);
OPTIONAL void __lsan_unregister_root_region(const void *low, size_t size);
OPTIONAL void __lsan_disable(void);
OPTIONAL void __lsan_enable(void);

OPTIONAL void *__tsan_get_current_fiber(void);
OPTIONAL void *__tsan_create_fiber(unsigned flags);
OPTIONAL void __tsan_destroy_fiber(void *fiber);
OPTIONAL void __tsan_switch_to_fiber(void *fiber, unsigned flags);
OPTIONAL void __tsan_set_fiber_name(void *fiber, const char *name);
OPTIONAL void __tsan_acquire(void *word);
OPTIONAL void __tsan_release(void *word);
OPTIONAL void __tsan_atomic64_store(volatile void *word, uint64_t value,
                                    int order);
OPTIONAL void AnnotateBenignRaceSized(const char *file, int line,
                                      const volatile void *low, size_t size,
                                      const char *why);
OPTIONAL void AnnotateIgnoreReadsBegin(const char *file, int line);
OPTIONAL void AnnotateIgnoreReadsEnd(const char *file, int line);
OPTIONAL void AnnotateIgnoreWritesBegin(const char *file, int line);
OPTIONAL void AnnotateIgnoreWritesEnd(const char *file, int line);

enum { NO_SYNC = 1, RELEASE = 3 }; /* as ThreadSanitizer numbers them */

unsigned uci_sanitizers;

static bool has(unsigned sanitizer)
{
    return uci_sanitizers & sanitizer;
}

/*
 * LeakSanitizer without AddressSanitizer follows frame pointers only within the
 * stacks of threads, so it takes blocks that a task allocates for those of a
 * coroutine and does not report them.  With this option it unwinds by tables.
 * gcc's, a shared library, asks the program for options here.  clang's is in
 * the program itself and has its own answer.
 */
static const char unwind[] = "fast_unwind_on_malloc=0";

__attribute__((weak, visibility("default"))) const char *
__lsan_default_options(void)
{
    return __asan_address_is_poisoned ? "" : unwind;
}

static void check_unwinding(void)
{
    const char *options = getenv("LSAN_OPTIONS");
    if (!strstr(__lsan_default_options(), unwind) &&
        !(options && strstr(options, unwind)))
        uci_message("LeakSanitizer alone finds no leaks in tasks unless "
                    "LSAN_OPTIONS has %s; or compile with -fsanitize=address",
                    unwind);
}

void uci_sanitizer_start(void)
{
    uci_sanitizers = 0;
    if (__asan_address_is_poisoned && __sanitizer_start_switch_fiber)
        uci_sanitizers |= UCI_SANITIZER_ADDRESS;
    if (__lsan_register_root_region)
        uci_sanitizers |= UCI_SANITIZER_LEAK;
    /* Only memcheck answers; callgrind needs nothing. */
    if (uci_valgrind(UCI_VALGRIND_UNDEFINED, 0, 0))
        uci_sanitizers |= UCI_SANITIZER_VALGRIND;
    if (uci_sanitizers == UCI_SANITIZER_LEAK)
        check_unwinding();
    if (__tsan_create_fiber)
        uci_sanitizers |= UCI_SANITIZER_THREAD;
}

void uci_sanitizer_make(struct uci_stack *stack, uintptr_t low, uintptr_t high)
{
    *stack = (struct uci_stack){.low = low, .high = high};
    if (has(UCI_SANITIZER_THREAD))
        stack->fiber = __tsan_create_fiber(0);
}

void uci_sanitizer_unmake(struct uci_stack *stack)
{
    if (has(UCI_SANITIZER_THREAD))
        __tsan_destroy_fiber(stack->fiber);
}

/* --- Changing stacks --- */

/* Tells AddressSanitizer of a switch.  Both halves come at once: nothing that
 * is instrumented runs until the stack pointer has changed, too.  Fake frames
 * stay with their stack. */
static void switch_bounds(struct uci_stack *from, struct uci_stack *to)
{
    __sanitizer_start_switch_fiber(&from->fake, (void *)to->low,
                                   to->high - to->low);
    __sanitizer_finish_switch_fiber(to->fake, NULL, NULL);
}

/* Asks AddressSanitizer for the bounds of the calling thread's own stack. */
static void ask_bounds(struct uci_stack *own)
{
    const void *low;
    size_t size;
    void *fake;
    __sanitizer_start_switch_fiber(&fake, own, sizeof *own);
    __sanitizer_finish_switch_fiber(fake, &low, &size);
    __sanitizer_start_switch_fiber(&fake, low, size);
    __sanitizer_finish_switch_fiber(fake, NULL, NULL);
    own->low = (uintptr_t)low;
    own->high = own->low + size;
}

/* Tells LeakSanitizer that the stack is in use from `from' up; 0: not at
 * all. */
static void root(struct uci_stack *stack, uintptr_t from)
{
    if (stack->rooted)
        __lsan_unregister_root_region((void *)stack->rooted,
                                      stack->high - stack->rooted);
    stack->rooted = from;
    if (from)
        __lsan_register_root_region((void *)from, stack->high - from);
}

/* The worker goes on on stack `to'; stays: as uci_sanitizer_go's. */
static void go(struct uci_worker *w, struct uci_stack *to, uintptr_t stays)
{
    struct uci_stack *from = w->on;
    w->on = to;
    if (from == to)
        return;
    if (has(UCI_SANITIZER_ADDRESS))
        switch_bounds(from, to);
    if (has(UCI_SANITIZER_LEAK)) {
        root(from, stays && stays < from->high ? stays : 0);
        /* Without AddressSanitizer it knows the bounds of threads' own stacks
         * only. */
        root(to, !has(UCI_SANITIZER_ADDRESS) && uci_chunk_of(to->low) ? to->low
                                                                      : 0);
    }
    if (has(UCI_SANITIZER_THREAD))
        __tsan_switch_to_fiber(to->fiber, NO_SYNC);
}

/* The stack that a context at sp lies on.  If that is no chunk, it is the own
 * stack of the guest whose region this is. */
static struct uci_stack *stack_of(uintptr_t sp)
{
    struct uci_chunk *chunk = uci_chunk_of(sp);
    return chunk ? &chunk->stack : &uci_peer(uci_home_rank())->own_stack;
}

/*
 * Tells ThreadSanitizer to ignore a module's thread-local variables, errno
 * among them: the tasks of a worker use them one after the other.
 */
static int spare_module(struct dl_phdr_info *module, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (unsigned i = 0; module->dlpi_tls_data && i < module->dlpi_phnum; i++)
        if (module->dlpi_phdr[i].p_type == PT_TLS)
            AnnotateBenignRaceSized(__FILE__, __LINE__, module->dlpi_tls_data,
                                    module->dlpi_phdr[i].p_memsz,
                                    "thread-local");
    return 0;
}

void uci_sanitizer_enter(struct uci_worker *w, struct uci_stack *scheduler)
{
    w->own_stack = (struct uci_stack){0};
    if (has(UCI_SANITIZER_ADDRESS))
        ask_bounds(&w->own_stack);
    if (has(UCI_SANITIZER_THREAD))
        w->own_stack.fiber = __tsan_get_current_fiber();
    if (has(UCI_SANITIZER_THREAD) && AnnotateBenignRaceSized)
        dl_iterate_phdr(spare_module, NULL);
    w->on = &w->own_stack;
    w->scheduler = scheduler ? scheduler : &w->own_stack;
}

void uci_sanitizer_go(uintptr_t sp, uintptr_t stays)
{
    go(uci_worker_self(), stack_of(sp), stays);
}

void uci_sanitizer_go_to_scheduler(uintptr_t stays)
{
    struct uci_worker *w = uci_worker_self();
    go(w, w->scheduler, stays);
}

/* Names a fiber, as in "fib (fib.c:12)".  Without libc's functions, whose
 * writes would count as accesses. */
static void set_name(void *fiber, const struct ucilk_abi_task *task)
{
    char name[64], digits[12];
    unsigned n = 0, n_digits = 0;
    const char *file = strrchr(task->file, '/');
    for (const char *p = task->name; *p && n < 30; p++)
        name[n++] = *p;
    name[n++] = ' ';
    name[n++] = '(';
    for (const char *p = file ? file + 1 : task->file; *p && n < 50; p++)
        name[n++] = *p;
    name[n++] = ':';
    for (unsigned line = (unsigned)task->line; line > 0 || n_digits == 0;
         line /= 10)
        digits[n_digits++] = (char)('0' + line % 10);
    while (n_digits > 0)
        name[n++] = digits[--n_digits];
    name[n++] = ')';
    name[n] = '\0';
    __tsan_set_fiber_name(fiber, name);
}

void uci_sanitizer_spawn(uintptr_t sp, uintptr_t upper)
{
    struct uci_stack *to = stack_of(upper);
    if (has(UCI_SANITIZER_THREAD)) {
        set_name(to->fiber,
                 *(const struct ucilk_abi_task **)(sp - UCI_SPAWN_TASK));
        __tsan_release(to);
    }
    go(uci_worker_self(), to, sp);
    if (has(UCI_SANITIZER_THREAD))
        __tsan_acquire(to);
}

bool uci_sanitizer_is_gone(uintptr_t address)
{
    const struct uci_stack *on = uci_worker_self()->on;
    void *fake;
    if (!has(UCI_SANITIZER_ADDRESS) ||
        !__asan_address_is_poisoned((void *)address))
        return false;
    return (address >= on->low && address < on->high) ||
           ((fake = __asan_get_current_fake_stack()) &&
            __asan_addr_is_in_fake_stack(fake, (void *)address, NULL, NULL));
}

void uci_sanitizer_add_roots(const void *low, size_t size)
{
    if (has(UCI_SANITIZER_LEAK))
        __lsan_register_root_region(low, size);
}

void uci_sanitizer_hide(void)
{
    if (has(UCI_SANITIZER_LEAK))
        __lsan_disable();
    if (has(UCI_SANITIZER_THREAD)) {
        AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
        AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    }
}

void uci_sanitizer_show(void)
{
    if (has(UCI_SANITIZER_LEAK))
        __lsan_enable();
    if (has(UCI_SANITIZER_THREAD)) {
        AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
        AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
    }
}

void uci_sanitizer_copy(void *to, const void *from, size_t size)
{
    __asm__ volatile("rep movsb"
                     : "+D"(to), "+S"(from), "+c"(size)
                     :
                     : "memory");
}

void uci_sanitizer_release(const void *word)
{
    if (has(UCI_SANITIZER_THREAD))
        __tsan_release((void *)word);
}

void uci_sanitizer_acquire(const void *word)
{
    if (has(UCI_SANITIZER_THREAD))
        __tsan_acquire((void *)word);
}

void uci_sanitizer_renew(void *word)
{
    /* ThreadSanitizer has no other operation that forgets. */
    if (has(UCI_SANITIZER_THREAD))
        __tsan_atomic64_store(word, *(uint64_t *)word, RELEASE);
}
