/*
 * Sites: the places of the program that spawn, by file, line and function.
 *
 * Site 0 is the program outside of all children.  If several files include a
 * function that spawns, each has a task descriptor for it; they are one site.
 */
#pragma once

#include <ucilk/abi.h>

#include <stdint.h>

struct uci_site {
    const struct ucilk_abi_task *task; /* the first one seen; null for site 0 */
    const char *kind;                  /* "spawn", "loop", "future" */
    uint64_t children;
    uint64_t own;    /* work of the children's own strands */
    uint64_t work;   /* work of all strands inside of children, each once */
    uint64_t mark;   /* the program's work when the outermost child began */
    unsigned active; /* running children, one inside the other */
};

extern struct uci_site *uci_sites;
extern unsigned uci_n_sites;

void uci_sites_start(void);

/* The site of a task; the first call gives its kind. */
unsigned uci_site_of(const struct ucilk_abi_task *task, const char *kind);
