/* Commands that one task begins, others write to or read from, and a third
 * ends, many at a time. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <sys/wait.h>

static FILE *begin(const char *command, const char *mode)
{
    return popen(command, mode);
}

static int end(FILE *f)
{
    return pclose(f);
}

static long commands(int n)
{
    if (n > 1) {
        long x = spawn commands(n / 2);
        long y = commands(n - n / 2);
        sync;
        return x + y;
    }
    int got = 0;
    FILE *in = spawn begin("echo 17; exit 3", "r");
    FILE *out = begin("cat >/dev/null; exit 4", "we");
    sync;
    CHECK(in && out);
    int scanned = fscanf(in, "%d", &got);
    CHECK(scanned == 1 && got == 17);
    for (int i = 0; i < 10000; i++)
        fputs("text\n", out);
    int first = spawn end(in);
    int second = end(out);
    sync;
    CHECK(WIFEXITED(first) && WEXITSTATUS(first) == 3);
    CHECK(WIFEXITED(second) && WEXITSTATUS(second) == 4);
    return 1;
}

int main(void)
{
    CHECK(commands((int)scaled(20, 5)) == scaled(20, 5));
    FILE *f = popen("echo begun; cat", "w");
    fclose(f);
    CHECK(!popen("true", "x") && !popen("true", "rw"));
    puts("commands and their ends");
}
