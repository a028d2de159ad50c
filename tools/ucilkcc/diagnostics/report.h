/*
 * What is said about one source on stderr, by the compiler and the rewriter.
 *
 * Text goes out as it comes.  With -fdiagnostics-format=json gcc prints one
 * array a source: the arrays of preprocessing and compiling and the
 * rewriter's objects become one, so that a reader of gcc's output reads the
 * tool's.  clang has no such form: its text passes, and the rewriter's array
 * (--ucilk-diagnostics=json) is a line of its own.
 */
#pragma once

#include <stdbool.h>

#include "rewrite.h"
#include "words.h"

struct uk_report {
    bool is_json, has_array;
    struct uk_buffer objects; /* with commas between them */
};

/* What a step of the compiler said. */
void uk_report_compiler(struct uk_report *report, const struct uk_buffer *said);
void uk_report_rewriter(struct uk_report *report, const struct uk_buffer *said);

/* Runs a step of the compiler; its status. */
int uk_report_run(struct uk_report *report, const struct uk_words *command);

/* What a compilation says, once, when it used a libclang that the tests have
 * not passed with; 1 if the user made an error of it, else 0. */
int uk_note_libclang(const struct uk_style *style, struct uk_report *report);

/* Prints the array, where there is one. */
void uk_report_end(struct uk_report *report);
