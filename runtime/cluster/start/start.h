/* From the process's start to the program's main. */
#ifndef UCI_START_H
#define UCI_START_H

/* What the program's main is called with. */
struct uci_program {
    int argc;
    char **argv;
};

/* Shared memory and scheduler for so many workers, as worker 0. */
void uci_start_world(unsigned n_workers);

/* Notes that this process and thread are the running worker. */
void uci_start_self(void);

#endif
