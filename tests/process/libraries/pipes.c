/* popen, system and pipes in tasks, several at once. */
#define _GNU_SOURCE
#include "../process.h"
#include <string.h>
#include <sys/wait.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

static void ask(long i, long *answer, int *status)
{
    char command[60], line[60];
    snprintf(command, sizeof command, "echo $((%ld * 3)); exit %ld", i, i % 5);
    FILE *f = popen(command, "re");
    CHECK(f && fgets(line, sizeof line, f));
    *answer = atol(line);
    *status = WEXITSTATUS(pclose(f));
}

static void tell(long i, int *status)
{
    char command[60];
    snprintf(command, sizeof command, "read x && test \"$x\" = %ld", i);
    FILE *f = popen(command, "we");
    CHECK(f && fprintf(f, "%ld\n", i) > 0);
    *status = pclose(f);
}

/* Opened in one task, read in another, closed in the parent. */
static FILE *begin(long i)
{
    char command[60];
    snprintf(command, sizeof command, "echo %ld", i);
    return popen(command, "re");
}

static long end(FILE *f)
{
    char line[60];
    CHECK(f && fgets(line, sizeof line, f));
    return atol(line);
}

static void write_all(int fd, long n)
{
    for (long i = 0; i < n; i++)
        CHECK(write(fd, &i, sizeof i) == sizeof i);
}

/* What a pipe holds at once, so that one worker is enough. */
static void through_a_pipe(long n)
{
    int ends[2];
    long sum = 0, item;
    CHECK(pipe(ends) == 0);
    spawn write_all(ends[1], n);
    for (long i = 0; i < n; i++) {
        CHECK(read(ends[0], &item, sizeof item) == sizeof item);
        sum += item;
    }
    sync;
    CHECK(sum == n * (n - 1) / 2);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    enum { N = 12 };
    long answers[N], n = scaled(N, 5);
    int asked[N], told[N];
    FILE *files[N];
    for (long i = 0; i < n; i++) {
        spawn ask(i, &answers[i], &asked[i]);
        spawn tell(i, &told[i]);
    }
    sync;
    for (long i = 0; i < n; i++)
        CHECK(answers[i] == 3 * i && asked[i] == i % 5 && told[i] == 0);
    for (long i = 0; i < n; i++)
        files[i] = spawn begin(i);
    sync;
    for (long i = 0; i < n; i++)
        answers[i] = spawn end(files[i]);
    sync;
    for (long i = 0; i < n; i++)
        CHECK(answers[i] == i && pclose(files[i]) == 0);
    for (int i = 0; i < 5; i++)
        through_a_pipe(100);
    return right();
}
