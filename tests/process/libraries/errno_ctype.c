/* errno, <ctype.h> and pthread_self in functions that spawn, and in functions
 * that call these: after a spawn or a sync they are those of the thread that
 * runs the function. */
#define _GNU_SOURCE
#include "../process.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

static void put(long *p, long value)
{
    errno = EBADF; /* of a child: it means nothing to its parent */
    linger((unsigned long)value);
    *p = value;
}

/* An error of libc, which writes errno of the thread that runs it. */
static __attribute__((noinline)) void too_large(void)
{
    CHECK(strtol("99999999999999999999", NULL, 10) > 0);
}

static __attribute__((noinline)) void not_there(void)
{
    CHECK(open("/no/such/file", O_RDONLY) == -1);
}

/* The address of errno must not be kept over spawns and syncs. */
static void errors(long n)
{
    long x, y, z;
    errno = 0;
    too_large();
    CHECK(errno == ERANGE);
    spawn put(&x, n);
    errno = 0;
    too_large();
    CHECK(errno == ERANGE);
    spawn put(&y, n + 1);
    errno = 0;
    not_there();
    CHECK(errno == ENOENT);
    sync;
    errno = 0;
    too_large();
    CHECK(errno == ERANGE);
    spawn put(&z, n);
    for (int i = 0; i < 3; i++) {
        errno = 0;
        not_there();
        CHECK(errno == ENOENT);
    }
    sync;
    errno = 0;
    not_there();
    CHECK(errno == ENOENT && x == n && y == n + 1 && z == n);
}

/* Nor by a function without a spawn over a call that spawns. */
static __attribute__((noinline)) void inner(long n)
{
    long x, y;
    spawn put(&x, n);
    spawn put(&y, n);
    scribble();
    sync;
    CHECK(x == n && y == n);
}

static __attribute__((noinline)) void outer(long n)
{
    errno = 0;
    too_large();
    CHECK(errno == ERANGE);
    inner(n);
    errno = 0;
    not_there();
    CHECK(errno == ENOENT);
    inner(n + 1);
    errno = 0;
    too_large();
    CHECK(errno == ERANGE);
}

/* The thread's own, written down by the thread. */
static _Thread_local long own_id;

static __attribute__((noinline)) int is_self(pthread_t t)
{
    own_id = syscall(SYS_gettid);
    clockid_t clock;
    struct timespec one, other;
    CHECK(pthread_getcpuclockid(t, &clock) == 0);
    CHECK(clock_gettime(clock, &one) == 0);
    CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &other) == 0);
    return pthread_equal(t, pthread_self()) &&
           pthread_kill(t, 0) == 0;
}

static void selves(long n)
{
    long x, y;
    CHECK(is_self(pthread_self()));
    spawn put(&x, n);
    CHECK(is_self(pthread_self()));
    spawn put(&y, n);
    CHECK(is_self(pthread_self()));
    sync;
    CHECK(is_self(pthread_self()));
    CHECK(x == y);
}

static __attribute__((noinline)) void calls_selves(long n)
{
    CHECK(is_self(pthread_self()));
    inner(n);
    CHECK(is_self(pthread_self()));
}

/* The tables of <ctype.h> are found through the thread. */
static void classes(const char *text)
{
    long upper = 0, digits = 0, spaces = 0, copies[100];
    char lower[100];
    size_t i = 0;
    for (const char *p = text; *p; p++) {
        spawn put(&copies[i], *p);
        upper += isupper((unsigned char)*p) != 0;
        digits += isdigit((unsigned char)*p) != 0;
        spaces += isspace((unsigned char)*p) != 0;
        lower[i++] = (char)tolower((unsigned char)*p);
        if (p[1] == 'e')
            sync;
    }
    lower[i] = '\0';
    sync;
    CHECK(upper == 3 && digits == 4 && spaces == 5);
    CHECK(strcmp(lower, "one two three 1 2 34") == 0);
    CHECK(strcasecmp(text, lower) == 0);
    for (size_t k = 0; k < i; k++)
        CHECK(copies[k] == text[k]);
}

static void all(long n)
{
    errors(n);
    outer(n);
    selves(n);
    calls_selves(n);
    classes("One Two Three 1 2 34");
}

int main(void)
{
    long n = scaled(200, 20);
    for (long i = 0; i < n; i++)
        all(i);
    for (long i = 0; i < n; i++)
        spawn all(i);
    sync;
    cilk_for (long i = 0; i < n; i++) {
        errno = 0;
        all(i);
        errno = 0;
        too_large();
        CHECK(errno == ERANGE);
    }
    return right();
}
