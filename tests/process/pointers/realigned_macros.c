/* aligned_macros.c without its flag: the program is right, or names the flag
 * that it needs and ends with status 1; on one worker, too. */
#define main inner
#include "aligned_macros.c"
#undef main

#include <string.h>
#include <sys/wait.h>

int main(int argc, char **argv)
{
    char output[2000];
    int ends[2], status;
    size_t n = 0;
    (void)argv;
    if (argc > 1)
        return inner();
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        close(ends[0]);
        close(ends[1]);
        execl("/proc/self/exe", "realigned", "inner", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    for (ssize_t got; (got = read(ends[0], output + n, sizeof output - 1 - n)) > 0;)
        n += (size_t)got;
    output[n] = '\0';
    CHECK(waitpid(child, &status, 0) == child);
    if (status == 0 && strcmp(output, "right\n") == 0)
        return right();
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1 &&
        strstr(output, "UCILK_ABI_APART"))
        return right();
    fprintf(stderr, "neither right nor refused: status %#x, said \"%s\"\n",
            (unsigned)status, output);
    return 1;
}
