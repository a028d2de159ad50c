/*
 * From frame to frame by .eh_frame (arch/x86_64/walk.h).
 *
 * What a walk must find is known: it begins at some instruction that runs below
 * unit_step, and must come to unit_step's call with the registers that the call
 * had.  Then every frame between was right as well.  The trap flag stops at
 * each instruction, so walks begin in the middle of prologues, epilogues, the
 * PLT and the loader.
 */
#define _GNU_SOURCE
#include "unit.h"

#include "arch/x86_64/walk.h"

#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <regex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

void unit_step(void (*function)(void *), void *argument,
               struct uci_registers *call);
extern const char unit_step_end[];

static struct uci_walk_cache cache;
static struct uci_walk_stacks stacks;
static struct uci_registers call;
static unsigned long n_steps, n_refused, n_wrong, n_frames;
static uintptr_t wrong_at;

static bool in_unit_step(uintptr_t rip)
{
    return rip - (uintptr_t)unit_step <
           (uintptr_t)unit_step_end - (uintptr_t)unit_step;
}

static void on_trap(int sig, siginfo_t *info, void *context)
{
    const greg_t *g = ((ucontext_t *)context)->uc_mcontext.gregs;
    struct uci_registers at = {(uintptr_t)g[REG_RSP], (uintptr_t)g[REG_RBP],
                               (uintptr_t)g[REG_RBX], (uintptr_t)g[REG_R12],
                               (uintptr_t)g[REG_R13], (uintptr_t)g[REG_R14],
                               (uintptr_t)g[REG_R15], (uintptr_t)g[REG_RIP]};
    (void)sig, (void)info;
    if (in_unit_step(at.rip))
        return;
    n_steps++;
    for (bool is_exact = true; at.rip != call.rip; is_exact = false) {
        n_frames++;
        if (!uci_walk_up(&cache, &stacks, &at, is_exact)) {
            n_refused++;
            return;
        }
    }
    if (memcmp(&at, &call, sizeof at) != 0) {
        n_wrong++;
        wrong_at = (uintptr_t)g[REG_RIP];
    }
}

/* --- What runs step by step --- */

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void sorts(void *unused)
{
    int numbers[40];
    (void)unused;
    for (int i = 0; i < 40; i++)
        numbers[i] = i * 7 % 40;
    qsort(numbers, 40, sizeof numbers[0], compare);
}

static void prints(void *unused)
{
    char text[200];
    (void)unused;
    snprintf(text, sizeof text, "%d %s %.17g %Lf %p", 12, "text", 0.1, 2.5L,
             (void *)text);
    double d;
    sscanf("1.25e3", "%lf", &d);
}

static void matches(void *unused)
{
    regex_t r;
    (void)unused;
    if (regcomp(&r, "^(a|b)*c$", REG_EXTENDED) == 0) {
        regexec(&r, "abababc", 0, NULL, 0);
        regfree(&r);
    }
}

static void tells_time(void *unused)
{
    struct timespec t;
    struct tm tm;
    char text[99];
    (void)unused;
    clock_gettime(CLOCK_REALTIME, &t); /* in the vDSO */
    gmtime_r(&t.tv_sec, &tm);
    strftime(text, sizeof text, "%c", &tm);
}

/* Its frame is realigned: by an expression from rbp. */
static __attribute__((noinline)) void aligned(volatile char *from, size_t n)
{
    _Alignas(64) char copy[512];
    memcpy(copy, (const char *)from, n);
    memmove(copy + 3, copy, n - 3);
    from[0] = copy[5];
}

static void moves(void *unused)
{
    (void)unused;
    volatile char bytes[400] = {1, 2, 3};
    for (size_t n = 4; n < 400; n += 99)
        aligned(bytes, n);
    char *p = malloc(1000);
    if (p)
        p = realloc(p, 300000);
    free(p);
}

static __attribute__((noinline)) long variable(int n)
{
    long a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    return n < 2 ? a[0] : variable(n - 1) + a[n / 2];
}

static void recurses(void *result)
{
    *(long *)result = variable(9);
}

static void looks_up_a_symbol(void *unused)
{
    (void)unused;
    dlsym(RTLD_DEFAULT, "no_such_symbol_at_all");
    setlocale(LC_ALL, "C");
}

TEST(every_instruction)
{
    static char room[65536]; /* of the handler: not on a stack that is walked */
    stack_t own = {.ss_sp = room, .ss_size = sizeof room}, was;
    struct sigaction action = {.sa_sigaction = on_trap,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK},
                     before;
    long result;
    sigaltstack(&own, &was);
    sigaction(SIGTRAP, &action, &before);
    uci_walk_begin(&cache);
    void (*const all[])(void *) = {
        sorts, prints, matches, tells_time, moves, recurses, looks_up_a_symbol};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        unit_step(all[i], &result, &call);
    sigaction(SIGTRAP, &before, NULL);
    sigaltstack(&was, NULL);
    printf("%lu walks of %lu frames, %lu refused, %lu wrong\n", n_steps,
           n_frames, n_refused, n_wrong);
    if (n_wrong)
        printf("wrong at %#lx\n", (unsigned long)wrong_at);
    assert_int_equal(n_wrong, 0);
    assert_true(n_steps > 10000);
    assert_true(n_refused < n_steps / 100);
}

/* --- What is not known --- */

/* From an instruction, as if it were the first of a function that was called.
 */
static bool can_walk(uintptr_t rip)
{
    struct uci_registers at = {0};
    __asm__ volatile("movq %%rsp, %0" : "=r"(at.rsp));
    at.rbp = at.rsp;
    at.rip = rip;
    uci_walk_begin(&cache);
    return uci_walk_up(&cache, &stacks, &at, true);
}

TEST(code_without_rules)
{
    unsigned char *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(code != MAP_FAILED);
    code[0] = 0xc3;
    assert_false(can_walk((uintptr_t)code));
    assert_false(can_walk(0));
    assert_false(can_walk((uintptr_t)&cache));
    munmap(code, 4096);
    assert_true(can_walk((uintptr_t)getpid));
}

/* A rule that leads out of the stacks. */
TEST(outside_of_the_stacks)
{
    struct uci_registers at = {.rsp = stacks.high - 8,
                               .rip = (uintptr_t)getpid};
    uci_walk_begin(&cache);
    assert_true(uci_walk_up(&cache, &stacks, &at, true));
    at = (struct uci_registers){.rsp = stacks.high, .rip = (uintptr_t)getpid};
    assert_false(uci_walk_up(&cache, &stacks, &at, true));
    assert_int_equal(at.rsp, stacks.high);
    at.rsp = stacks.low - 64;
    assert_false(uci_walk_up(&cache, &stacks, &at, true));
    at.rsp = stacks.high - 12; /* not aligned */
    assert_false(uci_walk_up(&cache, &stacks, &at, true));
}

/* The cache does not outlive a library. */
TEST(unloaded_libraries)
{
    void *library = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return; /* musl has no such file */
    void *sine = dlsym(library, "lgamma_r");
    assert_non_null(sine);
    assert_true(can_walk((uintptr_t)sine));
    uint64_t generation = cache.generation;
    dlclose(library);
    if (dlopen("libm.so.6", RTLD_NOW | RTLD_NOLOAD))
        return; /* something else holds it */
    assert_false(can_walk((uintptr_t)sine));
    assert_true(cache.generation != generation);
}

int main(void)
{
    pthread_attr_t a;
    void *low;
    size_t size;
    pthread_getattr_np(pthread_self(), &a);
    pthread_attr_getstack(&a, &low, &size);
    pthread_attr_destroy(&a);
    stacks =
        (struct uci_walk_stacks){(uintptr_t)low, (uintptr_t)low + size, size};
    return unit_run("walk", NULL, NULL);
}
