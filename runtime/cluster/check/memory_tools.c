/*
 * Tools that watch memory.  See memory_tools.h.
 *
 * Valgrind knows one process at a time, and a sanitizer's heap is one
 * process's.  Both are told of the stack on which main runs, or they would take
 * it for a heap block, and would not find what only main's variables point to.
 * The sanitizers for threads and for uninitialized memory keep their own
 * records where the stack lies.
 */
#include "cluster/check/memory_tools.h"

#include "common/arch/x86_64/valgrind.h"
#include "common/base/message.h"
#include "common/base/options.h"
#include "cluster/mem/region.h"
#include "seam/thread.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The sanitizers', where the program has them. */
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
 * The sanitizer for leaks alone does not know main's stack, so it finds no
 * caller of malloc there, and takes what it was asked for by nobody to be in
 * use; unless it unwinds as exceptions do, which it must be told before the
 * process begins: so it begins once more.
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
        /* It misses the first push on a stack that is changed to. */
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
 * The sanitizer for leaks alone takes the process's stack for the thread's, all
 * of it, since the stack pointer is elsewhere.  What calls before main have
 * left there does not matter.
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
