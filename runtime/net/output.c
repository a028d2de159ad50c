/* Buffers of stdout.  See output.h. */
#define _GNU_SOURCE
#include "net/output.h"

#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <time.h>

void uci_output_flush(void)
{
    if (ftrylockfile(stdout) != 0)
        return;
    fflush_unlocked(stdout);
    funlockfile(stdout);
}

static void *flush_all(void *unused)
{
    fflush(NULL);
    return unused;
}

void uci_output_flush_all(void)
{
    pthread_t thread;
    struct timespec end;
    uci_output_flush();
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec++;
    if (pthread_create(&thread, NULL, flush_all, NULL) == 0)
        pthread_timedjoin_np(thread, NULL, &end);
}

void uci_output_by_lines(void)
{
    if (__fbufsize(stdout) == 1) /* unbuffered */
        return;
    /* The program has written already, and then libc would put what comes next
     * into the rest of its buffer, lines or not: so it gets another one. */
    char *buffer = malloc(BUFSIZ);
    if (setvbuf(stdout, buffer, _IOLBF, BUFSIZ) != 0)
        free(buffer);
}
