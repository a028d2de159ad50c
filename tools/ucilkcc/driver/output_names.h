/*
 * Names of what a compilation makes, as gcc and clang choose them.
 */
#pragma once

#include "options.h"

/* foo.c of dir/foo.c */
const char *uk_names_base(const char *path);

/* dir/foo.x of dir/foo.c and ".x" */
char *uk_names_with_suffix(const char *path, const char *suffix);

/* foo.o, foo.s or -o's, for one source that is compiled on its own. */
const char *uk_names_output(const struct uk_options *options,
                            const char *source, const char *suffix);

/* The file of its dependencies. */
const char *uk_names_depend_file(const struct uk_options *options,
                                 const char *source);

/* The preprocessed text that -save-temps leaves. */
char *uk_names_saved(const struct uk_options *options, const char *source,
                     bool by_clang);

/* The copy that --ucilk-keep leaves beside the output. */
char *uk_names_keep(const struct uk_options *options, const char *source);
