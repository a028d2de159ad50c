/*
 * UCILK_CHECK_MEMORY: the table of what the checks do at each event.  check/
 * fills it in; uci_checks is null without the option.
 */
#ifndef UCI_CHECKS_H
#define UCI_CHECKS_H

#include <signal.h>
#include <stdbool.h>

struct uci_piece;

struct uci_checks {
    /* Worker 0 is about to clone the others; these are the program's data. */
    void (*watch_data)(const struct uci_piece *pieces, unsigned n_pieces);
    /* A strand begins that may follow what other workers wrote. */
    void (*begin_strand)(void);
    /* In worker 0: a region is about to begin. */
    void (*begin_region)(void);
    /* Let all be accessed until the next strand begins. */
    void (*open_data)(void);
    void (*open_stack)(void);
    /* Lets all be accessed from now on. */
    void (*stop)(void);
    /* Called in a forked child. */
    void (*forget)(void);
    /* True if the check has caused this SIGTRAP, or this SIGSEGV in a mapped
     * page; then the program goes on. */
    bool (*takes_data)(int signal, siginfo_t *info, void *context);
    bool (*takes_stack)(int signal, siginfo_t *info, void *context);
};
extern const struct uci_checks *uci_checks;

#endif
