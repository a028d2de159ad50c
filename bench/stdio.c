/*
 * What a call on a stream costs that nobody else uses: ns, the least of some
 * rounds.  Compiled plain, and with the runtime's functions in libc's place.
 * With an argument the program has a second thread, without which libc leaves
 * out the atomic instructions of its locks.
 */
#define _GNU_SOURCE
#include "clock.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { CALLS = 20000, ROUNDS = 100 };

static void *wait_for_ever(void *unused)
{
    for (;;)
        pause();
    return unused;
}

#define MEASURE(call)                                                          \
    do {                                                                       \
        double least = 1e99;                                                   \
        for (int r = 0; r < ROUNDS; r++) {                                     \
            rewind(f);                                                         \
            double start = nanoseconds();                                      \
            for (int i = 0; i < CALLS; i++)                                    \
                call;                                                          \
            double took = (nanoseconds() - start) / CALLS;                     \
            least = took < least ? took : least;                               \
        }                                                                      \
        printf("%.2f ", least);                                                \
    } while (0)

int main(int argc, char **argv)
{
    pthread_t thread;
    char line[20];
    (void)argv;
    if (argc > 1)
        pthread_create(&thread, NULL, wait_for_ever, NULL);
    FILE *f = tmpfile();
    setvbuf(f, NULL, _IOFBF, 0);
    MEASURE(fprintf(f, "%d\n", i & 7));
    MEASURE(fwrite("hello", 1, 5, f));
    MEASURE(putc('x', f));
    rewind(f);
    for (int i = 0; i < CALLS; i++)
        fputs("hello\n", f);
    MEASURE(if (!fgets(line, sizeof line, f)) return 1);
    MEASURE(if (getc(f) == EOF) return 1);
    printf("\n");
}
