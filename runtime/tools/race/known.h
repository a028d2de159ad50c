/*
 * Accesses that are known: made again now, they would change no shadow memory
 * and be no race.  So the hooks return at once for an access that its strand
 * repeats, as most accesses in loops are.
 *
 * Each size of accesses has a table by address, in which one access displaces
 * another.  An entry is twice the address, one more if writes are known, too,
 * and the epoch in its upper bits.  A new epoch forgets all: another strand
 * runs, what comes before it has changed, or shadow memory was cleared.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define UCI_HIDDEN __attribute__((visibility("hidden")))

/* Accesses have 1, 2, 4, 8 or 16 bytes. */
enum { UCI_KNOWN_SIZES = 5, UCI_KNOWN_ROOM = 1 << 14 };
#define UCI_KNOWN_EPOCH (1ul << 48)

extern UCI_HIDDEN uint64_t uci_known[UCI_KNOWN_SIZES][UCI_KNOWN_ROOM];
extern UCI_HIDDEN uint64_t uci_known_epoch; /* never 0, as entries at first */

/* Empties the tables: the epochs begin again. */
UCI_HIDDEN void uci_known_restart(void);

static inline void uci_known_forget(void)
{
    uci_known_epoch += UCI_KNOWN_EPOCH;
    if (__builtin_expect(uci_known_epoch < UCI_KNOWN_EPOCH, 0))
        uci_known_restart();
}

static inline uint64_t *uci_known_entry(uintptr_t address, unsigned log2_size)
{
    return &uci_known[log2_size][(address >> log2_size) % UCI_KNOWN_ROOM];
}

/* An access of 1 << log2_size bytes. */
static inline bool uci_is_known(uintptr_t address, unsigned log2_size,
                                bool is_write)
{
    uint64_t key = 2 * address + uci_known_epoch;
    uint64_t entry = *uci_known_entry(address, log2_size);
    return is_write ? entry == key + 1 : entry - key <= 1;
}

static inline void uci_known_add(uintptr_t address, unsigned log2_size,
                                 bool is_write)
{
    *uci_known_entry(address, log2_size) =
        2 * address + uci_known_epoch + is_write;
}
