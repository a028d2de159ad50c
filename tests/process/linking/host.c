/* host PLUGIN...: a program without tasks opens each plug-in, runs it, closes
 * it, and does so again; then it does so with all at once, and in threads. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static int run(void *plugin)
{
    long (*sum)(const int *, long);
    int (*meet)(void);
    int a[1000];
    *(void **)&sum = dlsym(plugin, "tasks_sum");
    *(void **)&meet = dlsym(plugin, "tasks_meet");
    if (!sum || !meet)
        return 0;
    for (int i = 0; i < 1000; i++)
        a[i] = i;
    return sum(a, 1000) == 499500 && meet() && sum(a, 1000) == 499500;
}

static int once(const char *file)
{
    void *plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!plugin) {
        fprintf(stderr, "%s\n", dlerror());
        return 0;
    }
    int ok = run(plugin);
    return dlclose(plugin) == 0 && ok;
}

static void *live(void *file)
{
    for (int i = 0; i < 5; i++)
        if (!once(file))
            return NULL;
    return file;
}

int main(int argc, char **argv)
{
    void *plugins[10];
    pthread_t t[10];
    int ok = 1;
    for (int i = 1; i < argc; i++)
        for (int k = 0; k < 10; k++)
            ok &= once(argv[i]);
    for (int i = 1; i < argc; i++)
        if (!(plugins[i] = dlopen(argv[i], RTLD_LAZY | RTLD_GLOBAL)))
            return 3;
    for (int k = 0; k < 3; k++)
        for (int i = 1; i < argc; i++)
            ok &= run(plugins[i]);
    for (int i = 1; i < argc; i++)
        if (pthread_create(&t[i], NULL, live, argv[i]))
            return 4;
    for (int i = 1; i < argc; i++) {
        void *result;
        pthread_join(t[i], &result);
        ok &= result == argv[i] && dlclose(plugins[i]) == 0;
    }
    for (int i = argc - 1; i > 0; i--)
        ok &= once(argv[i]);
    puts(ok ? "right" : "wrong");
    return !ok;
}
