/* How far the clocks of other nodes are ahead of rank 0's, for UCILK_TRACE. */
#ifndef UCI_CLUSTER_TRACE_CLOCKS_H
#define UCI_CLUSTER_TRACE_CLOCKS_H

#include "common/trace/trace_file.h"

/* Installs the handler; in each rank, before there are messages. */
void uci_clocks_start_messages(void);

/* In rank 0, while the other rank handles messages: asks it for its clock some
 * times, for so many milliseconds or a little longer, and keeps the shortest
 * round trip.  Leaves *sync as it is if there is no answer. */
void uci_clocks_compare(unsigned rank, unsigned most,
                        struct uci_trace_sync *sync);

#endif
