/*
 * The words of files, or of random texts: how many there are, how many
 * different ones, and the most frequent ones.  A word is a run of letters,
 * small or capital; a byte that is not ASCII counts as a letter.
 *
 * A text is cut into pieces.  A word belongs to the piece that it begins in.
 * Each piece is counted in a table of its own.  Its words are then moved into a
 * table that all pieces share, of which each part has its own lock.
 *
 * This file has the options, the pieces and how they are read, the tables, and
 * the report.  wordcount.c splits the work into tasks,
 * gwordcount.c into groups of tasks.
 */
#pragma once

#include "options.h"

#include <math.h>
#include <pthread.h>
#include <sys/stat.h>

struct parameters {
    long texts, words, different, piece, listed, seed;
};

static struct parameters wordcount = {16, 20000, 5000, 1 << 16, 10, 1};

static long n_texts;
static char **names; /* of the files; NULL: the texts are random */

static inline void fail(const char *name, const char *why)
{
    fprintf(stderr, "wordcount: %s: %s\n", name, why);
    exit(1);
}

static inline void parse(int argc, char **argv)
{
    static const struct option_row rows[] = {
        {'k', "K", &wordcount.listed, 0, 1 << 30,
         "of the most frequent words are listed"},
        {'p', "PIECE", &wordcount.piece, 1, 1 << 30,
         "bytes that a task counts, or so"},
        {'f', "TEXTS", &wordcount.texts, 0, 1 << 20, "random ones"},
        {'n', "WORDS", &wordcount.words, 0, 1 << 30, "of a random text"},
        {'v', "WORDS", &wordcount.different, 1, 1 << 30,
         "different ones in random texts at most"},
        {'s', "SEED", &wordcount.seed, 0, 1 << 23, "of random texts"},
        {0}};
    int first = read_options("wordcount", " [FILE]...",
                             "counts the words of the files, or of random "
                             "texts where there are no files",
                             rows, argc, argv);
    n_texts = first < argc ? argc - first : wordcount.texts;
    names = first < argc ? argv + first : NULL;
}

/* --- Pieces --- */

/* The bytes [first, last) of a file, or the words [first, last) of a random
 * text. */
struct piece {
    const char *name; /* of the file, or NULL */
    long text, first, last;
};

static struct piece *pieces;
static long n_pieces, bytes;

static inline void cut(long text, long length, long step)
{
    for (long first = 0; first < length; first += step) {
        if (!(n_pieces & (n_pieces + 1))) { /* the array is full */
            struct piece *more =
                (struct piece *)allocate(2 * (n_pieces + 1), sizeof *more);
            if (pieces)
                memcpy(more, pieces, (size_t)n_pieces * sizeof *more);
            free(pieces);
            pieces = more;
        }
        long last = length - first > step ? first + step : length;
        pieces[n_pieces++] =
            (struct piece){names ? names[text] : NULL, text, first, last};
    }
}

static inline long size_of(const char *name)
{
    struct stat file;
    if (stat(name, &file))
        fail(name, strerror(errno));
    if (!S_ISREG(file.st_mode))
        fail(name, "not a regular file");
    return file.st_size;
}

static inline void make_pieces(void)
{
    for (long i = 0; i < n_texts; i++) {
        if (!names) {
            cut(i, wordcount.words, wordcount.piece / 6 + 1);
        } else {
            long size = size_of(names[i]);
            cut(i, size, wordcount.piece);
            bytes += size;
        }
    }
}

static inline int is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
}

static inline char lower(int c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Text in memory, which grows as needed. */
struct buffer {
    char *at;
    long length, room;
};

static inline void append(struct buffer *b, int c)
{
    if (b->length == b->room) {
        long room = 2 * b->room + 64;
        char *at = (char *)allocate(room, 1);
        memcpy(at, b->at ? b->at : "", (size_t)b->length);
        free(b->at);
        b->at = at;
        b->room = room;
    }
    b->at[b->length++] = (char)c;
}

/* Appends word i of a random text, and what follows it.  The r-th most frequent
 * word comes about 1/r as often as the most frequent one. */
static inline void append_word(struct buffer *b, long text, long i)
{
    uint64_t x = draw(wordcount.seed, text * wordcount.words + i);
    double u = (double)(x >> 32) / 4294967296.0;
    long rank = (long)exp(u * log((double)wordcount.different + 1));
    int capital = x % 8 == 0;
    for (; rank > 0; rank /= 100) {
        append(b, "bcdfghjklmnprstvwxyz"[rank % 20] - (capital ? 32 : 0));
        append(b, "aeiou"[rank / 20 % 5]);
        capital = 0;
    }
    if (x / 8 % 8 == 0)
        append(b, ",.;!?-:'"[x / 64 % 8]);
    append(b, i % 12 == 11 ? '\n' : ' ');
}

static inline struct buffer make_text(struct piece p)
{
    struct buffer b = {NULL, 0, 0};
    for (long i = p.first; i < p.last; i++)
        append_word(&b, p.text, i);
    return b;
}

/* Reads the piece and the rest of its last word.  A word that begins before the
 * piece is overwritten with spaces. */
static inline struct buffer read_file(struct piece p)
{
    FILE *file = fopen(p.name, "r");
    if (!file)
        fail(p.name, strerror(errno));
    /* The byte before the piece says whether a word began before it. */
    long from = p.first > 0 ? p.first - 1 : 0, length = p.last - from;
    struct buffer b = {(char *)allocate(length, 1), 0, length};
    if (fseek(file, from, SEEK_SET) == 0)
        b.length = (long)fread(b.at, 1, (size_t)length, file);
    if (b.length == length && is_letter((unsigned char)b.at[length - 1])) {
        int c;
        while ((c = getc(file)) != EOF && is_letter(c))
            append(&b, c);
    }
    if (ferror(file) || fclose(file))
        fail(p.name, strerror(errno));
    for (long i = 0; p.first > 0 && i < b.length; i++) {
        int was_letter = is_letter((unsigned char)b.at[i]);
        b.at[i] = ' ';
        if (!was_letter)
            break;
    }
    return b;
}

static inline struct buffer text_of(struct piece p)
{
    return p.name ? read_file(p) : make_text(p);
}

/* --- Tables --- */

struct word {
    struct word *next; /* of the same list: the first bits of the hashes are
                        * equal */
    uint64_t hash;
    long count;
    char text[];
};

enum { OWN_BITS = 10, SHARED_BITS = 14, LOCK_BITS = 6 };

struct table {
    struct word *list[1 << SHARED_BITS];
    pthread_mutex_t lock[1 << LOCK_BITS];
};

static struct table shared;

static inline void start_locks(struct table *t)
{
    for (int i = 0; i < 1 << LOCK_BITS; i++)
        pthread_mutex_init(&t->lock[i], NULL);
}

/* Returns the place of the word in its list, or the end of the list. */
static inline struct word **find(struct word **table, int bits, uint64_t hash,
                                 const char *text, long length)
{
    struct word **w = &table[hash >> (64 - bits)];
    while (*w && ((*w)->hash != hash ||
                  strncmp((*w)->text, text, (size_t)length) != 0 ||
                  (*w)->text[length]))
        w = &(*w)->next;
    return w;
}

/* The word of the table, a new one if need be. */
static inline struct word *word_of(struct word **table, int bits, uint64_t hash,
                                   const char *text, long length)
{
    struct word **w = find(table, bits, hash, text, length);
    if (!*w) {
        *w = (struct word *)allocate(1, sizeof **w + (size_t)length + 1);
        **w = (struct word){NULL, hash, 0};
        memcpy((*w)->text, text, (size_t)length);
        (*w)->text[length] = 0;
    }
    return *w;
}

/* Counts the words of a text in a table of 2^OWN_BITS lists, and returns how
 * many there are.  The words become small letters. */
static inline long count_words(struct word **table, struct buffer b)
{
    long n = 0;
    for (long i = 0; i < b.length; i++) {
        long first = i;
        uint64_t hash = 0;
        for (; i < b.length && is_letter((unsigned char)b.at[i]); i++) {
            b.at[i] = lower((unsigned char)b.at[i]);
            hash = (hash ^ (unsigned char)b.at[i]) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 32;
        }
        if (i == first)
            continue;
        hash *= 0x9e3779b97f4a7c15u;
        word_of(table, OWN_BITS, hash, b.at + first, i - first)->count++;
        n++;
    }
    return n;
}

/* Moves a list of words into the table; adds up and frees those that it already
 * has.  The caller holds their lock. */
static inline void share(struct table *t, struct word *w)
{
    while (w) {
        struct word *next = w->next;
        struct word **there =
            find(t->list, SHARED_BITS, w->hash, w->text, (long)strlen(w->text));
        if (*there) {
            (*there)->count += w->count;
            free(w);
        } else {
            w->next = NULL;
            *there = w;
        }
        w = next;
    }
}

/* Counts a piece, the k-th, and returns how many words it has. */
static inline long count_piece(struct table *t, struct piece p, long k)
{
    struct buffer b = text_of(p);
    struct word *own[1 << OWN_BITS] = {NULL};
    long n = count_words(own, b);
    free(b.at);
    /* A lock is for the words whose hashes begin with the same bits.
     * Neighbouring pieces begin with different locks. */
    for (long i = 0; i < 1 << LOCK_BITS; i++) {
        long l = (k + i) % (1 << LOCK_BITS);
        pthread_mutex_lock(&t->lock[l]);
        for (long j = 0; j < 1 << (OWN_BITS - LOCK_BITS); j++)
            share(t, own[(l << (OWN_BITS - LOCK_BITS)) + j]);
        pthread_mutex_unlock(&t->lock[l]);
    }
    return n;
}

/* --- Report --- */

static inline int by_text(const void *a, const void *b)
{
    return strcmp((*(struct word *const *)a)->text,
                  (*(struct word *const *)b)->text);
}

/* More frequent words come first, equally frequent ones in the order of a
 * dictionary. */
static inline int by_count(const void *a, const void *b)
{
    long x = (*(struct word *const *)a)->count;
    long y = (*(struct word *const *)b)->count;
    return x != y ? (x > y ? -1 : 1) : by_text(a, b);
}

/* All words of the table. */
static inline struct word **list_words(const struct table *t, long *n)
{
    *n = 0;
    for (long i = 0; i < 1 << SHARED_BITS; i++)
        for (struct word *w = t->list[i]; w; w = w->next)
            ++*n;
    struct word **all = (struct word **)allocate(*n, sizeof *all), **to = all;
    for (long i = 0; i < 1 << SHARED_BITS; i++)
        for (struct word *w = t->list[i]; w; w = w->next)
            *to++ = w;
    return all;
}

static inline int by_string(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Returns all words of all texts, one after another, each followed by a 0. */
static inline struct buffer read_all(long *n)
{
    struct buffer all = {NULL, 0, 0};
    *n = 0;
    for (long i = 0; i < n_texts; i++) {
        struct buffer text = {NULL, 0, 0};
        FILE *file = names ? fopen(names[i], "r") : NULL;
        if (names && !file)
            fail(names[i], strerror(errno));
        for (int c; file && (c = getc(file)) != EOF;)
            append(&text, c);
        if (file)
            fclose(file);
        else
            text = make_text((struct piece){NULL, i, 0, wordcount.words});
        append(&text, ' ');
        int within = 0;
        for (long k = 0; k < text.length; k++) {
            int c = (unsigned char)text.at[k];
            if (is_letter(c)) {
                append(&all, lower(c));
            } else if (within) {
                append(&all, 0);
                ++*n;
            }
            within = is_letter(c);
        }
        free(text.at);
    }
    return all;
}

/* Sorts all words of all texts; are these the words and counts that were
 * found? */
static inline int is_right(struct word **found, long n_found, long words)
{
    long n, i = 0, k = 0;
    struct buffer all = read_all(&n);
    char **each = (char **)allocate(n, sizeof *each), *next = all.at;
    for (long j = 0; j < n; j++, next += strlen(next) + 1)
        each[j] = next;
    qsort(each, (size_t)n, sizeof *each, by_string);
    while (i < n && k < n_found && strcmp(each[i], found[k]->text) == 0) {
        long first = i;
        while (i < n && strcmp(each[i], found[k]->text) == 0)
            i++;
        if (i - first != found[k++]->count)
            break;
    }
    int right = i == n && k == n_found && n == words;
    if (!right) {
        fflush(stdout);
        fprintf(stderr,
                "wrong: there are %ld words, %ld counted; in the order of a "
                "dictionary the first mistake is at `%s'\n",
                n, words, i < n ? each[i] : "the end");
    }
    free(each);
    free(all.at);
    return right;
}

/* Checks the words of the shared table, frees them, and prints the most
 * frequent ones; returns the exit status, 1 if they are wrong. */
static inline int report_words(long words)
{
    long n;
    struct word **all = list_words(&shared, &n);
    qsort(all, (size_t)n, sizeof *all, by_text);
    int right = is_right(all, n, words);
    if (right) {
        printf("right\n");
        qsort(all, (size_t)n, sizeof *all, by_count);
        for (long i = 0; i < n && i < wordcount.listed; i++)
            printf("%8ld %s\n", all[i]->count, all[i]->text);
        printf("%ld words, %ld different\n", words, n);
    }
    for (long i = 0; i < n; i++)
        free(all[i]);
    free(all);
    return !right;
}

static inline int report(long words, double began)
{
    double took = seconds() - began;
    if (names)
        printf("%ld files, %ld bytes in %ld pieces\n", n_texts, bytes,
               n_pieces);
    else
        printf("%ld texts of %ld words, seed %ld, in %ld pieces\n", n_texts,
               wordcount.words, wordcount.seed, n_pieces);
    printf("%.6f s, %.1f million words a second\n", took,
           1e-6 * (double)words / took);
    free(pieces);
    return report_words(words);
}
