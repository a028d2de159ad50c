/*
 * output MODE: what a program sees of a stdout that does not take its output.
 * run.sh compares status and messages with those of the serial elision.
 *   silent     tasks and main print, nobody looks
 *   results    looks at what printf returns, everywhere, and fflush at the end
 *   ferror     tasks in other workers than main's print, main looks at ferror
 *              and fflush at the end
 *   main       no task prints, main does after a sync
 *   stream     a strand that comes home without waiting has written to a file
 *   endless    tasks print until the program is killed
 */
#define UCILK_NO_SHORT_NAMES
#include <ucilk/macros.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { N_TASKS = 40 };

#ifdef UCILK_SERIAL
enum { IS_SERIAL = 1 };
#else
enum { IS_SERIAL = 0 };
#endif

static pid_t quiet; /* process whose tasks do not print */

static volatile int has_printed;

/* Late, so that it is not worker 0 alone that prints. */
cilk_task(int, print, (int)i)
{
    int failed;
    usleep(1000);
    if (syscall(SYS_getpid) == quiet) {
        for (int ms = 0; !has_printed && ms < 10000; ms++)
            usleep(1000);
        return 0;
    }
    failed = printf("task %d\n", i) < 0;
    has_printed = 1;
    return failed;
}

cilk_task(int, print_all, (int)n)
{
    int failed[N_TASKS], sum = 0;
    for (int i = 0; i < n; i++)
        cilk_spawn_to(failed[i], print, i);
    cilk_sync;
    for (int i = 0; i < n; i++)
        sum += failed[i];
    return sum;
}

/* The continuation goes on in another worker, and finds its child at its end
 * when it comes to the sync. */
cilk_task(void, write_stream, (FILE *)f)
{
    int failed;
    cilk_spawn_to(failed, print, 0);
    fprintf(f, "text");
    usleep(20000);
    cilk_sync;
    (void)failed;
}

static int complain(const char *what)
{
    fprintf(stderr, "%s\n", what);
    return 3;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "endless") == 0)
        for (;;)
            print_all(N_TASKS);
    if (strcmp(mode, "stream") == 0) {
        struct stat s;
        FILE *f = tmpfile();
        if (!f)
            return complain("no temporary file");
        write_stream(f);
        fflush(f);
        return fstat(fileno(f), &s) != 0 || s.st_size != 4 ? complain("lost")
                                                           : 0;
    }
    if (strcmp(mode, "main") == 0) {
        print_all(0);
        int failed = printf("main\n") < 0;
        return fflush(stdout) || failed ? complain("cannot write") : 0;
    }
    if (strcmp(mode, "ferror") == 0 && !IS_SERIAL)
        quiet = syscall(SYS_getpid);
    int failed = print_all(N_TASKS);
    if (strcmp(mode, "ferror") == 0)
        return fflush(stdout) || ferror(stdout) ? complain("cannot write") : 0;
    failed |= printf("main\n") < 0;
    if (strcmp(mode, "results") == 0)
        return fflush(stdout) || failed ? complain("cannot write") : 0;
    return 0;
}
