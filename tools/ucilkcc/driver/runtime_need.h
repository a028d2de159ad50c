/*
 * Need: does what is linked use the runtime?
 *
 * A program without tasks is better linked without the runtime.  Files that
 * cannot be judged count as a need.
 */
#pragma once

#include <stdbool.h>

#include "options.h"

/* Objects, archives and libraries of the command line; not its sources. */
bool uk_need_runtime(const struct uk_options *options);
