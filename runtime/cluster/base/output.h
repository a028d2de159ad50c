/* stdout, which all workers of a program share. */
#ifndef UCI_OUTPUT_H
#define UCI_OUTPUT_H

/* What this process has printed comes out, unless another thread is at it. */
void uci_output_flush(void);

/* From now on what tasks print comes out in whole lines, on whichever worker
 * they run. */
void uci_output_by_lines(void);

#endif
