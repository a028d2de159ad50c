/*
 * What must be equal in all ranks: the program, its libraries, their addresses,
 * and sizes.  A stolen stack holds addresses of code and data, which must mean
 * the same in all ranks.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct uci_identity {
    uint64_t program;   /* a checksum of the loaded parts of its file */
    uint64_t libraries; /* a checksum of the names and build ids of all */
    uint64_t places;    /* a checksum of their addresses and the program's */
    char version[16];   /* of the C library */
    uint64_t layout;    /* sizes of the structs that ranks share */
    size_t stack;       /* bytes of a stack */
    size_t stride;      /* from one rank's memory to the next one's */
    uintptr_t tls;      /* mostly equal, but nothing depends on it */
    uintptr_t canary;   /* of the stack protector; not compared */
};

/* Fills in, of a struct of zeros, what concerns the objects that are loaded so
 * far. */
void uci_identity_note_objects(struct uci_identity *e);
/* Fills in the rest, when memory is planned. */
void uci_identity_note(struct uci_identity *e);

/* What two ranks differ in, with the remedy; or NULL. */
const char *uci_identity_difference(const struct uci_identity *a,
                                    const struct uci_identity *b);

/* Collective: the name of the first library that this rank and rank 0 do not
 * both have, or "". */
const char *uci_identity_library(void);

/* Gives this rank rank 0's stack protector.  Functions that have put their own
 * on the stack already must not return. */
void uci_identity_take_canary(const struct uci_identity *zero);
