/* All tasks share the state of the process: environment, file descriptors,
 * working directory, signal actions, mappings, libraries opened in tasks, and
 * the locale; that of uselocale belongs to the thread (docs/memory.md). */
#define _GNU_SOURCE
#include "../process.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

static void set_variable(int i)
{
    char name[20], value[20];
    snprintf(name, sizeof name, "UCILK_T%d", i);
    snprintf(value, sizeof value, "%d", i);
    CHECK(setenv(name, value, 1) == 0);
}

static void check_variable(int i)
{
    char name[20];
    snprintf(name, sizeof name, "UCILK_T%d", i);
    CHECK(getenv(name) && atoi(getenv(name)) == i);
}

static void environment(void)
{
    for (int i = 0; i < 20; i++) {
        spawn set_variable(i);
        sync;
        spawn check_variable(i);
        spawn check_variable(i / 2);
        sync;
    }
    unsetenv("UCILK_T3");
    CHECK(!getenv("UCILK_T3"));
    set_variable(3);
}

static void map_one(int *fd, char **p)
{
    *fd = memfd_create("ucilk", 0);
    CHECK(*fd >= 0 && ftruncate(*fd, 8192) == 0);
    *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
    CHECK(*p != MAP_FAILED);
}

static void write_one(char *p, int i)
{
    linger((unsigned long)i);
    memset(p, i, 8192);
    CHECK(mprotect(p, 4096, PROT_READ) == 0);
}

static void close_one(int fd, char *p, int i)
{
    char c;
    CHECK(pread(fd, &c, 1, 5000) == 1 && c == i && p[8191] == i);
    CHECK(munmap(p, 8192) == 0 && close(fd) == 0);
}

/* Each step by another task. */
static void mappings(void)
{
    int fd[12];
    char *p[12];
    for (int i = 0; i < 12; i++)
        spawn map_one(&fd[i], &p[i]);
    sync;
    for (int i = 0; i < 12; i++)
        spawn write_one(p[i], i);
    sync;
    for (int i = 0; i < 12; i++)
        spawn close_one(fd[i], p[i], i);
    sync;
    for (int i = 0; i < 12; i++)
        CHECK(fcntl(fd[i], F_GETFD) == -1);
}

static void enter(const char *directory, mode_t mask)
{
    CHECK(chdir(directory) == 0);
    umask(mask);
}

static void check_place(const char *directory, mode_t mask)
{
    char at[200];
    struct stat s;
    CHECK(getcwd(at, sizeof at) && strcmp(at, directory) == 0);
    int fd = open("file", O_CREAT | O_EXCL | O_RDWR, 0666);
    CHECK(fd >= 0 && fstat(fd, &s) == 0);
    CHECK((s.st_mode & 0777) == (0666 & ~mask));
    CHECK(close(fd) == 0 && unlink("file") == 0);
}

static void places(void)
{
    char directory[] = "/tmp/ucilk.XXXXXX", before[500];
    CHECK(getcwd(before, sizeof before) && mkdtemp(directory));
    spawn enter(directory, 027);
    sync;
    spawn check_place(directory, 027);
    sync;
    spawn enter(before, 022);
    sync;
    CHECK(rmdir(directory) == 0);
}

static atomic_int n_signals;

static void on_signal(int number)
{
    (void)number;
    ++n_signals;
}

static void set_action(void)
{
    CHECK(signal(SIGUSR2, on_signal) != SIG_ERR);
}

static void raise_one(void)
{
    CHECK(raise(SIGUSR2) == 0);
}

static void actions(void)
{
    spawn set_action();
    sync;
    n_signals = 0;
    for (int i = 0; i < 20; i++)
        spawn raise_one();
    sync;
    CHECK(n_signals == 20);
}

/* Opened in a task, used in others, closed in another. */
static void *open_library(const char *name)
{
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

static void call(double (*f)(double), double x, double *y)
{
    linger((unsigned long)x);
    *y = f(x);
}

static void close_library(void *library)
{
    CHECK(dlclose(library) == 0);
}

static void libraries(void)
{
    void *library;
    double (*root)(double), y[10];
    library = spawn open_library("libm.so.6");
    sync;
    CHECK(library);
    *(void **)&root = dlsym(library, "sqrt");
    CHECK(root);
    for (int i = 0; i < 10; i++)
        spawn call(root, (double)i * i, &y[i]);
    sync;
    for (int i = 0; i < 10; i++)
        CHECK(y[i] == i);
    spawn close_library(library);
    sync;
}

/* Bytes of a character in the C locale: main's thread has that of its own. */
static void check_locale(pthread_t main_thread, size_t of_process)
{
    linger((unsigned long)pthread_self() >> 12);
    CHECK(MB_CUR_MAX ==
          (pthread_equal(pthread_self(), main_thread) ? 1 : of_process));
}

static void own_locale(size_t of_process)
{
    locale_t own = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    CHECK(own);
    locale_t before = uselocale(own);
    CHECK(MB_CUR_MAX == 1);
    uselocale(before);
    CHECK(before == LC_GLOBAL_LOCALE && MB_CUR_MAX == of_process);
    freelocale(own);
}

static void locales(void)
{
    CHECK(setlocale(LC_ALL, "C.UTF-8"));
    size_t of_process = MB_CUR_MAX;
    for (int i = 0; i < 10; i++)
        spawn own_locale(of_process);
    sync;
    static locale_t own; /* kept: a thread has it until the end */
    own = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    CHECK(own && of_process > 1);
    uselocale(own);
    pthread_t main_thread = pthread_self();
    for (int i = 0; i < 40; i++)
        spawn check_locale(main_thread, of_process);
    sync;
    CHECK(setlocale(LC_ALL, "C"));
}

int main(void)
{
    for (int i = 0; i < scaled(20, 3); i++) {
        environment();
        mappings();
        places();
        actions();
        libraries();
    }
    locales();
    return right();
}
