/*
 * fault MODE [ARGUMENT...]: a program that goes wrong, or does what programs
 * may do around tasks.  run.sh says what each mode must lead to.
 */
#define _GNU_SOURCE
#define UCILK_NO_SHORT_NAMES
#include <ucilk/macros.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t launcher;
static volatile unsigned long nowhere = 8;
static volatile int elsewhere; /* the continuation runs, in another worker */
static volatile int n_child_signals;

static int verdict(int good, const char *what)
{
    if (!good)
        fprintf(stderr, "%s: not so (errno %s)\n", what, strerror(errno));
    return good;
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

/* Holds a worker for good. */
cilk_task(void, hold, (int)i)
{
    printf("task %d in process %d\n", i, (int)syscall(SYS_getpid));
    for (;;)
        usleep(1000);
}

/* Holds this worker until the continuation runs in another one. */
cilk_task(void, wait_for_thief, (void *)nothing)
{
    (void)nothing;
    while (!elsewhere)
        usleep(100);
}

/* As many tasks as arguments, each for good in a worker of its own. */
cilk_task(void, hold_all, (int)n)
{
    for (int i = 0; i < n; i++)
        cilk_spawn(hold, i);
}

static int overflow_depth;

cilk_task(long, overflow, (long)n)
{
    long x;
    overflow_depth++;
    cilk_spawn_to(x, overflow, n + 1);
    cilk_sync;
    return x + n;
}

/* Overflows by frames that are larger than the guard. */
cilk_task(int, stride, (int)n)
{
    volatile char large[3 << 20];
    int x;
    large[0] = (char)n;
    cilk_spawn_to(x, stride, n + 1);
    cilk_sync;
    return x + large[0];
}

static volatile int *n_ready; /* tasks that are about to call exit: shared */

/* All call exit at once, each in a worker of its own. */
cilk_task(void, exit_together, (int)i, (int)n)
{
    __atomic_add_fetch(n_ready, 1, __ATOMIC_SEQ_CST);
    while (*n_ready < n)
        usleep(10);
    exit(20 + i);
}

cilk_task(void, all_exit, (int)n)
{
    for (int i = 0; i < n; i++)
        cilk_spawn(exit_together, i, n);
}

/* --- fault exhaust KIND MIB: tasks compute right results for a while, then
 * allocate so much memory and no more: on the C heap of worker 0 (main), of one
 * or all of the others (other), of all (all), or on stacks (stack).  The status
 * is 5 if malloc returned NULL. --- */

enum { PAGE = 4096, MIB = 1 << 20 };

static const char *kind = "";
static long mib;

static void touch(volatile char *p, long bytes)
{
    for (long i = 0; i < bytes; i += PAGE)
        p[i] = 1;
}

/* A MiB of stack a level. */
cilk_task(int, descend, (long)n)
{
    char large[MIB];
    int x = 0;
    touch(large, MIB);
    if (n > 0)
        cilk_spawn_to(x, descend, n - 1);
    cilk_sync;
    return x + large[PAGE];
}

static int is_wanted(void)
{
    int here = syscall(SYS_getpid) == launcher;
    return strcmp(kind, "all") == 0 ||
           strcmp(kind, here ? "main" : "other") == 0;
}

/* One in each worker. */
cilk_task(int, take, (int)i, (int)n)
{
    __atomic_add_fetch(n_ready, 1, __ATOMIC_SEQ_CST);
    while (*n_ready < n)
        usleep(100);
    (void)i;
    if (strcmp(kind, "stack") == 0) {
        return descend(mib / n) == mib / n + 1;
    } else if (is_wanted()) {
        char *p = malloc((size_t)mib * MIB);
        if (!p) {
            fprintf(stderr, "malloc: %s\n", strerror(errno));
            exit(5);
        }
        touch(p, mib * MIB);
        free(p);
    }
    return 1;
}

cilk_task(int, take_all, (int)n)
{
    int good[64], sum = 0;
    for (int i = 0; i < n; i++)
        cilk_spawn_to(good[i], take, i, n);
    cilk_sync;
    for (int i = 0; i < n; i++)
        sum += good[i];
    return sum == n;
}

static void *shared_int(void)
{
    return mmap(NULL, sizeof(int), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static int exhaust(char **argv)
{
    const char *workers = getenv("UCILK_NWORKERS");
    kind = argv[0];
    mib = atol(argv[1]);
    n_ready = shared_int();
    for (int i = 0; i < 20; i++)
        if (fib(15) != 610)
            return 1;
    if (!take_all(workers ? atoi(workers) : 1) || fib(15) != 610)
        return 1;
    printf("enough memory\n");
    return 0;
}

/* Writes beyond an array's end, over what lies above its frame. */
static void overrun(void)
{
    volatile char array[16], *volatile at = array;
    for (volatile int i = 0; i < 256; i++)
        at[sizeof array + (size_t)i] = 'x';
    *(volatile int *)(uintptr_t)nowhere = 1;
}

cilk_task(void, crash, (const char *)how)
{
    printf("about to %s, ", how);
    if (strcmp(how, "segv") == 0)
        *(volatile int *)(uintptr_t)nowhere = 1;
    if (strcmp(how, "libc") == 0)
        nowhere = (int)strlen((const char *)(uintptr_t)nowhere);
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "exit") == 0)
        exit(7);
    if (strcmp(how, "_exit") == 0)
        _exit(8);
    if (strcmp(how, "pthread_exit") == 0)
        pthread_exit(NULL);
    if (strcmp(how, "overflow") == 0)
        overflow(0);
    if (strcmp(how, "stride") == 0)
        stride(0);
    if (strcmp(how, "overrun") == 0)
        overrun();
    if (strcmp(how, "kill") == 0)
        kill(syscall(SYS_getpid), SIGKILL);
}

/* `how' in a task of the launching process, or of another one. */
cilk_task(void, crash_in, (const char *)how, (int)other)
{
    if (!other) {
        cilk_spawn(crash, how);
        for (;;)
            usleep(1000);
    }
    cilk_spawn(wait_for_thief, NULL);
    if (syscall(SYS_getpid) == launcher) {
        fprintf(stderr, "nobody stole\n");
        exit(99);
    }
    elsewhere = 1;
    cilk_spawn(crash, how);
    for (;;)
        usleep(1000);
}

static void *spawn_in_thread(void *unused)
{
    (void)unused;
    fib(3);
    return NULL;
}

__attribute__((constructor)) static void spawn_in_constructor(void)
{
    if (getenv("FAULT_CONSTRUCTOR"))
        fib(3);
}

/* system, popen, fork and wait. */
static int use_children(const char *when)
{
    int good = verdict(system("exit 3") == 3 << 8, "system");
    FILE *f = popen("echo popen works", "r");
    char line[64] = "";
    good &= verdict(f && fgets(line, sizeof line, f) &&
                        strcmp(line, "popen works\n") == 0,
                    "popen");
    good &= verdict(f && pclose(f) == 0, "pclose");
    int local = 1, status = 0;
    static int global;
    global = 1;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        local = global = 2;
        _exit(local + global);
    }
    good &= verdict(waitpid(pid, &status, 0) == pid && status == 4 << 8,
                    "fork and wait");
    good &= verdict(local == 1 && global == 1, "the child's own memory");
    printf("children %s: %s\n", when, good ? "good" : "bad");
    return good;
}

cilk_task(int, children_inside, (void *)nothing)
{
    int good = 1;
    long x, y;
    (void)nothing;
    cilk_spawn_to(x, fib, 15);
    good &= use_children("inside, between spawn and sync");
    cilk_spawn_to(y, fib, 10);
    cilk_sync;
    good &= use_children("inside, after a sync");
    return good && x == 610 && y == 55;
}

/* A forked child that is a program of its own, with tasks. */
static int fork_and_spawn(void)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        _exit(fib(10) == 55 ? 5 : 6);
    int status;
    return verdict(waitpid(pid, &status, 0) == pid && status == 5 << 8,
                   "tasks in a forked child");
}

/* A forked child writes to the heap. */
static int fork_and_write(const char *when)
{
    enum { N = 100000 };
    int status, good = 1;
    if (strcmp(when, "before") != 0)
        good &= fib(10) == 55;
    char *block = calloc(N, 1), *other = malloc(100);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        char *own = malloc(N); /* allowed in any case */
        memset(own, 3, N);
        own = realloc(own, 2 * N);
        int right = own[N - 1] == 3 && block[N - 1] == 0;
        free(other);
        free(own);
        block[N - 1] = 2;
        block = realloc(block, 2 * N);
        _exit(right && block[N - 1] == 2 ? 5 : 6);
    }
    good &= verdict(waitpid(pid, &status, 0) == pid &&
                        status == 5 << 8,
                    "the child's end");
    memset(other, 1, 100);
    return good & verdict(block[N - 1] == 0, "the parent's heap");
}

static volatile int n_alarms, forking_ends;

static void count_alarm(int unused)
{
    (void)unused;
    n_alarms++;
}

/* A forked child; it sees *local, which is on main's stack. */
static int fork_and_look(const int *local)
{
    int status;
    pid_t pid = fork();
    if (pid == 0)
        _exit(*local);
    return waitpid(pid, &status, 0) == pid && status == 6 << 8;
}

static void *keep_forking(void *local)
{
    long good = 1;
    while (!forking_ends)
        good &= fork_and_look(local);
    return (void *)good;
}

/* Two threads fork at once, and an alarm strikes now and then meanwhile. */
static int fork_in_threads(void)
{
    enum { N = 300 };
    int local = 6, good = fib(10) == 55, n_set = 0;
    struct itimerval timer = {{0, 0}, {0, 0}};
    pthread_t thread;
    void *also;
    pthread_create(&thread, NULL, keep_forking, &local);
    signal(SIGALRM, count_alarm);
    for (int i = 0; i < N; i++) {
        if (n_alarms == n_set) {
            n_set++;
            timer.it_value.tv_usec = 1 + i * 37 % 900;
            setitimer(ITIMER_REAL, &timer, NULL);
        }
        good &= fork_and_look(&local);
    }
    usleep(20000);
    forking_ends = 1;
    pthread_join(thread, &also);
    good &= verdict(n_alarms == n_set, "no alarm is forgotten");
    return verdict(good && also, "children of both threads") &&
           verdict(fib(15) == 610, "fib");
}

static void count_child_signal(int unused)
{
    (void)unused;
    n_child_signals++;
}

static int see_no_workers(void)
{
    signal(SIGCHLD, count_child_signal);
    int good = verdict(fib(15) == 610, "fib");
    int status;
    good &= verdict(wait(&status) == -1 && errno == ECHILD, "wait: ECHILD");
    good &= verdict(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD,
                    "waitpid: ECHILD");
    good &= verdict(n_child_signals == 0, "no SIGCHLD");
    return good;
}

static int number_descriptors(void)
{
    int first = open("/dev/null", O_RDONLY);
    long answer = fib(12);
    int second = open("/dev/null", O_RDONLY);
    return verdict(first == 3 && answer == 144 && second == 4,
                   "descriptors 3 and 4");
}

/* Seconds of CPU time that all child processes of this one have used; tells
 * their number. */
static double cpu_of_workers(int *n)
{
    double sum = 0;
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    *n = 0;
    while ((entry = readdir(proc)) != NULL) {
        char path[300], text[1024] = "";
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        int fd = open(path, O_RDONLY);
        if (fd < 0)
            continue;
        if (read(fd, text, sizeof text - 1) < 0)
            text[0] = '\0';
        close(fd);
        int parent;
        clockid_t clock;
        struct timespec t;
        char *end = strrchr(text, ')');
        if (end && sscanf(end + 1, " %*c %d", &parent) == 1 &&
            parent == launcher &&
            clock_getcpuclockid(atoi(entry->d_name), &clock) == 0 &&
            clock_gettime(clock, &t) == 0) {
            sum += (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
            ++*n;
        }
    }
    closedir(proc);
    return sum;
}

static void say_once(void)
{
    printf("atexit %s\n",
           syscall(SYS_getpid) == launcher ? "launcher" : "wrong process");
}

/* UCILK_CHECK_MEMORY: the task writes to its parent's variable, on the page
 * that both have, and not within 64 bytes of its own arguments. */
static void put(long *to, long value)
{
    *to = value;
}
cilk_callee(void, put, (long *) to, (long) value);

cilk_static_task(long, misplaced, (long) value)
{
    long x[33] = {0};
    cilk_spawn(put, &x[16], value);
    cilk_sync;
    return x[16];
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    long number = argc > 2 ? atol(argv[2]) : 0;
    launcher = syscall(SYS_getpid);
    if (strcmp(mode, "serial") == 0) { /* little in parallel, then main alone */
        fib(10);
        usleep(300000);
        return 0;
    }
    if (strcmp(mode, "fib") == 0) {
        printf("before\n");
        printf("fib(%ld) = %ld\n", number, fib((int)number));
        return 0;
    }
    if (strcmp(mode, "hold") == 0)
        hold_all((int)number);
    if (strcmp(mode, "crash") == 0) {
        atexit(say_once);
        printf("main, ");
        crash_in(argv[2], atoi(argv[3]));
    }
    if (strcmp(mode, "pthread_exit") == 0) {
        fib((int)number);
        pthread_exit(NULL);
    }
    if (strcmp(mode, "pthread") == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, spawn_in_thread, NULL);
        pthread_join(thread, NULL);
    }
    if (strcmp(mode, "children") == 0) {
        int good = use_children("before");
        good &= fork_and_spawn();
        good &= verdict(children_inside(NULL), "children inside");
        good &= use_children("after");
        good &= fork_and_spawn();
        return !good;
    }
    if (strcmp(mode, "exhaust") == 0)
        return exhaust(argv + 2);
    if (strcmp(mode, "forkheap") == 0)
        return !fork_and_write(argv[2]);
    if (strcmp(mode, "forks") == 0)
        return !fork_in_threads();
    if (strcmp(mode, "exits") == 0) {
        atexit(say_once);
        n_ready = shared_int();
        all_exit((int)number);
    }
    if (strcmp(mode, "foreign") == 0) {
        printf("%ld\n", misplaced(number));
        return 0;
    }
    if (strcmp(mode, "unseen") == 0)
        return !see_no_workers();
    if (strcmp(mode, "descriptors") == 0)
        return !number_descriptors();
    if (strcmp(mode, "alone") == 0) {
        int n;
        long answer = fib(10);
        cpu_of_workers(&n);
        return !verdict(answer == 55 && n == 0, "no other process");
    }
    if (strcmp(mode, "shm") == 0) {
        printf("%ld\n", fib(20));
        fflush(stdout);
        return system("ls -A /dev/shm");
    }
    fprintf(stderr, "mode `%s' came back\n", mode);
    return 98;
}
