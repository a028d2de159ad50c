/* How a virtual worker waits: the others run. */
#ifndef UCI_SIM_RELAX_H
#define UCI_SIM_RELAX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

void uci_pause(void);
void uci_yield(void);

/* As common/base/relax.h has them. */
bool uci_futex_wait(_Atomic uint32_t *word, uint32_t value, long ns);
void uci_futex_wake(_Atomic uint32_t *word);

#endif
