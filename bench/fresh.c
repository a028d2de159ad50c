/*
 * fresh [TIMES]: the cost of a short program.  Medians over TIMES fresh
 * processes, in ms:
 *   from the first spawn to the first instruction of the continuation, which a
 *   thread of the pool steals;
 *   a whole run of such a program, from fork to exit;
 *   a whole run without a spawn;
 *   for comparison, from a pthread_create to the first instruction of the new
 *   thread, on another CPU.
 */
#define _GNU_SOURCE
#include <ucilk/ucilk.h>

#include "clock.h"

#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_TIMES = 1000 };

static atomic_int has_gone_on;

static void wait_for_thief(void)
{
    while (!atomic_load(&has_gone_on))
        __builtin_ia32_pause();
}

static double first_steal(void)
{
    double began = seconds();
    spawn wait_for_thief();
    double there = seconds();
    atomic_store(&has_gone_on, 1);
    sync;
    return there - began;
}

static double there;

static void *note(void *unused)
{
    there = seconds();
    return unused;
}

static double first_thread(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    cpu_set_t cpus;
    double began = seconds();
    pthread_attr_init(&attributes);
    if (sched_getaffinity(0, sizeof cpus, &cpus) == 0 && CPU_COUNT(&cpus) > 1) {
        CPU_CLR(sched_getcpu(), &cpus);
        pthread_attr_setaffinity_np(&attributes, sizeof cpus, &cpus);
    }
    if (pthread_create(&thread, &attributes, note, NULL) != 0)
        exit(1);
    pthread_join(thread, NULL);
    return there - began;
}

/* Runs this program in a new process; measures how long it takes, and reads
 * what it prints. */
static double run(char *what, double *said)
{
    extern char **environ;
    char *arguments[] = {"fresh", what, NULL}, line[64];
    int pipe_of[2], status;
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (pipe(pipe_of) != 0)
        exit(1);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe_of[1], 1);
    double began = seconds();
    if (posix_spawn(&child, "/proc/self/exe", &actions, NULL, arguments,
                    environ) != 0)
        exit(1);
    waitpid(child, &status, 0);
    double took = seconds() - began;
    posix_spawn_file_actions_destroy(&actions);
    ssize_t n = status == 0 ? read(pipe_of[0], line, sizeof line - 1) : -1;
    if (n <= 0)
        exit(1);
    line[n] = 0;
    *said = atof(line);
    close(pipe_of[0]);
    close(pipe_of[1]);
    return took;
}

int main(int argc, char **argv)
{
    static double steals[MAX_TIMES], runs[MAX_TIMES], without[MAX_TIMES],
        threads[MAX_TIMES], none;
    if (argc > 1 && strcmp(argv[1], "spawns") == 0)
        return printf("%.9f\n", first_steal()) < 0;
    if (argc > 1 && strcmp(argv[1], "thread") == 0)
        return printf("%.9f\n", first_thread()) < 0;
    if (argc > 1 && strcmp(argv[1], "does-not") == 0)
        return puts("0") < 0;
    int times = argc > 1 ? atoi(argv[1]) : 51;
    if (times < 1 || times > MAX_TIMES) {
        fprintf(stderr, "usage: fresh [TIMES], up to %d\n", MAX_TIMES);
        return 2;
    }
    for (int i = 0; i < times; i++) {
        runs[i] = run("spawns", &steals[i]);
        without[i] = run("does-not", &none);
        run("thread", &threads[i]);
    }
    printf("%.4f %.4f %.4f %.4f\n", 1e3 * median(steals, times),
           1e3 * median(runs, times), 1e3 * median(without, times),
           1e3 * median(threads, times));
    return 0;
}
