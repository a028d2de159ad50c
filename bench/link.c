/*
 * link PLUGIN [SECONDS]: what the network between two ranks gives without the
 * runtime: the times of messages, gets, puts and atomics by size, and what a
 * thread that polls costs the worker beside it.  It is started by mpirun -n 2,
 * and each figure takes so many SECONDS (0.3).  It prints a table with tabs, in
 * microseconds, which bench/run.sh reads.
 *
 * Rank 1 is the target.  It
 *   polls     as a worker in its scheduler does;
 *   assisted  computes, while a thread of its own looks for messages now and
 *             then, as the runtime's assistant does;
 *   alone     computes, and looks every 10 ms (Akiyama & Taura, JIP 24(3),
 *             figure 11: latency with and without a polling thread).
 */
#define _GNU_SOURCE
#include "clock.h"

#include "net/transport.h"
#include "base/helper.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum {
    STRIDE = 1 << 20,
    MAX_SIZE = 256 << 10,
    MAX_ROUNDS = 20000,
    LEAST_ROUNDS = 20,
    SLICE = 10000, /* microseconds that the target computes */
    PERIOD = 600,  /* microseconds that the polling thread sleeps */
    LINGER = 150,  /* microseconds that it goes on looking after a message */
};
#define FIRST ((char *)0x210000000000)

enum mode { POLLS, ASSISTED, ALONE, N_MODES, END };
static const char *const mode_names[] = {"polls", "assisted", "alone"};

enum kind { PING, PONG, BECOME, REPORT };
struct head {
    enum kind kind;
    unsigned value; /* in PING the bytes of the answer; in BECOME a mode */
    double speed;   /* in the PONG that answers REPORT */
};

static const struct uci_transport *net;
static char bytes[MAX_SIZE];

__attribute__((noreturn, format(printf, 1, 2))) static void
fatal(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("link: ", stderr);
    vfprintf(stderr, format, list);
    fputs("\n", stderr);
    va_end(list);
    _exit(1);
}

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("# ", stderr);
    vfprintf(stderr, format, list);
    fputs("\n", stderr);
    va_end(list);
}

/* --- The target --- */

static _Atomic enum mode mode;
static double worked, began; /* pieces of work in this mode; its beginning */

static void serve(unsigned from, const void *message, size_t size)
{
    const struct head *head = message;
    struct head answer = {PONG, 0, 0};
    (void)size;
    if (head->kind == REPORT)
        answer.speed = worked / (seconds() - began);
    net->send(from, &answer, sizeof answer, bytes,
              head->kind == PING ? head->value : 0);
    if (head->kind == BECOME)
        atomic_store(&mode, (enum mode)head->value);
}

/* A piece of work in registers, so that polling alone can disturb it. */
static void work(void)
{
    uint64_t x = 1;
    for (int i = 0; i < 30000; i++)
        __asm__ volatile("imul $3, %0, %0" : "+r"(x));
    worked++;
}

/* Sleeps between two looks, and goes on looking for a while after a message, as
 * runtime/cluster/far/assistant.c does. */
static void *assist(void *ignored)
{
    double last = 0;
    bool was_told = false;
    uci_helper_ask_for_short_slices();
    prctl(PR_SET_TIMERSLACK, 1000ul); /* nanoseconds */
    while (atomic_load(&mode) == ASSISTED) {
        if ((net->receive(serve) || net->receive(serve)) && !was_told)
            last = seconds();
        else if (seconds() - last < LINGER * 1e-6)
            __builtin_ia32_pause();
        else
            was_told = net->wait(PERIOD);
    }
    return ignored;
}

static void be_target(void)
{
    enum mode now;
    while ((now = atomic_load(&mode)) != END) {
        pthread_t assistant;
        worked = 0;
        began = seconds();
        if (now == ASSISTED &&
            (errno = pthread_create(&assistant, NULL, assist, NULL)) != 0)
            fatal("no thread: %s", strerror(errno));
        double looked = began;
        while (atomic_load(&mode) == now) {
            if (now != POLLS)
                work();
            if (now == POLLS ||
                (now == ALONE && seconds() - looked > SLICE * 1e-6)) {
                while (net->receive(serve))
                    ;
                looked = seconds();
            }
        }
        if (now == ASSISTED)
            pthread_join(assistant, NULL);
    }
}

/* --- Rank 0, which measures --- */

static struct head answer;

static void take(unsigned from, const void *message, size_t size)
{
    (void)from;
    (void)size;
    memcpy(&answer, message, sizeof answer);
}

static void ask(enum kind kind, unsigned value)
{
    struct head head = {kind, value, 0};
    net->send(1, &head, sizeof head, NULL, 0);
    while (!net->receive(take))
        ;
}

enum op { MESSAGE, GET, PUT, FETCH_ADD, COMPARE_SWAP, N_OPS };
static const char *const op_names[] = {"message", "get", "put", "fetch and add",
                                       "compare and swap"};

static void once(enum op op, size_t size)
{
    uintptr_t at = (uintptr_t)FIRST + STRIDE;
    switch (op) {
    case MESSAGE:
        ask(PING, (unsigned)size);
        break;
    case GET:
        net->get(1, FIRST, at, size);
        net->flush(1);
        break;
    case PUT:
        net->put(1, at, FIRST, size);
        net->flush(1);
        break;
    case FETCH_ADD:
        net->fetch_op(1, UCI_NET_ADD, at, 1);
        break;
    default:
        net->compare_swap(1, at, 0, 0);
    }
}

/* Median and minimum of the rounds of so many seconds.  There is a pause before
 * each, so that the thread that assists sleeps again. */
static void measure(enum op op, size_t size, enum mode m, double limit,
                    double *middle, double *least)
{
    static double took[MAX_ROUNDS];
    int n = 0;
    for (int i = 0; i < 3; i++)
        once(op, size);
    double start = seconds();
    while (n < MAX_ROUNDS && (n < LEAST_ROUNDS || seconds() - start < limit)) {
        if (m == ASSISTED)
            usleep(2 * LINGER + (unsigned)n * 97 % PERIOD);
        double before = seconds();
        once(op, size);
        took[n++] = 1e6 * (seconds() - before);
    }
    sort_times(took, n);
    *middle = took[n / 2];
    *least = took[0];
}

static void measure_all(double limit)
{
    printf("operation\tbytes");
    for (enum mode m = 0; m < N_MODES; m++)
        printf("\t%s\tleast", mode_names[m]);
    putchar('\n');
    for (enum op op = 0; op < (net->has_rma ? N_OPS : GET); op++) {
        size_t most = op >= FETCH_ADD ? 8 : MAX_SIZE;
        for (size_t size = 8; size <= most; size *= size < 4096 ? 8 : 4) {
            printf("%s\t%zu", op_names[op], size);
            for (enum mode m = 0; m < N_MODES; m++) {
                double middle, least;
                ask(BECOME, m);
                measure(op, size, m, limit, &middle, &least);
                printf("\t%.2f\t%.2f", middle, least);
            }
            putchar('\n');
            fflush(stdout);
        }
    }
}

/* The target's pieces of work a second, while nobody sends it anything, or
 * while messages of `size' bytes come as fast as it answers them. */
static double speed(enum mode m, size_t size, double limit)
{
    ask(BECOME, m);
    for (double end = seconds() + limit; seconds() < end;)
        if (size)
            ask(PING, (unsigned)size);
        else
            usleep(1000);
    ask(REPORT, 0);
    return answer.speed;
}

static void measure_work(double limit)
{
    double alone = 0, quiet = 0, asked = 0;
    for (int i = 0; i < 5; i++) { /* the two in turn; the best ones count */
        double x = speed(ALONE, 0, limit);
        alone = x > alone ? x : alone;
        x = speed(ASSISTED, 0, limit);
        quiet = x > quiet ? x : quiet;
        x = speed(ASSISTED, 8, limit);
        asked = x > asked ? x : asked;
    }
    printf("# work beside the polling thread, of alone\t%.4f\n", quiet / alone);
    printf("# the same, messages without a pause\t%.4f\n", asked / alone);
}

static void set(const char *name, const char *value)
{
    setenv(name, value, 0);
}

int main(int argc, char **argv)
{
    static const struct uci_net_host host = {
        .fatal = fatal, .message = say, .set = set, .rma = UCI_RMA_ALWAYS};
    if (argc < 2)
        fatal("usage: mpirun -n 2 link PLUGIN [SECONDS]");
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    uci_net_open *open =
        library ? (uci_net_open *)dlsym(library, UCI_NET_OPEN) : NULL;
    if (!open)
        fatal("%s", dlerror());
    net = open(&host);
    if (net->size != 2)
        fatal("%u ranks: start it by mpirun -n 2", net->size);
    net->renumber(net->rank);
    if (mmap(FIRST + net->rank * (size_t)STRIDE, STRIDE, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
             0) == MAP_FAILED)
        fatal("no memory at %p: %s", (void *)FIRST, strerror(errno));
    net->attach(FIRST, STRIDE, STRIDE);
    if (net->rank == 1) {
        be_target();
    } else {
        double limit = argc > 2 ? atof(argv[2]) : 0.3;
        printf("# %s: %s\n", net->name, net->about);
        measure_all(limit);
        measure_work(limit);
        ask(BECOME, END);
    }
    net->finish();
    return 0;
}
