/* unload PLUGIN: after the last dlclose of a plug-in that has spawned, nothing
 * of the runtime is left: no threads, handlers, signal stacks or mappings.  The
 * thread that spawned may end later. */
#define _GNU_SOURCE
#include "../process.h"
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static unsigned long size_of_process(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    CHECK(f && fscanf(f, "%lu", &pages) == 1);
    fclose(f);
    return pages;
}

static int n_threads(void)
{
    int n = 0;
    DIR *d = opendir("/proc/self/task");
    CHECK(d);
    for (struct dirent *e; (e = readdir(d));)
        n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

static void *once(void *file)
{
    long (*sum)(const int *, long);
    int (*meet)(void);
    int a[1000];
    void *plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    CHECK(plugin);
    *(void **)&sum = dlsym(plugin, "tasks_sum");
    *(void **)&meet = dlsym(plugin, "tasks_meet");
    for (int i = 0; i < 1000; i++)
        a[i] = i;
    CHECK(sum(a, 1000) == 499500 && meet());
    CHECK(dlclose(plugin) == 0);
    CHECK(!dlopen(file, RTLD_NOW | RTLD_NOLOAD)); /* unloaded, really */
    return NULL;
}

int main(int argc, char **argv)
{
    struct sigaction action;
    stack_t stack;
    pthread_t t;
    unsigned long before = 0;
    CHECK(argc == 2);
    for (int i = 0; i < 30; i++) {
        CHECK(pthread_create(&t, NULL, once, argv[1]) == 0);
        CHECK(pthread_join(t, NULL) == 0);
        once(argv[1]);
        if (i == 5)
            before = size_of_process();
    }
    CHECK(size_of_process() <= before);
    for (int k = 0; n_threads() > 1 && k < 1000; k++)
        usleep(1000); /* joined threads stay in /proc for a moment */
    CHECK(n_threads() == 1);
    CHECK(sigaction(SIGSEGV, NULL, &action) == 0);
    CHECK(!(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL);
    CHECK(sigaltstack(NULL, &stack) == 0 && stack.ss_flags == SS_DISABLE);
    return right();
}
