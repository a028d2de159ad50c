/* Buffers of streams; all worker processes of a program share stdout. */
#pragma once

/* Flushes this process's stdout, unless another thread uses it. */
void uci_output_flush(void);
/* Flushes all streams, for a second at most: a thread that holds one may wait
 * for ever.  For the end of a process. */
void uci_output_flush_all(void);

/* Makes stdout line-buffered, unless it is unbuffered, so that lines of tasks
 * on different workers come out whole. */
void uci_output_by_lines(void);
