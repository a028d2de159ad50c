/*
 * Sites: the places of the program that spawn, by file, line and function.
 *
 * Site 0 is the program outside of all tasks.  A file that several others
 * include may have a task descriptor in each; they are one site.
 */
#ifndef UCI_SITE_H
#define UCI_SITE_H

#include <ucilk/abi.h>

#include <stdint.h>

struct uci_site {
    const struct ucilk_abi_task *task; /* the first that was seen, or null */
    const char *kind;                  /* "spawn", "loop", "future" */
    uint64_t children;
    uint64_t own;    /* work of the children's own strands */
    uint64_t work;   /* and of all that is in them, each strand once */
    uint64_t mark;   /* the work at the beginning of the outermost child */
    unsigned active; /* children that run, one inside the other */
};

extern struct uci_site *uci_sites;
extern unsigned uci_n_sites;

void uci_sites_start(void);

/* The site of a task; kind is that of its first child. */
unsigned uci_site_of(const struct ucilk_abi_task *task, const char *kind);

#endif
