/*
 * Where the headers and the runtime are: beside the tool itself, as they are
 * both in the build tree and where it is installed (bin, include, lib).
 */
#ifndef UK_INSTALL_H
#define UK_INSTALL_H

#include <stdbool.h>

struct uk_install {
    char *self;    /* the tool's executable, without links */
    char *include; /* the directory that holds ucilk/abi.h */
    char *abi;     /* the path of that */
    char *library; /* the path of libucilk.a */
    char *plugins; /* the directory of the runtime's plug-ins, beside it */
};

/* Finds the headers, and the library when asked for; -1 after a message. */
int uk_install_find(struct uk_install *install, bool with_library);

void uk_install_free(struct uk_install *install);

#endif
