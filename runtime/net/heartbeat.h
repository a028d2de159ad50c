/* Ends the program when a rank is not heard of for long (UCILK_SILENCE). */
#ifndef UCI_HEARTBEAT_H
#define UCI_HEARTBEAT_H

#include "net/silence.h"

#include <stddef.h>

/* What differs between the libraries. */
struct uci_heartbeat_ways {
    void (*send)(unsigned to, const struct uci_beat *beat);
    /* Ends the other ranks of this node, before the transport ends all. */
    void (*end_near)(void);
    const struct uci_silence_ways *silence; /* null: nobody can be asked */
};

/* Starts it, in each rank: the name of its host, a checksum that is equal for
 * those that see each other in /proc, and some of these (uci_silence_start). */
void uci_heartbeat_start(const char *host, uint64_t machine,
                         const unsigned *witnesses,
                         const struct uci_heartbeat_ways *ways);

/* Called again and again, by one thread: sends a beat when it is time, and
 * ends the program if the rank before is silent. */
void uci_heartbeat_beat(void);
/* A beat has come. */
void uci_heartbeat_hear(unsigned from, const void *beat, size_t size);

/* Ends all ranks that can be reached, after a message. */
_Noreturn void uci_heartbeat_end_all(void);

#endif
