/* Buffers of stdout.  See output.h. */
#define _GNU_SOURCE
#include "cluster/base/output.h"

#include <stdio.h>
#include <stdio_ext.h>

void uci_output_flush(void)
{
    if (ftrylockfile(stdout) != 0)
        return;
    fflush_unlocked(stdout);
    funlockfile(stdout);
}

void uci_output_by_lines(void)
{
    if (__fbufsize(stdout) != 1) /* unbuffered */
        setvbuf(stdout, NULL, _IOLBF, 0);
}
