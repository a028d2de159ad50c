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

void uk_walk_find_nested(struct uk_source *s, CXTranslationUnit unit)
{
    for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic d = clang_getDiagnostic(unit, i);
        CXString text = clang_getDiagnosticSpelling(d);
        unsigned offset = 0;
        clang_getFileLocation(clang_getDiagnosticLocation(d), NULL, NULL, NULL,
                              &offset);
        if (strcmp(clang_getCString(text),
                   "function definition is not allowed here") == 0)
            reject(s, offset);
        clang_disposeString(text);
        clang_disposeDiagnostic(d);
    }
}
