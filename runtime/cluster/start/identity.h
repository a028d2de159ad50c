/*
 * What must be equal in all ranks: a stolen stack holds addresses of the
 * program and of its libraries, and what they have put there.
 */
#ifndef UCI_IDENTITY_H
#define UCI_IDENTITY_H

#include <stddef.h>
#include <stdint.h>

struct uci_identity {
    uint64_t program;   /* a sum over what its file has in memory */
    uint64_t libraries; /* over names and build ids of all */
    uint64_t places;    /* over their addresses, and the program's */
    char version[16];   /* of the C library */
    uint64_t layout;    /* of what this version of ucilk shares */
    size_t stack;       /* of each rank */
    size_t stride;      /* from one rank's memory to the next one's */
    /* Mostly equal; nothing depends on it. */
    uintptr_t tls;
};

/* Of this rank: what the libraries say that are loaded so far (of a struct of
 * zeros), and the rest, once memory is planned. */
void uci_identity_note_objects(struct uci_identity *e);
void uci_identity_note(struct uci_identity *e);

/* What two ranks differ in, with the remedy; or NULL. */
const char *uci_identity_difference(const struct uci_identity *a,
                                 const struct uci_identity *b);

/* Collective: the first library that this rank and rank 0 do not both have, or
 * "". */
const char *uci_identity_library(void);

/* Collective: all get rank 0's stack protector.  No caller that has one on the
 * stack already may return. */
void uci_identity_share_canary(void);

#endif
