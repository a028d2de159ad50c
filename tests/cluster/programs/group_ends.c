/*
 * group_ends WHAT: how a program of groups ends, and what its mistakes are; for
 * groups.sh.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ucilk/groups.h>
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

static long UCILK_SUM(long) total = 0;

static long twice(long n)
{
    return 2 * n;
}

static long leave(int status)
{
    exit(status);
}

static long take_signal(int signal)
{
    if (ucilk_node() == 0)
        sleep(20);
    raise(signal);
    return 0;
}

static long rest(int s)
{
    sleep((unsigned)s);
    return s;
}

static void later(int n)
{
    usleep(20000);
    printf("left %d on %u\n", n, ucilk_node());
    if (n > 0)
        ucilk_future_get(long, cilk_group twice(n));
}

static void leave_future(int n)
{
    ucilk_future_t unused = cilk_future later(n);
    (void)unused;
}

static void exit_later(void)
{
    exit(ucilk_future_get(long, cilk_group rest(1)) == 1 ? 3 : 4);
}

static void leave_exit(void)
{
    ucilk_future_t unused = cilk_future exit_later();
    (void)unused;
}

static struct ucilk_bytes zeros(unsigned long size)
{
    return (struct ucilk_bytes){calloc(1, size), size};
}

static long sum(struct ucilk_bytes b)
{
    long n = 0;
    for (size_t i = 0; i < b.size; i++)
        n += ((char *)b.at)[i];
    return n;
}

struct both {
    struct ucilk_bytes whole, part;
};

static struct both twice_the_same(unsigned long n)
{
    struct ucilk_bytes all = zeros(n);
    return (struct both){all, {(char *)all.at + n / 2, n / 2}};
}

static long hold_stdout(int s)
{
    flockfile(stdout);
    sleep((unsigned)s);
    return s;
}

static long leave_while_held(int status)
{
    ucilk_future_t unused = cilk_future hold_stdout(100);
    (void)unused;
    sleep(1);
    exit(status);
}

static struct ucilk_bytes same(struct ucilk_bytes b)
{
    return b;
}

static long update(long n)
{
    total += n;
    return n;
}

static unsigned where(void)
{
    usleep(3000);
    return ucilk_node();
}

/* Makes groups four times, when all nodes are idle. */
static int again(void)
{
    enum { N = 60 };
    ucilk_future_t f[N];
    unsigned least = ucilk_nnodes();
    for (int k = 0; k < 4; k++) {
        unsigned seen = 0, n = 0;
        for (int i = 0; i < N; i++)
            f[i] = cilk_group where();
        for (int i = 0; i < N; i++)
            seen |= 1u << ucilk_future_get(unsigned, f[i]);
        for (; seen; seen &= seen - 1)
            n++;
        least = n < least ? n : least;
    }
    printf("again %u of %u nodes\n", least, ucilk_nnodes());
    return 0;
}

static int many(int n)
{
    ucilk_future_t *f = malloc((size_t)n * sizeof *f);
    long s = 0;
    for (int i = 0; i < n; i++)
        f[i] = cilk_group twice(i);
    for (int i = 0; i < n; i++)
        s += ucilk_future_get(long, f[i]);
    free(f);
    printf("many %s\n", s == (long)n * (n - 1) ? "right" : "wrong");
    return 0;
}

/* Makes and gets one group after the other: each get finds its group in the
 * queue. */
static int one_by_one(void)
{
    long s = 0;
    for (long i = 0; i < 1000; i++)
        s += ucilk_future_get(long, cilk_group twice(i));
    return s != 999000;
}

/* Ten at a time are got in the order in which they were made: each is the oldest
 * of this node, while the other node rests. */
static int in_order(void)
{
    long s = 0;
    ucilk_future_t other = cilk_group rest(2), f[10];
    usleep(500000); /* the other node has begun */
    for (long i = 0; i < 3000; i += 10) {
        for (long k = 0; k < 10; k++)
            f[k] = cilk_group twice(i + k);
        for (int k = 0; k < 10; k++)
            s += ucilk_future_get(long, f[k]);
    }
    ucilk_future_get(long, other);
    return s != 8997000;
}

static void *in_thread(void *unused)
{
    ucilk_future_t f = cilk_group twice(21);
    printf("thread %ld\n", ucilk_future_get(long, f));
    return unused;
}

static void *give_bytes(void *bytes)
{
    struct ucilk_bytes b = {bytes, 1 << 20};
    ucilk_future_t f = cilk_group sum(b);
    printf("sum %ld\n", ucilk_future_get(long, f));
    return NULL;
}

/* The block lies right above the thread's stack. */
static int start_thread_below(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, give_bytes, calloc(1, 1 << 20));
    pthread_join(thread, NULL);
    return 0;
}

static int start_thread(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, in_thread, NULL);
    pthread_join(thread, NULL);
    return 0;
}

static int in_child(void)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child != 0)
        waitpid(child, &status, 0);
    ucilk_future_t f = cilk_group twice(21);
    long n = ucilk_future_get(long, f);
    printf("%s %ld of %u\n", child ? "parent" : "child", n, ucilk_nnodes());
    return 0;
}

static int deadlock(void)
{
    ucilk_promise_t p = ucilk_promise_make(long, 1);
    ucilk_future_t f = cilk_group twice(21);
    long n = ucilk_future_get(long, f);
    return (int)(n + ucilk_future_get(long, ucilk_promise_future(p)));
}

static long get(ucilk_future_t f)
{
    return ucilk_future_get(long, f);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "exit") == 0)
        return (int)get(cilk_group leave(7));
    if (strcmp(what, "kill") == 0)
        return (int)get(cilk_group take_signal(SIGKILL));
    if (strcmp(what, "stop") == 0)
        return (int)get(cilk_group take_signal(SIGSTOP));
    if (strcmp(what, "main_exit") == 0) {
        ucilk_future_t f = cilk_group rest(20);
        usleep(50000);
        exit(f.ref ? 5 : 6);
    }
    if (strcmp(what, "sleep") == 0)
        return get(cilk_group rest(3)) == 3 ? puts("slept") < 0 : 1;
    if (strcmp(what, "left") == 0) {
        for (int i = 0; i < 4; i++)
            ucilk_future_get(void, cilk_group leave_future(i));
        puts("main returns");
        return 0;
    }
    if (strcmp(what, "left_exit") == 0) {
        ucilk_future_get(void, cilk_group leave_exit());
        puts("main returns");
        return 0;
    }
    if (strcmp(what, "bytes_exit") == 0) {
        ucilk_future_t f[16];
        for (int i = 0; i < 16; i++)
            f[i] = cilk_group zeros(16ul << 20);
        usleep(30000);
        exit(f[0].ref ? 5 : 6);
    }
    if (strcmp(what, "stack") == 0) {
        char local[10] = "abcdefghi";
        return get(cilk_group sum((struct ucilk_bytes){local, 10})) < 0;
    }
    if (strcmp(what, "same") == 0) {
        static char bytes[10];
        ucilk_future_t f = cilk_group same((struct ucilk_bytes){bytes, 10});
        return ucilk_future_get(struct ucilk_bytes, f).at == NULL;
    }
    if (strcmp(what, "twice") == 0)
        return ucilk_future_get(struct both, cilk_group twice_the_same(10))
                   .whole.at == NULL;
    if (strcmp(what, "huge") == 0)
        return get(cilk_group sum((struct ucilk_bytes){malloc(1), -1ul}));
    if (strcmp(what, "held") == 0)
        return (int)get(cilk_group leave_while_held(9));
    if (strcmp(what, "reducer") == 0)
        return get(cilk_group update(3)) != 3;
    if (strcmp(what, "again") == 0)
        return again();
    if (strcmp(what, "many") == 0)
        return many(atoi(argv[2]));
    if (strcmp(what, "one_by_one") == 0)
        return one_by_one();
    if (strcmp(what, "in_order") == 0)
        return in_order();
    if (strcmp(what, "thread") == 0)
        return start_thread();
    if (strcmp(what, "below") == 0)
        return start_thread_below();
    if (strcmp(what, "fork") == 0)
        return in_child();
    if (strcmp(what, "deadlock") == 0)
        return deadlock();
    return 2;
}
