/*
 * Functions inside of functions, an extension of gcc that the parser does not
 * know.  They reach the variables around them by an address on the stack,
 * which a spawned call cannot have.
 */
#include <string.h>

#include "walk.h"

static void reject(struct uk_source *s, unsigned offset)
{
    for (int f = 0; f < s->n_functions; f++) {
        struct uk_function *around = &s->functions[f];
        if (around->n_keywords > 0 && s->tokens[around->open].start < offset &&
            offset < s->tokens[around->close].start) {
            around->has_nested = true;
            uk_source_error(s, offset,
                            "a function inside of a function that spawns: "
                            "move it to file scope");
        }
    }
}

void uk_walk_find_nested(struct uk_source *s)
{
    static const char error[] = "function definition is not allowed here";
    for (int i = 0; i < s->n_faults; i++)
        if (strcmp(s->faults[i].text, error) == 0)
            reject(s, s->faults[i].at);
}
