/* Gets and fulfilments of entries of other nodes by message: the part of
 * sched/future.h that is the cluster's own. */
#ifndef UCI_FUTURE_MESSAGE_H
#define UCI_FUTURE_MESSAGE_H

#include "base/ref.h"

#include <stddef.h>

/* Installs the handlers; before uci_am_start. */
void uci_future_start_messages(void);

/* F1: fulfils an entry of another node, with the result in a block, or of so
 * many bytes; returns the threads that waited. */
uci_ref uci_future_fulfil_by_message(uci_ref ref, uci_ref block,
                                     const void *result, size_t size,
                                     uci_ref views);

#endif
