/* Buffers of stdout, which all worker processes of a program share. */
#ifndef UCI_OUTPUT_H
#define UCI_OUTPUT_H

/* Flushes this process's stdout, unless another thread uses it. */
void uci_output_flush(void);

/* Makes stdout line-buffered, unless it is unbuffered, so that lines of tasks
 * on different workers come out whole. */
void uci_output_by_lines(void);

#endif
