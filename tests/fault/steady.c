/*
 * steady MODE ARGUMENT...: a program that checks its results and its memory.
 *   mix SECONDS   rounds of a mix of tasks until the time is over or SIGUSR1
 *                 comes
 *   mix away SECONDS
 *                 rounds in which main goes on in another worker, while all
 *                 others idle, until the time is over or SIGUSR1 comes
 *   mix exit|die  a task in another worker ends the program: exit(0), or
 *                 SIGKILL
 *   spawns K      fib(K)
 *   regions N K   N parallel regions, one after the other, each fib(K)
 * Each ends with a line `KIND: N done, memory FIRST to LAST KiB': the sum of
 * Pss over all workers at the end and before, after a tenth of the spawns or
 * regions or half of the time.  Status 0 where all results are right and memory
 * has not grown.
 */
#define _GNU_SOURCE
#define UCILK_NO_SHORT_NAMES
#include <ucilk/macros.h>

#include "../clock.h"

#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Allowed growth: what a worker that gets its first task only now touches, and
 * the odd larger record or stack. */
enum { SLACK_KIB = 2048, SLACK_WORKER_KIB = 128 };

/* The value after `key' in a file of /proc/PID, or -1. */
static long value_in(const char *pid, const char *file, const char *key)
{
    char path[300], line[512];
    long value = -1;
    snprintf(path, sizeof path, "/proc/%s/%s", pid, file);
    FILE *f = fopen(path, "re");
    while (f && value < 0 && fgets(line, sizeof line, f))
        if (strncmp(line, key, strlen(key)) == 0)
            value = atol(line + strlen(key));
    if (f)
        fclose(f);
    return value;
}

/* Sum of Pss of this process and its children, the workers, in KiB.  Not that
 * of files: it depends on who else has them mapped. */
static long memory(int *n_workers)
{
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    long sum = 0, own = syscall(SYS_getpid);
    *n_workers = 0;
    while ((entry = readdir(proc)) != NULL) {
        long pid = atol(entry->d_name);
        if (pid <= 0 ||
            (pid != own && value_in(entry->d_name, "status", "PPid:") != own))
            continue;
        long anonymous = value_in(entry->d_name, "smaps_rollup", "Pss_Anon:");
        long shared = value_in(entry->d_name, "smaps_rollup", "Pss_Shmem:");
        if (anonymous < 0 || shared < 0)
            continue;
        sum += anonymous + shared;
        ++*n_workers;
    }
    closedir(proc);
    return sum;
}

cilk_task(long, fib, (int)n)
{
    if (n < 2)
        return n;
    long x, y;
    cilk_spawn_to(x, fib, n - 1);
    y = fib(n - 2);
    cilk_sync;
    return x + y;
}

struct pair {
    long sum;
    char text[200];
};

/* Results that are large, and deep stacks. */
cilk_task(struct pair, chain, (int)n)
{
    struct pair p = {0, ""};
    if (n > 0)
        cilk_spawn_to(p, chain, n - 1);
    cilk_sync;
    p.sum += n;
    snprintf(p.text, sizeof p.text, "%d", n);
    return p;
}

static FILE *shared_stream;

/* Children that end long after their parent has come to its sync. */
cilk_task(long, late, (long)i)
{
    usleep(300);
    return fputc('.', shared_stream) == '.' ? i : -1;
}

cilk_task(long, wait_for_late, (int)n)
{
    long x[8], sum = 0;
    for (int i = 0; i < n; i++)
        cilk_spawn_to(x[i], late, i);
    cilk_sync;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

/* Nothing to steal for so long that the idle workers go to sleep. */
cilk_task(long, serial_phase, (int)milliseconds)
{
    long x;
    usleep((unsigned)milliseconds * 1000u);
    cilk_spawn_to(x, fib, 10);
    cilk_sync;
    return x;
}

/* A future that ends late, with a result larger than an entry; many wait. */
cilk_task(struct pair, late_pair, (long)n)
{
    struct pair p = {n, "late"};
    usleep(300);
    return p;
}

cilk_task(long, want, (ucilk_future_t)f)
{
    struct pair p = ucilk_future_get(struct pair, f);
    return p.text[0] == 'l' ? p.sum : -1;
}

cilk_task(void, promise_late, (ucilk_promise_t)p, (long)n)
{
    usleep(100);
    struct pair v = {n, "later"};
    ucilk_promise_set(struct pair, p, v);
}

cilk_task(long, many_want, (long)n)
{
    long x[9], y[9], sum = 0;
    ucilk_promise_t p = ucilk_promise_make(struct pair, 9);
    ucilk_future_t f = cilk_future_k(10, late_pair, n);
    cilk_spawn(promise_late, p, n + 1);
    for (int i = 0; i < 9; i++) {
        cilk_spawn_to(x[i], want, f);
        cilk_spawn_to(y[i], want, ucilk_promise_future(p));
    }
    sum = want(f);
    cilk_sync;
    for (int i = 0; i < 9; i++)
        sum += x[i] + y[i];
    return sum;
}

/* Futures that end when they are got, more or less. */
cilk_task(long, got_at_once, (int)n)
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        ucilk_future_t f = cilk_future(fib, i % 10);
        sum += ucilk_future_get(long, f);
    }
    return sum;
}

cilk_task(long, busy, (double)until)
{
    long x = 0;
    while (now() < until)
        x = fib(10);
    return x;
}

/* main comes home, where a future may be at work. */
cilk_task(long, beside_main, (void *)nothing)
{
    long x;
    (void)nothing;
    ucilk_future_t f = cilk_future(busy, now() + 0.001);
    cilk_spawn_to(x, fib, 10);
    cilk_sync;
    return x + (ucilk_future_get(long, f) > 55);
}

static int check(const char *what, long is, long wanted)
{
    if (is != wanted)
        fprintf(stderr, "%s is %ld instead of %ld\n", what, is, wanted);
    return is == wanted;
}

static int mix_round(long i)
{
    int depth = 1 + (int)(i % 50);
    char text[16];
    int good = check("fib(4)", fib(4), 3);
    good &= check("fib(18)", fib(18), 2584);
    struct pair p = chain(depth);
    snprintf(text, sizeof text, "%d", depth);
    good &= check("chain", p.sum, depth * (depth + 1l) / 2);
    good &= check("chain's text", strcmp(p.text, text), 0);
    good &= check("late children", wait_for_late(8), 28);
    if (i % 3 == 0) {
        good &= check("late futures", many_want(i), 19 * i + 9);
        good &= check("futures", got_at_once(20), 2 * 88);
        good &= check("beside a future", beside_main(NULL), 55);
    }
    if (i % 8 == 0)
        good &= check("a serial phase", serial_phase(25), 55);
    return good;
}

/* Compares the first figure with the last one. */
static int is_steady(const char *kind, long n, long first, long last,
                     int workers)
{
    printf("%s: %ld done, memory %ld to %ld KiB, %d workers\n", kind, n, first,
           last, workers);
    if (last <= first + SLACK_KIB + SLACK_WORKER_KIB * workers)
        return 1;
    fprintf(stderr, "memory grows\n");
    return 0;
}

static volatile sig_atomic_t is_over;

static void end_mix(int unused)
{
    (void)unused;
    is_over = 1;
}

/* Prints the memory at each tenth of the time. */
static int mix(double seconds)
{
    double began = now();
    long n = 0, samples[10];
    int good = 1, workers, n_samples = 0;
    signal(SIGUSR1, end_mix);
    for (; n == 0 || (!is_over && now() < began + seconds); n++) {
        good &= mix_round(n);
        if (n_samples < 9 && now() > began + seconds * (n_samples + 1) / 10)
            samples[n_samples++] = memory(&workers);
    }
    if (is_over) {
        printf("mix: %ld done, then told to end\n", n);
        return good;
    }
    samples[n_samples++] = memory(&workers);
    for (int i = 0; i < n_samples; i++)
        printf("%ld KiB%s", samples[i], i + 1 < n_samples ? ", " : "\n");
    return is_steady("mix", n, samples[n_samples / 2], samples[n_samples - 1],
                     workers) &&
           good;
}

cilk_task(void, stay, (long)home)
{
    if (syscall(SYS_getpid) == home)
        usleep(10000); /* time to be stolen from, on a busy machine, too */
}

cilk_task(long, away, (long)home)
{
    cilk_spawn(stay, home);
    return syscall(SYS_getpid) == home ? 55 : serial_phase(100);
}

static int mix_away(double seconds)
{
    double began = now();
    long n = 0;
    int good = 1;
    signal(SIGUSR1, end_mix);
    for (; !is_over && now() < began + seconds; n++)
        good &= check("a serial phase", away(syscall(SYS_getpid)), 55);
    printf("mix: %ld done, then told to end\n", n);
    return good;
}

cilk_task(void, leave, (long)home, (int)die)
{
    if (syscall(SYS_getpid) == home) {
        usleep(100);
        return;
    }
    if (die)
        kill(syscall(SYS_getpid), SIGKILL);
    printf("mix: 1 done, then exit in a task\n");
    exit(0);
}

cilk_task(void, leave_elsewhere, (long)home, (int)die)
{
    for (;;)
        cilk_spawn(leave, home, die);
}

static long fibonacci(int k)
{
    long a = 0, b = 1;
    while (k-- > 0) {
        long c = a + b;
        a = b;
        b = c;
    }
    return a;
}

/* fib(k) has fibonacci(k + 1) - 1 spawns: 11 times as many as fib(k - 5). */
static int spawns(int k)
{
    int workers;
    int good = check("fib", fib(k - 5), fibonacci(k - 5));
    long first = memory(&workers);
    good &= check("fib", fib(k), fibonacci(k));
    return is_steady("spawns", fibonacci(k + 1) - 1, first, memory(&workers),
                     workers) &&
           good;
}

static int regions(long n, int k)
{
    long first = 0;
    int good = 1, workers;
    for (long i = 0; i < n; i++) {
        good &= check("fib", fib(k), fibonacci(k));
        if (i == n / 10)
            first = memory(&workers);
    }
    return is_steady("regions", n, first, memory(&workers), workers) && good;
}

int main(int argc, char **argv)
{
    shared_stream = fopen("/dev/null", "w");
    int exits = argc == 3 && strcmp(argv[2], "exit") == 0;
    int dies = argc == 3 && strcmp(argv[2], "die") == 0;
    if (exits || dies) {
        signal(SIGUSR1, SIG_IGN);
        leave_elsewhere(syscall(SYS_getpid), dies);
    }
    if (argc == 4 && strcmp(argv[2], "away") == 0)
        return !mix_away(atof(argv[3]));
    if (argc == 3 && strcmp(argv[1], "mix") == 0)
        return !mix(atof(argv[2]));
    if (argc == 3 && strcmp(argv[1], "spawns") == 0)
        return !spawns(atoi(argv[2]));
    if (argc == 4 && strcmp(argv[1], "regions") == 0)
        return !regions(atol(argv[2]), atoi(argv[3]));
    fprintf(stderr, "usage: steady mix SECONDS|spawns K|regions N K\n");
    return 2;
}
