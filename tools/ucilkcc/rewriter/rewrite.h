/*
 * The rewriter: from preprocessed C with the keywords to C that calls the
 * runtime through <ucilk/abi.h>.
 *
 * Knows nothing of files, compilers' command lines or processes: that is the
 * driver's (driver.h).  docs/ucilkcc.md is the tour of its passes.
 */
#pragma once

#include "arena.h"
#include "style.h"

struct uk_request {
    const char *text; /* output of cc -E, with its line markers */
    size_t size;
    const char *abi_text; /* <ucilk/abi.h>, preprocessed; NULL: the text
                           * includes it itself */
    size_t abi_size;
    bool serial; /* the serial elision: only remove the keywords */
    bool elides; /* the serial elision with pedigrees: generated code, too */
    bool force;  /* also a text without keywords */
    const struct uk_style *style; /* of the messages */
    const char *const *flags; /* the user's -std and -m flags, for parsing */
    unsigned n_flags;
};

enum uk_result {
    UK_REWRITE_NONE,   /* no keyword in the text: output is not set */
    UK_REWRITE_OK,     /* output is set */
    UK_REWRITE_FORCED, /* no keyword, but output is set */
    UK_REWRITE_ERRORS, /* the messages say why */
};

/*
 * For the caller to print: lines, or JSON objects with commas between them.
 * Their bytes are NULL where there are none.
 */
struct uk_said {
    struct uk_buffer now;
    /* Where the parser found errors: an error of its own should the compiler
     * find none in the output, which has no keywords then. */
    struct uk_buffer doubts;
};

enum uk_result uk_rewrite(const struct uk_request *request,
                          struct uk_buffer *output, struct uk_said *said);
