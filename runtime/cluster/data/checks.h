/*
 * UCILK_CHECK_MEMORY, as the rest of the runtime knows it: a table of what a
 * check does at each event.  check/ fills it in; null without the option.
 */
#ifndef UCI_CHECKS_H
#define UCI_CHECKS_H

#include <signal.h>
#include <stdbool.h>

struct uci_piece;

struct uci_checks {
    /* Worker 0, before it clones the others: the program's data. */
    void (*watch_data)(const struct uci_piece *pieces, unsigned n_pieces);
    /* A strand begins, which may follow what other workers wrote. */
    void (*begin_strand)(void);
    /* Worker 0, where a region is about to begin. */
    void (*begin_region)(void);
    /* All may be accessed until the next strand begins. */
    void (*open_data)(void);
    void (*open_stack)(void);
    /* All may be accessed, for good. */
    void (*stop)(void);
    /* In a forked child. */
    void (*forget)(void);
    /* Is a SIGTRAP, or a SIGSEGV in a page that is there, the doing of the
     * check?  Then all is well. */
    bool (*takes_data)(int signal, siginfo_t *info, void *context);
    bool (*takes_stack)(int signal, siginfo_t *info, void *context);
};
extern const struct uci_checks *uci_checks;

#endif
