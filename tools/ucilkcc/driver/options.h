/*
 * The command line: the tool's own flags, and what the compiler's flags mean
 * to a tool that preprocesses, compiles and links in separate steps.
 */
#pragma once

#include <stdbool.h>

#include "style.h"
#include "words.h"

/* What the command makes.  Where several are asked for, the last of this
 * list counts, as with gcc. */
enum uk_mode {
    UK_MODE_LINK,       /* a program */
    UK_MODE_COMPILE,    /* -c */
    UK_MODE_ASSEMBLY,   /* -S */
    UK_MODE_SYNTAX,     /* -fsyntax-only */
    UK_MODE_PREPROCESS, /* -E, -M, -MM */
};

enum uk_item_kind {
    UK_ITEM_FLAG,
    UK_ITEM_C,            /* a source to preprocess and rewrite */
    UK_ITEM_PREPROCESSED, /* a source to rewrite as it is */
    UK_ITEM_OTHER,        /* a source in another language */
    UK_ITEM_OBJECT,       /* for the linker */
};

/* One flag with its argument, or one input file. */
struct uk_item {
    enum uk_item_kind kind;
    unsigned stages;      /* of a flag: UK_STAGE_* */
    const char *word;     /* the flag, or the path of the input */
    const char *argument; /* of the flag where it is a word of its own */
    const char *language; /* of an input: what -x says, or NULL */
    bool is_cilk5;        /* of an input: its name ends in .cilk */
};

enum uk_show { UK_SHOW_NOT, UK_SHOW_ALL, UK_SHOW_COMPILE, UK_SHOW_LINK };

/* -MD and its relatives, for the step that preprocesses. */
struct uk_depend {
    const char *flag;       /* -MD or -MMD, or NULL */
    const char *file;       /* -MF */
    struct uk_words others; /* -MT X, -MQ X, -MP, -MG */
    bool has_target;        /* -MT or -MQ is among them */
};

/* --ucilk-tool=NAME, and what is linked then. */
struct uk_tool {
    const char *name, *library;
    const char *does; /* for messages */
    bool is_cluster;  /* as --ucilk-cluster */
    bool is_sim;      /* the cluster is simulated */
    bool is_profile;  /* also UCILK_PROFILE=NAME */
};

struct uk_options {
    struct uk_words all;   /* the command line, response files in place; the
                            * strings below point into it */
    struct uk_words words; /* without the tool's own flags */
    struct uk_item *items; /* in order; without modes, -o and -M* */
    unsigned n_items;
    unsigned n_sources, n_inputs; /* sources: in whichever language */

    enum uk_mode mode;
    const char *output; /* -o, or NULL */
    struct uk_depend depend;
    const char *save_temps; /* "", "=cwd" or "=obj"; NULL for none */
    struct uk_style style;
    bool as_is;      /* -###, or an argument is missing: the compiler's */
    bool no_runtime; /* -r: not a program */
    bool is_shared;  /* -shared */

    const char *compiler; /* --ucilk-cc, or NULL */
    const char *prefix;   /* --ucilk-prefix, or NULL */
    bool keep, serial, force;
    bool groups;                /* --ucilk-groups */
    const struct uk_tool *tool; /* or NULL */
    bool scale;                 /* the tool is scale; style.race: it is race */
    bool serial_defined;        /* by a -DUCILK_SERIAL of the user's */
    bool help, help_warnings, version;
    bool self_test;
    enum uk_show show;
};

/* -1 after a message. */
int uk_options_parse(struct uk_options *options, int argc, char **argv);

/* The flags for one of these stages, or for all of them, with arguments. */
void uk_options_push(const struct uk_options *options, unsigned stages,
                     bool all, struct uk_words *command);

/* Is one of these, up to a NULL, among the flags? */
bool uk_options_have(const struct uk_options *options,
                     const char *const *flags);
