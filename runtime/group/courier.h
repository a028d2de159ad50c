/* The courier: the thread of a node that receives what others send.  Rules G7
 * and G8 in docs/protocols/groups.md. */
#ifndef UCI_GROUP_COURIER_H
#define UCI_GROUP_COURIER_H

#include <stdbool.h>

/* Starts it, and waits until it can receive. */
void uci_courier_start(void);
/* Ends it, and waits for that; not in the courier itself. */
void uci_courier_stop(void);
bool uci_courier_is_self(void);

#endif
