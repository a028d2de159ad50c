/* Known accesses: see known.h. */
#include "race/known.h"

uint64_t uci_known[UCI_KNOWN_SIZES][UCI_KNOWN_ROOM];
uint64_t uci_known_epoch = UCI_KNOWN_EPOCH;

void uci_known_restart(void)
{
    for (unsigned i = 0; i < UCI_KNOWN_SIZES; i++)
        for (unsigned k = 0; k < UCI_KNOWN_ROOM; k++)
            if (uci_known[i][k]) /* leave unused pages alone */
                uci_known[i][k] = 0;
    uci_known_epoch = UCI_KNOWN_EPOCH;
}
