/*
 * Messages of the tool itself, one line each: ucilkcc: error: ...
 *
 * What the compilers say passes through untouched; what the rewriter says of
 * a source is diagnostics.h.
 */
#ifndef UK_MESSAGE_H
#define UK_MESSAGE_H

void uk_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void uk_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
void uk_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

_Noreturn void uk_die_no_memory(void);

#endif
