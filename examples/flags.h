/* Options of a program, each a flag and a whole number. */
#pragma once

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row of the table of options; a row without a flag ends the table. */
struct option_row {
    char flag;
    const char *name; /* of the value, in the help; NULL: no value, but 1 */
    long *value, least, greatest;
    const char *what; /* lines after the first begin with OPTION_INDENT */
};
#define OPTION_INDENT "\n              "

static const char *program; /* its name, in messages */

static inline void print_help(const char *operands, const char *does,
                              const struct option_row *rows)
{
    printf("usage: %s [FLAG VALUE]...%s\n%s\n", program, operands, does);
    for (const struct option_row *r = rows; r->flag; r++)
        if (r->name)
            printf("  -%c %-8s %s (%ld)\n", r->flag, r->name, r->what,
                   *r->value);
        else
            printf("  -%c          %s\n", r->flag, r->what);
    printf("  -h          this text, also --help\n");
}

static inline void set_option(const struct option_row *r, const char *text)
{
    char *end;
    errno = 0;
    long v = strtol(text, &end, 10);
    if (errno || end == text || *end || v < r->least || v > r->greatest) {
        fprintf(stderr, "%s: -%c %s: not a whole number from %ld to %ld\n",
                program, r->flag, text, r->least, r->greatest);
        exit(2);
    }
    *r->value = v;
}

/* Sets the values from the arguments, and returns the index of the first
 * operand.  Ends the program if an argument is wrong, and after printing the
 * help, which shows `operands' behind the flags. */
static inline int read_options(const char *name, const char *operands,
                               const char *does, const struct option_row *rows,
                               int argc, char **argv)
{
    static const struct option words[] = {{"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    char flags[64];
    size_t used = 0;
    program = name;
    for (const struct option_row *r = rows; r->flag; r++) {
        flags[used++] = r->flag;
        if (r->name)
            flags[used++] = ':';
    }
    memcpy(flags + used, "h", 2);
    int flag;
    while ((flag = getopt_long(argc, argv, flags, words, NULL)) != -1) {
        const struct option_row *r = rows;
        while (r->flag && r->flag != flag)
            r++;
        if (r->flag) {
            set_option(r, r->name ? optarg : "1");
        } else if (flag == 'h') {
            print_help(operands, does, rows);
            exit(0);
        } else {
            fprintf(stderr, "%s: -h says what there is\n", program);
            exit(2);
        }
    }
    return optind;
}

/* Ends the program if there is an operand from the first one on. */
static inline void no_operands(int first, int argc, char **argv)
{
    if (first < argc) {
        fprintf(stderr, "%s: %s: not a flag; -h says what there is\n", program,
                argv[first]);
        exit(2);
    }
}

/* The same as read_options, for a program without operands. */
static inline void parse_options(const char *name, const char *does,
                                 const struct option_row *rows, int argc,
                                 char **argv)
{
    no_operands(read_options(name, "", does, rows, argc, argv), argc, argv);
}
