/* The file of UCILK_TRACE: trace/trace_file.h. */
#ifndef UCI_ONE_MACHINE_TRACE_H
#define UCI_ONE_MACHINE_TRACE_H

#include "sched/worker.h"

/* Makes the file if the option asks for it; ends the program if it cannot. */
void uci_trace_start(void);
/* Adds worker w's ring to the file.  Called for one worker after another, in
 * the order of their ids. */
void uci_trace_add_ring(struct uci_worker *w);
/* The program ends: notes when. */
void uci_trace_end(void);
void uci_trace_unmap(struct uci_worker *w);
void uci_trace_unmap_header(void);
/* Called in a forked child, which writes no trace: the file is its parent's. */
void uci_trace_forget(void);

#endif
