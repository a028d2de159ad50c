/* A backtrace behind every single instruction, by the processor's trap flag: each place
 * of a spawn, a pop, a steal and a sync is one where a profiler may strike.  None
 * follows junk; where the frames of the parent may be gone it ends. */
#define _GNU_SOURCE
#include "../process.h"
#include <execinfo.h>
#include <signal.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

static atomic_long n_steps;

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

/* In registers: where arguments on the stack meet AVX, gcc's own rules are wrong behind
 * the last pop of a function (it says that rbp is saved at rbp). */
struct sum {
    long n, more;
};

static long below(long n)
{
    steps_on();
    if (n < 2)
        return n;
    long x = spawn below(n - 1);
    steps_on(); /* a thief's thread, too */
    long y = below(n - 2);
    sync;
    return x + y;
}

static struct sum by_args(struct sum s, long n)
{
    steps_on();
    if (n < 2)
        return (struct sum){n, s.n};
    struct sum x = spawn by_args(s, n - 1);
    steps_on();
    struct sum y = by_args(s, n - 2);
    sync;
    return (struct sum){x.n + y.n, x.more};
}

static long apart(long n)
{
    steps_on();
    if (n < 2)
        return n;
    volatile long own[n];
    own[n - 1] = n;
    long x = spawn apart(n - 1);
    steps_on();
    long y = apart(n - 2);
    sync;
    CHECK(own[n - 1] == n);
    return x + y;
}

static struct sum apart_by_args(struct sum s, long n)
{
    steps_on();
    if (n < 2)
        return (struct sum){n, s.n};
    volatile long own[n];
    own[n - 1] = n;
    struct sum x = spawn apart_by_args(s, n - 1);
    steps_on();
    struct sum y = apart_by_args(s, n - 2);
    sync;
    CHECK(own[n - 1] == n);
    return (struct sum){x.n + y.n, x.more};
}

static long future(long n)
{
    steps_on();
    if (n < 2)
        return n;
    ucilk_future_t x = cilk_future future(n - 1);
    steps_on();
    long y = future(n - 2);
    return ucilk_future_get(long, x) + y;
}

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
