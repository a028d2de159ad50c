/* Order of what strands print.  See output.h. */
#include "sched/output.h"

#include "net/worker.h"

#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>

static char buffer[1 << 16]; /* of stdout, once a region has closed */
static size_t buffer_size;   /* 0 where the program had none */
static int mode;

void uci_output_open(void)
{
    size_t size = __fbufsize(stdout);
    bool unused = size == 0; /* libc decides at the first use */
    mode =
        __flbf(stdout) || (unused && isatty(STDOUT_FILENO)) ? _IOLBF : _IOFBF;
    if (unused)
        size = BUFSIZ;
    buffer_size = size == 1 ? 0 : size < sizeof buffer ? size : sizeof buffer;
    if (buffer_size > 0) {
        fflush(stdout);
        setvbuf(stdout, NULL, _IONBF, 0);
    }
}

void uci_output_close(void)
{
    if (buffer_size > 0)
        setvbuf(stdout, buffer, mode, buffer_size);
    /* Relaxed: the join is what orders strands. */
    if (uci_unlikely(uci_load_relaxed(&uci_world->stdout_failed))) {
        uci_store_relaxed(&uci_world->stdout_failed, 0);
        flockfile(stdout);
        stdout->_flags |= _IO_ERR_SEEN; /* glibc has no name for it */
        funlockfile(stdout);
    }
}

void uci_output_start_worker(void)
{
    stdout->_flags |= 1; /* its buffer is worker 0's to free */
    setvbuf(stdout, NULL, _IONBF, 0);
}

void uci_output_flush(void)
{
    if (uci_id == 0)
        return;
    fflush(NULL);
    if (uci_unlikely(ferror(stdout)))
        uci_store_relaxed(&uci_world->stdout_failed, 1);
}
