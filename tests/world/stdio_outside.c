/*
 * stdio_outside MODE: what comes out of a program, for stdio_outside.sh, which
 * compares most of it with the serial elision's.
 *   order    main and tasks print in turn; what is in the buffer stays there
 *            until the end
 *   kept     by way of a stdout from before main, and after it
 *   fork     children, before the first spawn and in tasks, that exec, that
 *            exit, and that do not get so far
 *   closed   stdout is closed, then opened anew
 *   line     reads one line, leaves the rest of stdin to who comes next
 *   noise    children that exit, of a task, while others print
 *   exit     a task ends the program while others print
 *   err      the same by err(3)
 *   held     flockfile over a spawn
 */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <err.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static FILE *kept, *early;
static int keeps;

static __attribute__((constructor)) void before_main(int argc, char **argv)
{
    keeps = argc > 1 && strcmp(argv[1], "kept") == 0;
    if (!keeps)
        return;
    kept = stdout;
    printf("constructor ");
    early = fopen("early", "w");
    fprintf(early, "constructor ");
}

static __attribute__((destructor)) void after_main(void)
{
    if (keeps)
        fprintf(kept, "destructor\n");
}

static void print(FILE *f, const char *what, int i)
{
    fprintf(f, "%s %d%s", what, i, i % 3 ? " " : "\n");
}

static void order(FILE *f)
{
    for (int i = 0; i < 30; i++) {
        print(f, "before", i);
        spawn print(f, "task", i);
        if (i % 2)
            sync;
        else {
            sync;
            print(stdout, "between", i);
        }
        print(f, "after", i);
    }
}

static void check_buffered(void)
{
    struct stat s;
    CHECK(fstat(STDOUT_FILENO, &s) == 0);
    CHECK(!S_ISREG(s.st_mode) || s.st_size == 0);
}

static void fork_one(int how)
{
    pid_t child = fork();
    if (child == 0) {
        if (how == 0)
            _exit(0);
        if (how == 1) {
            execlp("echo", "echo", "exec", (char *)NULL);
            _exit(1);
        }
        printf("child %d ", how);
        fprintf(stderr, "child %d\n", how);
        if (how == 3)
            fclose(stdout);
        exit(0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    printf("forked %d ", how);
}

static void forks(void)
{
    printf("begun ");
    for (int how = 0; how < 4; how++)
        fork_one(how);
    for (int how = 0; how < 4; how++) {
        spawn fork_one(how);
        sync;
    }
    printf("done\n");
}

static void closed(void)
{
    close(STDOUT_FILENO);
    CHECK(open("file", O_WRONLY | O_CREAT | O_TRUNC, 0666) == STDOUT_FILENO);
    order(stdout);
    CHECK(fclose(stdout) == 0);
    CHECK(printf("nothing\n") < 0 || fflush(stdout) != 0);
}

static char line[100];

static void read_line(void)
{
    CHECK(fgets(line, sizeof line, stdin));
}

static long make_noise(int n)
{
    for (int i = 0; i < n; i++)
        printf("%d is the number of this line\n", i);
    return n;
}

static long fork_many(int n)
{
    long good = 0;
    for (int i = 0; i < n; i++) {
        pid_t child = fork();
        if (child == 0) {
            printf("%d is the number of this line\n", i);
            exit(0);
        }
        int status;
        good += waitpid(child, &status, 0) == child && status == 0;
    }
    return good;
}

static void noise(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0); /* a child finds nothing in it */
    long x = spawn make_noise(2000);
    long y = spawn fork_many(20);
    long z = make_noise(2000);
    sync;
    CHECK(x + y + z == 4020);
}

static _Atomic int n_printed;

/* Until somebody ends the program. */
static void babble(int how)
{
    for (;;) {
        int i = n_printed++;
        if (how && i > 3000) {
            if (how == 2)
                errx(3, "the end");
            exit(3);
        }
        if (!how && i > 20000)
            usleep(1000); /* whoever takes task 1 is late */
        printf("%d is the number of this line\n", i);
    }
}

static void babble_all(int how)
{
    for (int i = 0; i < 4; i++)
        spawn babble(i == 1 || getenv("UCILK_NWORKERS")[0] == '1' ? how : 0);
    sync;
}

static void held(void)
{
    flockfile(stdout); /* LOCK */
    spawn print(stdout, "task", 1);
    sync;
    funlockfile(stdout);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "order") == 0) {
        order(stdout);
        check_buffered();
    } else if (keeps) {
        order(kept);
        order(early);
        check_buffered();
    } else if (strcmp(mode, "fork") == 0) {
        forks();
    } else if (strcmp(mode, "closed") == 0) {
        closed();
    } else if (strcmp(mode, "line") == 0) {
        spawn read_line();
        sync;
        fputs(line, stdout);
    } else if (strcmp(mode, "noise") == 0) {
        noise();
    } else if (strcmp(mode, "exit") == 0) {
        babble_all(1);
    } else if (strcmp(mode, "err") == 0) {
        babble_all(2);
    } else if (strcmp(mode, "held") == 0) {
        held();
    }
    return 0;
}
