/* main: its strands after a sync run in the launching thread, what it prints
 * keeps its order, and parallel regions come and go. */
#include <ucilk/ucilk.h>

#include "check.h"

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static pid_t launcher;
static long tally;

long tree(int n)
{
    if (n == 0)
        return 1;
    long a, b;
    a = spawn tree(n - 1);
    b = spawn tree(n - 1);
    sync;
    return a + b;
}

void speak(const char *who, int n)
{
    printf("%s %d\n", who, n);
    if (n > 0) {
        spawn speak(who, n - 1);
        sync;
        printf("%s %d again\n", who, n);
    }
}

void tick(long n)
{
    tally += n;
}

/* A region whose outermost frame is not main's. */
void elsewhere(int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += spawn tree(2);
        sync;
        CHECK(syscall(SYS_gettid) == launcher);
    }
    CHECK(sum == 4 * n);
    spawn tree(3);
}

/* Only what the outermost frame calls is stolen, mostly: its own child is over at
 * once.  All the same its sync ends where main is.  It has an array, so that it
 * does not go on on a stack of the runtime's. */
void calls(int n)
{
#ifdef UCILK_MACROS_H
    cilk_apart;
#endif
    volatile char array[n];
    long own, called;
    array[n - 1] = 1;
    own = spawn tree(0);
    called = tree(6);
    sync;
    CHECK(syscall(SYS_gettid) == launcher);
    CHECK(own + called == 64 + array[n - 1]);
}

int main(int argc, char **argv)
{
    launcher = syscall(SYS_gettid);
    printf("regions begin\n");
    FILE *own = tmpfile(); /* main's file, in the launcher only */
    CHECK(argc >= 1 && argv[0] && own);

    for (int i = 0; i < 20; i++) {
        long a, b = 0;
        a = spawn tree(4);
        b += spawn tree(3);
        sync;
        CHECK(syscall(SYS_gettid) == launcher);
        CHECK(a == 16 && b == 8);
        fprintf(own, "%ld\n", a);
        elsewhere(3);
        CHECK(syscall(SYS_gettid) == launcher);
    }
    rewind(own);
    char line[16];
    int lines = 0;
    while (fgets(line, sizeof line, own))
        lines += strcmp(line, "16\n") == 0;
    CHECK(lines == 20);
    fclose(own);

    for (int i = 0; i < 5; i++) {
        printf("main %d, ", i);
        spawn speak("task", i);
        sync;
        CHECK(syscall(SYS_gettid) == launcher);
        printf("main %d after\n", i);
    }

    int times = (int)scaled(2000, 40);
    for (int i = 0; i < times; i++)
        calls(1 + i % 100);

    int small = (int)scaled(100000, 2000);
    for (int i = 0; i < small; i++) {
        spawn tick(1);
        sync;
    }
    CHECK(tally == small);
    for (int i = 0; i < small / 10; i++) {
        long a;
        a = spawn tree(1);
        sync;
        CHECK(a == 2);
        CHECK(syscall(SYS_gettid) == launcher);
    }
    printf("regions end\n");
    return 0;
}
