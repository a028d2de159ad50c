/*
 * Messages of the tool itself, one line each: ucilkcc: error: ...
 *
 * What the compilers say passes through untouched; what the rewriter says of
 * a source is diagnostics.h.
 */
#pragma once

void uk_say(const char *kind, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#define uk_error(...) uk_say("error", __VA_ARGS__)

_Noreturn void uk_die_no_memory(void);
