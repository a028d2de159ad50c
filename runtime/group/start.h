/* The start of a program of groups: on one node, or as one of several. */
#ifndef UCI_GROUP_START_H
#define UCI_GROUP_START_H

/* Called in a forked child: it is a program of one node. */
void uci_nodes_forget(void);

#endif
