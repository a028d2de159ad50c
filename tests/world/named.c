/* Named semaphores that tasks open, use and close for others. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MANY = 20, TASKS = 16, TURNS = 20 };

static char name[64];
static volatile long n;

/* Opened here, used and closed elsewhere. */
static sem_t *open_one(int i)
{
    char other[80];
    snprintf(other, sizeof other, "%s-%d", name, i);
    sem_t *s = sem_open(other, O_CREAT | O_EXCL, 0600, (unsigned)i);
    CHECK(s != SEM_FAILED);
    CHECK(sem_open(other, O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED);
    if (errno != EEXIST)
        perror(other);
    CHECK(errno == EEXIST);
    CHECK(sem_unlink(other) == 0);
    return s;
}

static void close_one(sem_t *s, int value)
{
    for (int i = 0; i < value; i++)
        CHECK(sem_trywait(s) == 0);
    CHECK(sem_trywait(s) == -1 && errno == EAGAIN);
    CHECK(sem_close(s) == 0);
}

static void take(sem_t *s)
{
    /* As often as it is opened it is the same. */
    sem_t *same = sem_open(name, 0);
    CHECK(same == s);
    for (int i = 0; i < TURNS; i++) {
        CHECK(sem_wait(s) == 0);
        long old = n;
        sched_yield();
        n = old + 1;
        CHECK(sem_post(same) == 0);
    }
    CHECK(sem_close(same) == 0);
}

static void post_from_elsewhere(sem_t *s)
{
    pid_t child = fork();
    if (child == 0) {
        sem_t *same = sem_open(name, O_RDWR);
        _exit(same == SEM_FAILED || sem_post(same) != 0);
    }
    CHECK(sem_wait(s) == 0);
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
}

int main(void)
{
    snprintf(name, sizeof name, "/ucilk-test-%d", (int)getpid());
    CHECK(sem_open("/a/b", O_CREAT, 0600, 0) == SEM_FAILED && errno == EINVAL);
    CHECK(sem_open("/", O_CREAT, 0600, 0) == SEM_FAILED && errno == EINVAL);
    CHECK(sem_open(name, 0) == SEM_FAILED && errno == ENOENT);
    CHECK(sem_open(name, O_CREAT, 0600, -1u) == SEM_FAILED && errno == EINVAL);
    sem_t *all[MANY];
    for (int i = 0; i < MANY; i++)
        all[i] = spawn open_one(i);
    sync;
    for (int i = 0; i < MANY; i++)
        spawn close_one(all[i], i);
    sync;
    puts("opened here, closed there");

    sem_t *s = sem_open(name, O_CREAT, 0600, 1);
    CHECK(s != SEM_FAILED);
    for (int i = 0; i < TASKS; i++)
        spawn take(s);
    sync;
    CHECK(n == TASKS * TURNS);
    puts("one semaphore");
    CHECK(sem_trywait(s) == 0);
    post_from_elsewhere(s);
    puts("another program's");
    CHECK(sem_close(s) == 0);
    CHECK(sem_unlink(name) == 0);
    CHECK(sem_unlink(name) == -1 && errno == ENOENT);
}
