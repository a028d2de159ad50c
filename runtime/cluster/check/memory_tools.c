/*
 * Tools that watch memory.  See memory_tools.h.
 *
 * Valgrind and sanitizers know the memory of one process, so there is one
 * worker.  They are told of the stack on which main runs; otherwise they would
 * take it for a heap block, and would not follow main's variables.  The
 * sanitizers for threads, for uninitialized memory and for tagged addresses are
 * refused: they use the addresses of the stack region themselves.
 */
#include "cluster/check/memory_tools.h"

#include "arch/x86_64/valgrind.h"
#include "base/message.h"
#include "base/options.h"
#include "cluster/mem/region.h"
#include "sched/thread.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Functions of the sanitizers; null unless the program has them. */
void __asan_init(void) __attribute__((weak));
void __hwasan_init(void) __attribute__((weak));
void __tsan_init(void) __attribute__((weak));
void __msan_init(void) __attribute__((weak));
void __lsan_register_root_region(const void *, size_t) __attribute__((weak));
void __sanitizer_start_switch_fiber(void **, const void *, size_t)
    __attribute__((weak));
void __sanitizer_finish_switch_fiber(void *, const void **, size_t *)
    __attribute__((weak));

enum { LEFT_OVER = 64 << 10 }; /* bytes of stack used before main */

static bool is_valgrind;

static _Noreturn void refuse(const char *what, const char *flag)
{
    uci_fatal("the sanitizer for %s (-fsanitize=%s) keeps its records where "
              "the stacks of tasks lie; give it the serial elision (ucilkcc "
              "--ucilk-serial, or -DUCILK_SERIAL)",
              what, flag);
}

/*
 * LeakSanitizer without AddressSanitizer does not know main's stack, so it
 * finds no caller of malloc there, and takes blocks without a caller to be in
 * use.  It does find callers if it unwinds by tables.  That is an option which
 * it reads at the start of the process, so this executes the program once more
 * with it.
 */
static void unwind_slowly(char **argv, char **environment)
{
    static const char variable[] = "LSAN_OPTIONS=",
                      option[] = "fast_unwind_on_malloc=0";
    const char *old = "";
    size_t n = 0, kept = 0;
    while (environment[n])
        n++;
    char *entries[n + 2];
    for (size_t i = 0; i < n; i++) {
        if (strncmp(environment[i], variable, strlen(variable)) == 0)
            old = environment[i] + strlen(variable);
        else
            entries[kept++] = environment[i];
    }
    if (strstr(old, option))
        return;
    char entry[sizeof variable + sizeof option + strlen(old) + 1];
    snprintf(entry, sizeof entry, "%s%s:%s", variable, option, old);
    entries[kept++] = entry;
    entries[kept] = NULL;
    execve("/proc/self/exe", argv, entries);
}

void uci_memory_tools_start(char **argv, char **environment)
{
    if (__tsan_init)
        refuse("threads", "thread");
    if (__msan_init)
        refuse("uninitialized memory", "memory");
    if (__hwasan_init)
        refuse("tagged addresses", "hwaddress");
    is_valgrind = uci_valgrind(UCI_VALGRIND_IS_THERE, 0, 0) != 0;
    if (!is_valgrind && !__asan_init && !__lsan_register_root_region)
        return;
    if (!is_valgrind && !__asan_init)
        unwind_slowly(argv, environment);
    if (uci_options.nworkers > 1 && getenv("UCILK_NWORKERS"))
        uci_message("one worker under %s, not %lu",
                    is_valgrind ? "valgrind" : "a sanitizer",
                    uci_options.nworkers);
    uci_options.nworkers = 1;
}

void uci_memory_tools_leave_stack(void)
{
    const char *low = (const char *)uci_region_start;
    size_t size = UCI_REGION_END - uci_region_start;
    if (is_valgrind) {
        uci_valgrind(UCI_VALGRIND_STACK, uci_region_start, UCI_REGION_END);
        /* valgrind misses the first push on a stack that is switched to. */
        uci_valgrind(UCI_VALGRIND_UNDEFINED, uci_sched_stack - UCI_PAGE,
                     UCI_PAGE);
    }
    if (__sanitizer_start_switch_fiber)
        __sanitizer_start_switch_fiber(NULL, low, size);
}

void uci_memory_tools_enter_stack(void)
{
    if (__sanitizer_finish_switch_fiber)
        __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
}

/*
 * LeakSanitizer without AddressSanitizer looks for pointers on the whole of the
 * process's own stack, since the stack pointer is elsewhere.  So this clears
 * what calls before main have left there, and adds main's stack.
 */
void uci_memory_tools_finish(void)
{
    const char *low = __builtin_frame_address(0);
    if (!__lsan_register_root_region || __asan_init ||
        !uci_region_holds((uintptr_t)low))
        return;
    __lsan_register_root_region(low, UCI_REGION_END - (uintptr_t)low);
    memset((char *)uci_sched_stack - LEFT_OVER, 0, LEFT_OVER);
}
