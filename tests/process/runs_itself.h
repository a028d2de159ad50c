/* For programs that run themselves, since what they test ends a process. */
#pragma once

#include "process.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BY_SIGNAL = 1000 };

/* Itself with one argument, and a variable of the environment set if it is not
 * NULL ("NAME=VALUE"): status, or BY_SIGNAL + signal, and what was printed. */
PROCESS_UNUSED int run_itself(const char *which, const char *setting,
                              char *output, size_t size)
{
    int ends[2], status;
    size_t n = 0;
    fflush(NULL);
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        if (setting)
            putenv((char *)setting);
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        close(ends[0]);
        close(ends[1]);
        alarm(50);
        execl("/proc/self/exe", "itself", which, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    for (ssize_t got; (got = read(ends[0], output + n, size - 1 - n)) > 0;)
        n += (size_t)got;
    output[n] = '\0';
    close(ends[0]);
    CHECK(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status)
                             : BY_SIGNAL + WTERMSIG(status);
}

PROCESS_UNUSED int n_lines(const char *text)
{
    int n = 0;
    while ((text = strchr(text, '\n')) != NULL)
        text++, n++;
    return n;
}

/* How the program ends with an argument, and which texts are in what it says. */
struct run {
    const char *which;
    int status, lines;
    const char *said[5], *setting;
};

/* Does it end like this?  Says it if not. */
PROCESS_UNUSED int ends_as(const struct run *r)
{
    char said[2000];
    int status = run_itself(r->which, r->setting, said, sizeof said);
    int is_right = status == r->status && n_lines(said) == r->lines;
    for (int i = 0; i < 5 && r->said[i]; i++)
        is_right &= strstr(said, r->said[i]) != NULL;
    if (!is_right)
        fprintf(stderr, "%s: status %d, said \"%s\"\n", r->which, status, said);
    return is_right;
}
