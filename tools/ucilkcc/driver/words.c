#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"

static struct uk_arena lasting;

void uk_words_push(struct uk_words *words, const char *word)
{
    int n = words->n ? (int)words->n + 1 : 0; /* with the NULL */
    words->at = uk_arena_grow(&lasting, words->at, n, sizeof words->at[0]);
    words->at[words->n++] = uk_format("%s", word);
}

void uk_words_add(struct uk_words *words, ...)
{
    va_list list;
    va_start(list, words);
    for (const char *word; (word = va_arg(list, const char *)) != NULL;)
        uk_words_push(words, word);
    va_end(list);
}

void uk_words_push_all(struct uk_words *words, const struct uk_words *more)
{
    for (unsigned i = 0; i < more->n; i++)
        uk_words_push(words, more->at[i]);
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\n\r\f\v");
}

/* Copies the word at *text to `to`, without its quotes; advances *text. */
static void unquote(const char **text, char *to)
{
    const char *p = *text;
    char quote = 0;
    for (; *p && (quote || !strchr(" \t\n\r\f\v", *p)); p++) {
        if (*p == '\\' && p[1])
            *to++ = *++p;
        else if (quote ? *p == quote : *p == '\'' || *p == '"')
            quote = quote ? 0 : *p;
        else
            *to++ = *p;
    }
    *to = 0;
    *text = p;
}

void uk_words_split(struct uk_words *words, const char *text)
{
    char *word = uk_format("%s", text); /* no word is longer than the text */
    for (text = skip_blanks(text); *text; text = skip_blanks(text)) {
        unquote(&text, word);
        uk_words_push(words, word);
    }
}

static void print_quoted(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-+=:,./@%";
    if (*word && !word[strspn(word, plain)]) {
        fputs(word, stdout);
        return;
    }
    putchar('\'');
    for (; *word; word++) {
        if (*word == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*word);
    }
    putchar('\'');
}

void uk_words_print(const struct uk_words *words)
{
    for (unsigned i = 0; i < words->n; i++) {
        if (i)
            putchar(' ');
        print_quoted(words->at[i]);
    }
    putchar('\n');
}

bool uk_is_any(const char *word, const char *const *list)
{
    while (*list && strcmp(word, *list) != 0)
        list++;
    return *list != NULL;
}

bool uk_starts_with(const char *word, const char *prefix)
{
    return strncmp(word, prefix, strlen(prefix)) == 0;
}

bool uk_starts_with_any(const char *word, const char *const *prefixes)
{
    while (*prefixes && !uk_starts_with(word, *prefixes))
        prefixes++;
    return *prefixes != NULL;
}

char *uk_format(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *string = uk_arena_vprint(&lasting, format, list);
    va_end(list);
    return string;
}

void *uk_lasting(size_t size)
{
    return uk_arena_get(&lasting, size);
}
