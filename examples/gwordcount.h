/*
 * What gwordcount.c and its form in macros share: lists of files as bytes that
 * go to another node, and tables of words as bytes that come back.
 */
#pragma once

#include <ucilk/groups.h>

#include "wordcount.h"

static long files_a_group = 1;

static inline void parse_files(int argc, char **argv)
{
    static const struct option_row rows[] = {
        {'k', "K", &wordcount.listed, 0, 1 << 30,
         "of the most frequent words are listed"},
        {'p', "PIECE", &wordcount.piece, 1, 1 << 30,
         "bytes that a task counts, or so"},
        {'g', "FILES", &files_a_group, 1, 1 << 20, "of a group"},
        {0}};
    int first = read_options("gwordcount", " FILE...",
                             "counts the words of files on a cluster", rows,
                             argc, argv);
    n_texts = argc - first;
    names = argv + first;
}

/* The names of the files [first, last), each followed by a 0. */
static inline struct ucilk_bytes list_of(long first, long last)
{
    struct buffer b = {NULL, 0, 0};
    for (long i = first; i < last && i < n_texts; i++) {
        for (const char *c = names[i]; *c; c++)
            append(&b, (unsigned char)*c);
        append(&b, 0);
    }
    return (struct ucilk_bytes){b.at, (size_t)b.length};
}

static inline struct table *make_table(void)
{
    struct table *t = (struct table *)allocate(1, sizeof *t);
    memset(t->list, 0, sizeof t->list);
    start_locks(t);
    return t;
}

/* Before the text of a word, and the 0 behind that. */
struct entry {
    uint64_t hash;
    long count;
};

/* The words of a table, which ends. */
static inline struct ucilk_bytes bytes_of(struct table *t)
{
    long n;
    size_t size = 0;
    struct word **all = list_words(t, &n);
    for (long i = 0; i < n; i++)
        size += sizeof(struct entry) + strlen(all[i]->text) + 1;
    char *at = (char *)allocate((long)size, 1), *to = at;
    for (long i = 0; i < n; i++) {
        struct entry e = {all[i]->hash, all[i]->count};
        memcpy(to, &e, sizeof e);
        to = stpcpy(to + sizeof e, all[i]->text) + 1;
        free(all[i]);
    }
    free(all);
    free(t);
    return (struct ucilk_bytes){at, size};
}

/* Adds the words to the shared table, and frees the bytes; returns how many
 * words have been counted there. */
static inline long merge(struct ucilk_bytes words)
{
    const char *from = (const char *)words.at, *end = from + words.size;
    long n = 0;
    while (from < end) {
        struct entry e;
        memcpy(&e, from, sizeof e);
        from += sizeof e;
        long length = (long)strlen(from);
        word_of(shared.list, SHARED_BITS, e.hash, from, length)->count +=
            e.count;
        from += length + 1;
        n += e.count;
    }
    free(words.at);
    return n;
}

static inline int report_files(long words, long groups, double took)
{
    printf("%ld files in %ld groups\n%.6f s, %.1f million words a second\n",
           n_texts, groups, took, 1e-6 * (double)words / took);
    return report_words(words);
}
