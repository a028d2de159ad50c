#include "coverage.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

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

void uk_coverage_rename(const struct uk_job *job, struct uk_text *text)
{
    static const char marker[] = "\n# 1 ";
    static const char *const flags[] = {"--coverage", "-coverage",
                                        "-ftest-coverage", NULL};
    struct uk_text out = {0};
    if (!uk_options_have(&job->options, flags))
        return;
    FILE *stream = open_memstream(&out.bytes, &out.size);
    if (!stream)
        uk_die_no_memory();
    const char *p = text->bytes, *end = p + text->size, *next;
    while ((next = memmem(p, (size_t)(end - p), marker, sizeof marker - 1))) {
        next += sizeof marker - 1;
        fwrite(p, 1, (size_t)(next - p), stream);
        size_t length = length_of_own(next, (size_t)(end - next));
        if (length > 0)
            fprintf(stream, "\"%s\"", job->install.abi);
        p = next + length;
    }
    fwrite(p, 1, (size_t)(end - p), stream);
    if (fclose(stream) != 0)
        uk_die_no_memory();
    free(text->bytes);
    *text = out;
}
