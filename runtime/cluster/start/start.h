/* From the start of the process to the program's main. */
#ifndef UCI_START_H
#define UCI_START_H

/* The arguments of the program's main. */
struct uci_program {
    int argc;
    char **argv;
};

/* Makes the shared memory and starts the scheduler, for so many workers; the
 * caller is worker 0. */
void uci_start_world(unsigned n_workers);

/* Makes this process and thread those of the own worker, which is running. */
void uci_start_self(void);

/* From now on the end of this worker's thread (pthread_exit) ends the
 * program with a message. */
void uci_start_watch_end(void);

#endif
