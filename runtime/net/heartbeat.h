/* Ends the program when a rank is not heard of for long (UCILK_SILENCE), and
 * says why it is silent, as far as that can be told. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { UCI_WITNESSES = 4 };

/* What a rank tells the next one with each sign of life. */
struct uci_beat {
    char host[64];
    uint64_t machine; /* uci_machine_sum */
    int32_t pid;
    uint32_t n_witnesses; /* other ranks that see this process */
    uint32_t witnesses[UCI_WITNESSES];
};

/* What differs between the libraries. */
struct uci_heartbeat_ways {
    void (*send)(unsigned to, const struct uci_beat *beat);
    /* Ends the other ranks of this node, before the transport ends all. */
    void (*end_near)(void);
    /* Asks witness i of a process.  Null: nobody can be asked. */
    void (*ask)(unsigned i, unsigned rank, int32_t pid);
    /* What uci_heartbeat_look has said there; -1 as long as it has not. */
    int (*answer)(unsigned i);
};

/* Starts it, in each rank: with the name of its host, and its witnesses, of
 * which one that is this rank itself is none; null where nobody can be
 * asked. */
void uci_heartbeat_start(const char *host, const unsigned *witnesses,
                         const struct uci_heartbeat_ways *ways);

/* Called again and again, by one thread: sends a beat when it is time, and
 * ends the program if the rank before is silent. */
void uci_heartbeat_beat(void);
/* A beat has come; in whichever thread polls. */
void uci_heartbeat_hear(unsigned from, const void *beat, size_t size);

/* What a process of this machine does. */
int uci_heartbeat_look(int pid);

/* Ends all ranks that can be reached, after a message. */
_Noreturn void uci_heartbeat_end_all(void);
