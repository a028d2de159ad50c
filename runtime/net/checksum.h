/* A checksum by which two hosts see that what they have differs. */
#ifndef UCI_CHECKSUM_H
#define UCI_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Goes on with a checksum, which begins at 0. */
static inline uint64_t uci_checksum(uint64_t sum, const void *bytes,
                                    size_t size)
{
    const uint64_t prime = 0x100000001b3;
    uint64_t word;
    for (; size >= sizeof word; size -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        sum = (sum ^ word) * prime;
        sum ^= sum >> 29;
        bytes = (const char *)bytes + sizeof word;
    }
    word = 0;
    memcpy(&word, bytes, size);
    return (sum ^ word) * prime;
}

#endif
