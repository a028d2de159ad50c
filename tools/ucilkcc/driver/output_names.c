#include "output_names.h"

#include <string.h>

const char *uk_names_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *uk_names_with_suffix(const char *path, const char *suffix)
{
    const char *dot = strrchr(uk_names_base(path), '.');
    int stem = dot ? (int)(dot - path) : (int)strlen(path);
    return uk_format("%.*s%s", stem, path, suffix);
}

const char *uk_names_output(const struct uk_options *options,
                            const char *source, const char *suffix)
{
    return options->output
               ? options->output
               : uk_names_with_suffix(uk_names_base(source), suffix);
}

const char *uk_names_depend_file(const struct uk_options *options,
                                 const char *source)
{
    return options->depend.file
               ? options->depend.file
               : uk_names_with_suffix(uk_names_output(options, source, ".d"),
                                      ".d");
}

/* gcc puts it beside the output and names it after that, and after the source
 * where the output is a program; clang names it after the source. */
char *uk_names_saved(const struct uk_options *options, const char *source,
                     bool by_clang)
{
    char *own = uk_names_with_suffix(uk_names_base(source), ".i");
    const char *output = options->output ? options->output : "";
    const char *base = uk_names_base(output);
    bool in_place = strcmp(options->save_temps, "=cwd") == 0 ||
                    (by_clang && strcmp(options->save_temps, "=obj") != 0);
    int directory = in_place ? 0 : (int)(base - output);
    bool linked = options->mode == UK_MODE_LINK && !by_clang;
    char *after = uk_names_with_suffix(base, ".i");
    return linked ? uk_format("%.*s%s-%s", directory, output,
                              *base ? base : "a", own)
                  : uk_format("%.*s%s", directory, output,
                              *base && !by_clang ? after : own);
}

char *uk_names_keep(const struct uk_options *options, const char *source)
{
    const char *output = options->output;
    const char *base = uk_names_base(source);
    if (!output || strcmp(output, "-") == 0 || strncmp(output, "/dev/", 5) == 0)
        return uk_names_with_suffix(base, ".ucilk.c");
    if (options->n_sources == 1)
        return uk_names_with_suffix(output, ".ucilk.c");
    char *own = uk_names_with_suffix(base, ".ucilk.c");
    return uk_format("%.*s%s", (int)(uk_names_base(output) - output), output,
                     own);
}
