/*
 * future MODE [ARGUMENT...]: futures that are used wrongly, or at the limits of
 * what may be.  part_future.sh says what each mode must lead to.
 */
#define _GNU_SOURCE
#define UCILK_NO_SHORT_NAMES
#include <ucilk/macros.h>

#include <ucilk/workers.h>

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t launcher;
static int go_on;
static ucilk_future_t handle;
static ucilk_promise_t promise, other_promise;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int is_set(const int *flag)
{
    return __atomic_load_n(flag, __ATOMIC_ACQUIRE);
}

static void set(int *flag)
{
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
}

static long verdict(long good, const char *what)
{
    if (!good)
        fprintf(stderr, "%s: not so\n", what);
    return good;
}

cilk_task(long, twice, (long)n)
{
    return 2 * n;
}

cilk_task(long, get, (ucilk_future_t)f)
{
    return ucilk_future_get(long, f);
}

/* Ends when the continuation of its creator runs elsewhere, where it can. */
cilk_task(long, late, (long)n)
{
    while (ucilk_nworkers() > 1 && !is_set(&go_on))
        sched_yield();
    return n;
}

/* --- A get too many --- */

cilk_task(void, get_all, (ucilk_future_t)f, (long)n)
{
    if (n == 1) {
        get(f);
        return;
    }
    cilk_spawn(get_all, f, n / 2);
    cilk_spawn(get_all, f, n - n / 2);
}

/* n consumers and n + 1 gets, some of them at the same time. */
cilk_task(void, too_many, (long)n, (int)waiting)
{
    ucilk_future_t f = cilk_future_k(n, late, n);
    if (!waiting)
        set(&go_on);
    cilk_spawn(get_all, f, n + 1);
    set(&go_on);
}

/* The entry of a handle that is used up is made and used up again n times. */
cilk_task(void, stale, (long)n)
{
    ucilk_future_t f = cilk_future(twice, 1), g;
    get(f);
    for (long i = 0; i < n; i++) {
        g = cilk_future(twice, i);
        get(g);
    }
    get(f);
}

/* --- Handles of random bytes --- */

static uint64_t draw(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    return *x ^= *x << 17;
}

/* Bytes of nothing, or a good handle of which some bits are others. */
static ucilk_future_t garbage(ucilk_future_t good, uint64_t seed)
{
    uint64_t x = seed * 0x9e3779b97f4a7c15u + 1;
    for (int i = 0; i < 8; i++)
        draw(&x);
    ucilk_future_t h = good;
    uint64_t bit = 1ul << draw(&x) % 48; /* of the address */
    switch (seed % 5) {
    case 0:
        h.ref = draw(&x);
        h.tag = draw(&x);
        break;
    case 1:
        h.ref ^= bit;
        break;
    case 2:
        h.tag = draw(&x);
        break;
    case 3:
        h.ref = draw(&x) >> draw(&x) % 64;
        break;
    case 4:
        memset(&h, (int)(draw(&x) | 1), sizeof h);
        break;
    }
    return h;
}

cilk_task(void, use_garbage, (uint64_t)seed)
{
    ucilk_future_t f = cilk_future_k(3, late, 5);
    set(&go_on);
    ucilk_future_t h = garbage(f, seed);
    get(f);
    ucilk_promise_t p = {h};
    switch (seed / 5 % 4) {
    case 0:
        get(h);
        break;
    case 1:
        ucilk_future_share(&h, 2);
        break;
    case 2:
        printf("%d\n", ucilk_future_done(h));
        break;
    case 3:
        ucilk_promise_set(long, p, 1);
        break;
    }
}

/* --- Where futures cannot be used --- */

static void *use_in_thread(void *how)
{
    if (strcmp(how, "get") == 0)
        ucilk_future_get(long, handle);
    else if (strcmp(how, "set") == 0)
        ucilk_promise_set(long, promise, 1);
    else
        ucilk_future_from(long, 5);
    return NULL;
}

static const char *handler_does;

static void use_in_handler(int unused)
{
    (void)unused;
    use_in_thread((void *)handler_does);
}

cilk_task(void, be_signalled, (const char *)how)
{
    handler_does = how;
    promise = ucilk_promise_make(long, 2);
    handle = ucilk_promise_future(promise);
    ucilk_future_t waiting = cilk_future(get, handle);
    (void)waiting;
    signal(SIGUSR1, use_in_handler);
    kill(syscall(SYS_getpid), SIGUSR1);
}

cilk_task(void, in_thread, (const char *)how)
{
    pthread_t thread;
    promise = ucilk_promise_make(long, 1);
    handle = ucilk_promise_future(promise);
    pthread_create(&thread, NULL, use_in_thread, (void *)how);
    pthread_join(thread, NULL);
}

/* A forked child gets a future of its parent, which has ended or waits for the
 * word of its parent.  Tells what the child's end was. */
cilk_task(long, in_child, (int)fulfilled)
{
    int status;
    promise = ucilk_promise_make(long, 3);
    ucilk_future_t f = ucilk_promise_future(promise);
    if (fulfilled)
        ucilk_promise_set(long, promise, 7);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        alarm(20);
        _exit((int)ucilk_future_get(long, f));
    }
    long good = verdict(waitpid(pid, &status, 0) == pid, "wait for the child");
    printf("child: status %d, signal %d\n", WEXITSTATUS(status),
           WTERMSIG(status));
    if (!fulfilled)
        ucilk_promise_set(long, promise, 7);
    return good && verdict(get(f) == 7, "the parent's get");
}

/* --- Deadlocks --- */

cilk_task(long, wait_for, (ucilk_promise_t)p)
{
    return ucilk_future_get(long, ucilk_promise_future(p));
}

cilk_task(void, wait_then_set, (ucilk_promise_t)p, (ucilk_promise_t)q)
{
    long x = ucilk_future_get(long, ucilk_promise_future(p));
    ucilk_promise_set(long, q, x);
}

/* n tasks and main wait for a promise; some as futures, some as children. */
cilk_task(void, nobody_sets, (long)n)
{
    ucilk_promise_t p = ucilk_promise_make(long, n + 1);
    for (long i = 0; i < n; i++)
        if (i % 2) {
            ucilk_future_t f = cilk_future(wait_for, p);
            (void)f;
        } else {
            cilk_spawn(wait_for, p);
        }
    wait_for(p);
}

/* a waits for p and sets q, b waits for q and sets p. */
cilk_task(void, cycle, (int)unused)
{
    (void)unused;
    promise = ucilk_promise_make(long, 1);
    other_promise = ucilk_promise_make(long, 1);
    ucilk_future_t a = cilk_future(wait_then_set, promise, other_promise);
    ucilk_future_t b = cilk_future(wait_then_set, other_promise, promise);
    ucilk_future_get(void, a);
    ucilk_future_get(void, b);
}

/* The region's end waits for a future that cannot end. */
cilk_task(void, leave_waiting, (int)unused)
{
    (void)unused;
    ucilk_promise_t p = ucilk_promise_make(long, 1);
    ucilk_future_t f = cilk_future(wait_for, p);
    (void)f;
}

/* --- Long waits that are none --- */

static const char *leaf_does;

/* The worker alone, not the program: raise() would take that. */
static void strike_worker(int number)
{
    syscall(SYS_tgkill, syscall(SYS_getpid), gettid(), number);
}

/* Keeps its worker for so long, or until there is something to read. */
cilk_task(long, long_leaf, (double)seconds)
{
    double until = now() + seconds;
    if (strcmp(leaf_does, "sleep") == 0)
        usleep((useconds_t)(1e6 * seconds));
    if (strcmp(leaf_does, "spin") == 0)
        while (now() < until)
            ;
    if (strcmp(leaf_does, "stop") == 0)
        strike_worker(SIGSTOP);
    if (strcmp(leaf_does, "die") == 0)
        strike_worker(SIGKILL);
    return 5;
}

/* The leaf is in the launching process, or in another one. */
cilk_task(long, with_waiters, (double)seconds, (int)other)
{
    enum { N = 40 };
    long sum = 0, x[N];
    if (other) {
        cilk_spawn(late, 1);
        set(&go_on);
    }
    ucilk_future_t f = cilk_future_k(N + 1, long_leaf, seconds);
    for (int i = 0; i < N; i++)
        cilk_spawn_to(x[i], get, f);
    sum = get(f);
    cilk_sync;
    for (int i = 0; i < N; i++)
        sum += x[i];
    return verdict(sum == 5 * (N + 1), "the sum of all consumers");
}

/* main reads while others wait for what it will set. */
cilk_task(long, reading, (int)unused)
{
    enum { N = 40 };
    (void)unused;
    static ucilk_future_t f[N];
    long x, sum = 0;
    ucilk_promise_t p = ucilk_promise_make(long, N);
    for (int i = 0; i < N; i++)
        f[i] = cilk_future(wait_for, p);
    cilk_spawn_to(x, twice, 3);
    cilk_sync;
    long good =
        verdict(x == 6 && syscall(SYS_getpid) == launcher, "main at home");
    char word[16] = "";
    good &= verdict(read(0, word, sizeof word - 1) > 0, "read");
    ucilk_promise_set(long, p, atol(word));
    for (int i = 0; i < N; i++)
        sum += get(f[i]);
    return good && verdict(sum == 7 * N, "the sum of all consumers");
}

/* --- exit while futures run --- */

cilk_task(void, for_ever, (int)unused)
{
    (void)unused;
    for (;;)
        usleep(1000);
}

cilk_task(void, leave, (int)unused)
{
    ucilk_future_t f = cilk_future(for_ever, unused);
    (void)f;
    exit(3);
}

/* --- Memory --- */

static long value_in(const char *pid, const char *file, const char *key)
{
    char path[300], line[512];
    long value = 0;
    snprintf(path, sizeof path, "/proc/%s/%s", pid, file);
    FILE *f = fopen(path, "re");
    while (f && value == 0 && fgets(line, sizeof line, f))
        if (strncmp(line, key, strlen(key)) == 0)
            value = atol(line + strlen(key));
    if (f)
        fclose(f);
    return value;
}

/* The sum over this process and its children, in KiB: a page that several of
 * them have counts in parts. */
static long memory(void)
{
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    long sum = 0, own = syscall(SYS_getpid);
    while ((entry = readdir(proc)) != NULL) {
        long pid = atol(entry->d_name);
        if (pid > 0 &&
            (pid == own || value_in(entry->d_name, "status", "PPid:") == own))
            sum += value_in(entry->d_name, "smaps_rollup", "Pss:");
    }
    closedir(proc);
    return sum;
}

enum { MANY = 1000000 };
static ucilk_future_t many[MANY];

cilk_task(void, make_many, (long)low, (long)high)
{
    while (high - low > 1000) {
        long middle = low + (high - low) / 2;
        cilk_spawn(make_many, low, middle);
        low = middle;
    }
    for (; low < high; low++)
        many[low] = cilk_future(twice, low);
}

cilk_task(long, get_many, (long)low, (long)high)
{
    long sum = 0, x;
    if (high - low <= 1000) {
        for (; low < high; low++)
            sum += get(many[low]);
        return sum;
    }
    cilk_spawn_to(x, get_many, low, low + (high - low) / 2);
    sum = get_many(low + (high - low) / 2, high);
    cilk_sync;
    return sum + x;
}

/* 10^6 futures live at once, four times: memory is used again. */
static int live(long limit_kib)
{
    long peak = 0, good = 1;
    for (int i = 0; i < 4; i++) {
        make_many(0, MANY);
        long kib = memory();
        peak = kib > peak ? kib : peak;
        good &= verdict(get_many(0, MANY) == (long)MANY * (MANY - 1), "sum");
    }
    printf("%d live futures: %ld KiB\n", MANY, peak);
    return good && verdict(peak <= limit_kib, "within the limit");
}

struct mib {
    char bytes[1 << 20];
};

cilk_task(struct mib, fill, (int)n)
{
    struct mib m;
    memset(&m, n, sizeof m);
    return m;
}

cilk_task(long, get_byte, (ucilk_future_t)f, (int)n)
{
    char c;
    ucilk_future_get_part(f, 1 << 19, 1, &c);
    return c == (char)n;
}

cilk_task(long, large_round, (int)n)
{
    ucilk_future_t f = cilk_future_k(3, fill, n);
    long a, b;
    cilk_spawn_to(a, get_byte, f, n);
    cilk_spawn_to(b, get_byte, f, n);
    long c = get_byte(f, n);
    cilk_sync;
    return a && b && c;
}

/* Results of 1 MiB, one after the other. */
static int large(int n)
{
    long good = 1;
    for (int i = 0; i < n; i++)
        good &= large_round(i);
    long kib = memory();
    printf("%d results of 1 MiB: %ld KiB\n", n, kib);
    return verdict(good, "all bytes") &&
           verdict(kib <= 256 << 10, "they are freed");
}

/* --- Never got --- */

cilk_task(void, never_got, (long)n)
{
    for (long i = 0; i < n; i++) {
        ucilk_future_t f = cilk_future(twice, i);
        if (i % 2)
            get(f);
    }
    ucilk_future_t f = ucilk_future_from(long, 3);
    f = ucilk_promise_future(ucilk_promise_make(long, 2));
    (void)f;
}

/* --- */

cilk_task(long, run, (const char *)mode, (double)number)
{
    long n = (long)number;
    if (strcmp(mode, "many") == 0)
        too_many(n, 0);
    else if (strcmp(mode, "waiting") == 0)
        too_many(n, 1);
    else if (strcmp(mode, "stale") == 0)
        stale(n);
    else if (strcmp(mode, "garbage") == 0)
        use_garbage((uint64_t)n);
    else if (strcmp(mode, "unset") == 0)
        nobody_sets(n);
    else if (strcmp(mode, "cycle") == 0)
        cycle(0);
    else if (strcmp(mode, "end") == 0)
        leave_waiting(0);
    else if (strcmp(mode, "reading") == 0)
        return reading(0);
    else if (strcmp(mode, "exit") == 0)
        leave(0);
    else if (strcmp(mode, "never") == 0)
        never_got(n);
    return 1;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    const char *word = argc > 2 ? argv[2] : "0";
    double number = atof(word);
    launcher = syscall(SYS_getpid);
    long good = 1;
    if (strcmp(mode, "thread") == 0)
        in_thread(word);
    else if (strcmp(mode, "handler") == 0)
        be_signalled(word);
    else if (strcmp(mode, "child") == 0)
        good = in_child(atoi(word));
    else if (strcmp(mode, "live") == 0)
        good = live((long)number << 10);
    else if (strcmp(mode, "large") == 0)
        good = large((int)number);
    else if (strcmp(mode, "leaf") == 0) {
        leaf_does = word;
        good = with_waiters(argc > 3 ? atof(argv[3]) : 0, argc > 4);
    } else
        good = run(mode, number);
    printf("mode %s came back\n", mode);
    return !good;
}
