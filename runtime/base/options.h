/* The options of a run, read once from the environment at start. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The kinds of programs in which an option takes effect. */
enum {
    UCI_OPTIONS_OF_THREADS = 1, /* programs for one machine */
    UCI_OPTIONS_OF_SHM = 2,     /* those for clusters, by transport */
    UCI_OPTIONS_OF_NIC = 4,
    UCI_OPTIONS_OF_MPI = 8,
    UCI_OPTIONS_OF_SCALE = 16,   /* programs that are measured */
    UCI_OPTIONS_OF_RACE = 32,    /* programs that are checked for races */
    UCI_OPTIONS_OF_SIM = 64,     /* programs that are simulated */
    UCI_OPTIONS_OF_STUDY = 128,  /* those with policies to choose */
    UCI_OPTIONS_OF_GROUPS = 256, /* programs of groups */
    UCI_OPTIONS_OF_CHILD = 512,  /* those of child stealing */
};

struct uci_options {
#define UCI_TYPE_COUNT unsigned long
#define UCI_TYPE_SIZE unsigned long
#define UCI_TYPE_FLAG unsigned long
#define UCI_TYPE_WORD const char *
#define UCI_TYPE_TEXT const char *
#define OPTION(kind, where, field, variable, initial, least, greatest, text)   \
    UCI_TYPE_##kind field;
#include "base/options.def"
#undef OPTION
    bool evac_size_given; /* by the user */
    unsigned long cpus;   /* uci_cpus_allowed */
};

extern struct uci_options uci_options;

/*
 * Parses every option.  For a bad value it prints a message that names the
 * variable, the value and what is allowed, and returns false; so it does for a
 * variable that starts with UCILK_ and is neither an option of this library nor
 * one of the tool's.  Options of the other library keep their defaults.  So do
 * most options if the program runs with another user's rights.
 */
bool uci_options_read(char **environment);

/* Prints the table of options with their defaults on stdout. */
void uci_options_print(void);

/* Writes the names of the options that are set but have no effect in programs
 * of the kinds `where', with commas between, to `text'; "" if there are
 * none. */
void uci_options_idle(unsigned where, char *text, size_t size);
