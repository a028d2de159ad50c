/* Why a rank is not heard of, as far as that can be told. */
#ifndef UCI_SILENCE_H
#define UCI_SILENCE_H

#include <stdint.h>

enum { UCI_WITNESSES = 4 };

/* What a rank tells the next one with each sign of life. */
struct uci_beat {
    char host[64];
    uint64_t machine; /* equal if the processes see each other in /proc */
    int32_t pid;
    uint32_t n_witnesses; /* other ranks that see this process */
    uint32_t witnesses[UCI_WITNESSES];
};

enum { UCI_SILENCE_TEXT = 192 };

/* How a library asks witness i of a process. */
struct uci_silence_ways {
    void (*ask)(unsigned i, unsigned rank, int32_t pid);
    /* What uci_silence_look has said there; -1 as long as it has not. */
    int (*answer)(unsigned i);
};

/* Starts it, in each rank: writes what this one is to tell to *own.  A witness
 * that is this rank itself is none.  No rank has witnesses, `witnesses' and
 * `ways' are null, where nobody can be asked. */
void uci_silence_start(struct uci_beat *own, const char *host, uint64_t machine,
                       const unsigned *witnesses,
                       const struct uci_silence_ways *ways);
/* What a process of this machine does. */
int uci_silence_look(int pid);
/* That rank has told this; in whichever thread polls. */
void uci_silence_hear(const struct uci_beat *beat);
/* The name of its host, or "unknown". */
const char *uci_silence_host(void);

/* Finds out why that rank is silent; null while others are asked, then the
 * text.  `now' in milliseconds.  For the assistant. */
const char *uci_silence_explain(long now, char text[UCI_SILENCE_TEXT]);
/* The rank is heard of again. */
void uci_silence_end(void);

#endif
