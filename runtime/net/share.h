/* What rank 0 has and gives to all others at the start: its options. */
#ifndef UCI_SHARE_H
#define UCI_SHARE_H

#include <stddef.h>

/* Collective: returns rank 0's bytes, of any number, which becomes *size.  In
 * rank 0 they are `bytes'; in the others a new block, which is malloc's. */
char *uci_net_share(char *bytes, size_t *size);

/* Collective: the UCILK_ variables of the environment become those of rank 0,
 * and the options are read once more. */
void uci_net_share_options(void);

#endif
