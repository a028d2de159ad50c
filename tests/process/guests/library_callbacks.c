/* Spawns in callbacks of libraries: in threads that libc starts for a timer, in
 * nftw and pthread_once called by guests and by main. */
#define _GNU_SOURCE
#include "../region.h"
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int n_ticks, n_files;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static long by_once;

static timer_t timer;

/* Each starts the next one, so that there are never many. */
static void tick(union sigval value)
{
    struct itimerspec soon = {{0, 0}, {0, 1000000}};
    region(value.sival_int);
    if (++n_ticks < 10)
        CHECK(timer_settime(timer, 0, &soon, NULL) == 0);
}

static int file(const char *path, const struct stat *s, int type,
                struct FTW *at)
{
    (void)path;
    (void)at;
    region((long)s->st_size);
    n_files += type == FTW_F;
    return 0;
}

static void begin(void)
{
    by_once = region(5);
}

static void *live(void *p)
{
    const char *directory = p;
    CHECK(nftw(directory, file, 5, FTW_PHYS) == 0);
    CHECK(pthread_once(&once, begin) == 0);
    CHECK(by_once == 95);
    return NULL;
}

int main(void)
{
    char directory[] = "/tmp/ucilk.XXXXXX";
    CHECK(mkdtemp(directory));
    for (int i = 0; i < 5; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%d", directory, i);
        int fd = open(path, O_CREAT | O_WRONLY, 0600);
        CHECK(fd >= 0 && write(fd, "12345", (size_t)i) == i && close(fd) == 0);
    }
    struct sigevent event = {.sigev_notify = SIGEV_THREAD,
                             .sigev_notify_function = tick,
                             .sigev_value.sival_int = 3};
    struct itimerspec soon = {{0, 0}, {0, 1000000}};
    CHECK(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    CHECK(timer_settime(timer, 0, &soon, NULL) == 0);
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        CHECK(pthread_create(&t[i], NULL, live, directory) == 0);
    live(directory);
    for (int i = 0; i < 3; i++)
        CHECK(pthread_join(t[i], NULL) == 0);
    CHECK(n_files == 4 * 5);
    CHECK(await(&n_ticks, 10));
    CHECK(timer_delete(timer) == 0);
    for (int i = 0; i < 5; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%d", directory, i);
        CHECK(unlink(path) == 0);
    }
    CHECK(rmdir(directory) == 0);
    return right();
}
