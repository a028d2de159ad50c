/*
 * Need: does what is linked use the runtime?
 *
 * The runtime takes the place of main(), exit() and signal(), so that a
 * program without tasks is better linked without it.  Files that cannot be
 * judged count as a need.
 */
#ifndef UK_NEED_H
#define UK_NEED_H

#include <stdbool.h>

#include "options.h"

/* Objects, archives and libraries of the command line; not its sources. */
bool uk_need_runtime(const struct uk_options *options);

#endif
