/* Takes a backtrace after every single instruction, by the processor's trap
 * flag, since a profiler may interrupt a spawn, a pop, a steal or a sync at any
 * instruction.  No backtrace follows junk; it ends where the frames of the
 * parent may be gone. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

static _Atomic long n_steps;

static void stepped(int number)
{
    void *at[64];
    (void)number;
    n_steps += backtrace(at, 64) > 0;
}

/* From the next instruction on, in this thread; and no more. */
void steps_on(void);
void steps_off(void);
__asm__(".text\n"
        "steps_on: .cfi_startproc\n\t"
        "pushfq\n\t.cfi_adjust_cfa_offset 8\n\t"
        "orq $0x100, (%rsp)\n\t"
        "popfq\n\t.cfi_adjust_cfa_offset -8\n\t"
        "ret\n\t.cfi_endproc\n"
        "steps_off: .cfi_startproc\n\t"
        "pushfq\n\t.cfi_adjust_cfa_offset 8\n\t"
        "andq $~0x100, (%rsp)\n\t"
        "popfq\n\t.cfi_adjust_cfa_offset -8\n\t"
        "ret\n\t.cfi_endproc\n");

static void begins(void)
{
    steps_on();
}

#include "each_spawn.h"

static long loop(void)
{
    _Atomic long sum = 0;
    cilk_for (int i = 0; i < 8; i++) {
        steps_on();
        sum += i;
    }
    return sum;
}

int main(void)
{
    struct sigaction action = {.sa_handler = stepped, .sa_flags = SA_RESTART};
    struct sum s = {3, 0};
    void *at[1];
    CHECK(backtrace(at, 1) == 1); /* loads libgcc */
    CHECK(sigaction(SIGTRAP, &action, NULL) == 0);
    spawn usleep(1); /* starts the pool, which blocks signals meanwhile */
    sync;
    long a = below(4);
    struct sum b = by_args(s, 4);
    long c = apart(4);
    struct sum d = apart_by_args(s, 4);
    long e = future(4);
    long f = loop();
    steps_off();
    CHECK(a == 3 && b.n == 3 && c == 3 && d.n == 3 && e == 3 && f == 28);
    CHECK(n_steps > 1000);
    right();
    fflush(stdout);
    _exit(0); /* the end of a thread blocks signals */
}
