/* How a virtual worker waits: the others run.  skip.c has what idle ones leave
 * out. */
#ifndef UCI_SIM_RELAX_H
#define UCI_SIM_RELAX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    UCI_PAUSE_NS = 10,  /* of a spin loop */
    UCI_YIELD_NS = 500, /* of a call of the system that changes nothing */
};

void uci_pause(void);
void uci_yield(void);

/* As common/base/relax.h has them. */
bool uci_futex_wait(_Atomic uint32_t *word, uint32_t value, long ns);
void uci_futex_wake(_Atomic uint32_t *word);
unsigned uci_skip_looks(unsigned most, uint32_t ns);
void uci_skip_end(unsigned rank);
void uci_skip_end_on_node(void);
/* True if a look at another worker of this node is known to find nothing. */
bool uci_finds_nothing(unsigned rank);

#endif
