/*
 * Where the headers and the runtime are: beside the tool itself, as they are
 * both in the build tree and where it is installed (bin, include, lib); or in
 * another such folder, whose libraries may be for another libc.
 */
#pragma once

#include <stdbool.h>

struct uk_install {
    char *self;      /* the tool's executable, without links */
    char *include;   /* the directory that holds ucilk/abi.h */
    char *abi;       /* the path of that */
    char *library;   /* the path of the library to link with, or null */
    char *libraries; /* the directory where it is */
    char *plugins;   /* the directory of the runtime's plug-ins, beside it */
};

/* The path of the tool's executable, perhaps a link. */
const char *uk_install_self(void);

/* Finds the headers, and the library of that name when it is not null, in the
 * folder or, if that is null, beside the tool; -1 after a message.  A library
 * that is not needed may be missing. */
int uk_install_find(struct uk_install *install, const char *folder,
                    const char *library, bool is_needed);

/* Is the library of that path for musl? */
bool uk_install_is_musl(const char *library);

struct uk_job;

/* A program links only where the compiler makes programs for the libc that the
 * library is for: false after a message if it is for another one.  The compiler
 * is asked only where its name or a flag says that this may be. */
bool uk_libc_agrees(const struct uk_job *job);
