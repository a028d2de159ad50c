/* 4.3 Debug support: Cilk_assert. */
#include <cilk-lib.h>
#include <cilk.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../check.h"

static int n_evaluated;

cilk int checked(int n)
{
    int x;
    Cilk_assert(n >= 0);
    if (n == 0)
        return 0;
    x = spawn checked(n - 1);
    sync;
    Cilk_assert(x == n - 1 && n_evaluated++ >= 0);
    if (n % 2)
        Cilk_assert("a statement of its own");
    else
        x += 0;
    return x + 1;
}

/* A false one says what and where, and the program ends. */
static void fails(void)
{
    char text[400];
    int ends[2], status, line;
    ssize_t n, length = 0;
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    line = __LINE__ + 3;
    if (child == 0) {
        if (dup2(ends[1], 2) == 2)
            Cilk_assert(n_evaluated == -3);
        _exit(0);
    }
    close(ends[1]);
    while ((n = read(ends[0], text + length, sizeof text - 1 - (size_t)length)) > 0)
        length += n;
    text[length] = 0;
    close(ends[0]);
    CHECK(waitpid(child, &status, 0) == child && status != 0);
    char expected[40];
    snprintf(expected, sizeof expected, "%d", line);
    CHECK(strstr(text, "n_evaluated == -3") && strstr(text, expected) &&
          strstr(text, "4.3-debug-support.c"));
}

#define NDEBUG
#include <assert.h> /* which looks at it again */

cilk int unchecked(int n)
{
    Cilk_assert(n_evaluated++ < 0);
    return n;
}

cilk int main(void)
{
    int x;
    x = spawn checked(9);
    sync;
    fails();
    x += spawn unchecked(10);
    sync;
    printf("%d %d\n", x, n_evaluated);
    return 0;
}
