/* uts for every peer: reads the flags, times `run', which searches the tree in
 * parallel, and checks what is counted. */
#ifndef PEERS_UTS_H
#define PEERS_UTS_H

#include "../../examples/uts.h"

enum { BATCH = 8 }; /* as in examples/uts.c */

static inline int uts_program(int argc, char **argv, struct count (*run)(void))
{
    parse(argc, argv);
    double began = seconds();
    return report(run(), began);
}

#endif
