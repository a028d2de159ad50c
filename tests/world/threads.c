/* Threads that tasks make, and others join: they are the program's, on the
 * same heap and data. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <threads.h>
#include <unistd.h>

static volatile int n_started, n_struck;
static _Atomic int go_on;

struct job {
    int in, out;
    char *text;
};

static void *run(void *argument)
{
    struct job *j = argument;
    sigset_t mask;
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    j->out = sigismember(&mask, SIGUSR1) ? -1 : 2 * j->in;
    free(j->text);
    j->text = malloc(32);
    snprintf(j->text, 32, "job %d", j->in);
    __atomic_add_fetch(&n_started, 1, __ATOMIC_SEQ_CST);
    return j->text;
}

static int run_c11(void *argument)
{
    return ((struct job *)argument)->in + 1;
}

static struct job *make_job(int i)
{
    struct job *j = malloc(sizeof *j);
    j->in = i;
    j->text = malloc(100);
    return j;
}

static pthread_t start(struct job *j)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 << 10);
    CHECK(pthread_create(&thread, j->in % 2 ? NULL : &attributes, run, j) == 0);
    return thread;
}

static int join(pthread_t thread, struct job *j)
{
    void *result;
    CHECK(pthread_join(thread, &result) == 0 && result == j->text);
    int out = j->out;
    free(j->text);
    free(j);
    return out;
}

/* Made in one strand, joined in another. */
static int all(int from, int to)
{
    if (to - from == 1) {
        struct job *j = make_job(from);
        pthread_t thread = spawn start(j);
        sync;
        int out = spawn join(thread, j);
        sync;
        thrd_t other;
        int result;
        j = make_job(from);
        CHECK(thrd_create(&other, run_c11, j) == thrd_success);
        CHECK(thrd_join(other, &result) == thrd_success && result == from + 1);
        free(j->text);
        free(j);
        return out;
    }
    int x = spawn all(from, (from + to) / 2);
    int y = all((from + to) / 2, to);
    sync;
    return x + y;
}

static void strike(int number)
{
    (void)number;
    n_struck++;
}

static void *wait_for_go(void *unused)
{
    while (!go_on)
        usleep(100);
    return unused;
}

static int use_others(pthread_t thread)
{
    CHECK(pthread_kill(thread, SIGUSR1) == 0);
    while (n_struck == 0)
        usleep(100);
    CHECK(pthread_kill(pthread_self(), SIGUSR1) == 0 && n_struck == 2);
    go_on = 1;
    CHECK(pthread_join(thread, NULL) == 0);
    pthread_t detached;
    int before = n_started;
    static struct job j;
    CHECK(pthread_create(&detached, NULL, run, &j) == 0);
    CHECK(pthread_detach(detached) == 0);
    while (n_started == before)
        usleep(100);
    return 1;
}

int main(void)
{
    printf("sum: %d\n", all(0, 8));
    signal(SIGUSR1, strike);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, wait_for_go, NULL) == 0);
    int n = spawn use_others(thread);
    sync;
    printf("others: %d\n", n);
    return 0;
}
