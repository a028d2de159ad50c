/*
 * Reports of gcov: which files they list.
 *
 * Generated code has lines of files of its own, `<ucilk>' and `ucilk/abi.h',
 * and gcc lists each file that a function has lines of.  Both become the
 * header's absolute path, which gcov -r, lcov --no-external and gcovr leave
 * out.
 */
#include "unit.h"

#include <string.h>

/* Of the marker of a line that a name begins at `name': the name's length, if
 * it is one of the tool's. */
static size_t length_of_own(const char *name, size_t left)
{
    static const char *const own[] = {"\"<ucilk>\"", "\"ucilk/abi.h\""};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strlen(own[i]) <= left && memcmp(name, own[i], strlen(own[i])) == 0)
            return strlen(own[i]);
    return 0;
}

void uk_coverage_rename(const struct uk_job *job, struct uk_buffer *text)
{
    static const char marker[] = "\n# 1 ";
    static const char *const flags[] = {"--coverage", "-coverage",
                                        "-ftest-coverage", NULL};
    struct uk_buffer out = {0};
    if (!uk_options_have(&job->options, flags))
        return;
    const char *p = text->bytes, *end = p + text->size, *next;
    while ((next = memmem(p, (size_t)(end - p), marker, sizeof marker - 1))) {
        next += sizeof marker - 1;
        uk_buffer_add(&out, p, (size_t)(next - p));
        size_t length = length_of_own(next, (size_t)(end - next));
        if (length > 0)
            uk_buffer_print(&out, "\"%s\"", job->install.abi);
        p = next + length;
    }
    uk_buffer_add(&out, p, (size_t)(end - p));
    uk_buffer_free(text);
    *text = out;
}
