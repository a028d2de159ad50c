/*
 * Words: lists of words of a command line, and strings made for them.
 *
 * A list always ends in NULL, ready for exec.  All of it lives as long as the
 * tool, and nobody frees it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct uk_words {
    char **at; /* n words and a NULL; NULL while nothing was pushed */
    unsigned n;
};

void uk_words_push(struct uk_words *words, const char *word);
/* Several, up to a NULL. */
void uk_words_add(struct uk_words *words, ...) __attribute__((sentinel));
void uk_words_push_all(struct uk_words *words, const struct uk_words *more);

/* Pushes the words of text: separated by blanks, with '..', ".." and \ as in
 * a response file of gcc. */
void uk_words_split(struct uk_words *words, const char *text);

/* Prints the words on one line of stdout, quoted for a shell. */
void uk_words_print(const struct uk_words *words);

/* Is it one of the list, which ends in NULL, or does it begin with one? */
bool uk_is_any(const char *word, const char *const *list);
bool uk_starts_with(const char *word, const char *prefix);
bool uk_starts_with_any(const char *word, const char *const *prefixes);

/* A string; memory of zeros. */
char *uk_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
void *uk_lasting(size_t size);
