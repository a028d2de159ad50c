/* An executable file: which runtime of ucilk it has. */
#pragma once

#include <stdbool.h>

struct uk_program {
    char *path;  /* as found in PATH, if its name has no slash */
    bool is_elf; /* of this kind of machine */
    bool is_dynamic;
    char kind[32]; /* "one machine", "groups", "cluster", "scale", "race", or
                      empty */
    char version[32];
    int abi;             /* 0: not known */
    const char *library; /* the shared library that it is in, or null */
    char *library_path;  /* where the loader finds that, or null */
};

/* Ends the tool with a message if there is no such file. */
void uk_program_read(struct uk_program *program, const char *name);
