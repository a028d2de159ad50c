/*
 * Which messages the user wants, and how they look: the tool's own warnings
 * and the compiler's flags about messages, which the tool's follow.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum uk_warning {
#define WARNING(constant, ...) UK_W_##constant,
#include "warnings.def"
#undef WARNING
    UK_N_WARNINGS,
};

enum uk_setting { UK_SET_UNSET, UK_SET_OFF, UK_SET_WARNING, UK_SET_ERROR };

enum uk_format { UK_FORMAT_TEXT, UK_FORMAT_JSON, UK_FORMAT_MSVC, UK_FORMAT_VI };

struct uk_style {
    int format; /* enum uk_format */
    int colour; /* 1 on, 0 off, -1 as the terminal */
    int no_caret, no_option, no_column, no_numbers, byte_columns; /* or not */
    int quiet;                                                    /* -w */
    int all_errors;                                               /* -Werror */
    unsigned tab_stop;                                            /* 0: 8 */

    bool cluster;   /* --ucilk-cluster: for workers that share no memory */
    bool pedigrees; /* --ucilk-pedigrees: generated code keeps them */
    bool race;      /* --ucilk-tool=race: results are read from memory */
    bool in_order;  /* declarations before statements: C90's rule */
    /* What flags say of each: on or off, and an error or none. */
    enum uk_setting set[UK_N_WARNINGS], error[UK_N_WARNINGS];
};

/* Does a flag of the compiler's concern messages?  It is noted. */
void uk_style_take(struct uk_style *style, const char *flag);

/* A flag that begins with -Wucilk, -Wno-ucilk, -Werror=ucilk or
 * -Wno-error=ucilk; -1 after a message. */
int uk_style_take_warning(struct uk_style *style, const char *flag);

/* --ucilk-diagnostics=FORMAT; -1 after a message. */
int uk_style_take_format(struct uk_style *style, const char *name);

/* OFF, WARNING or ERROR. */
enum uk_setting uk_style_setting(const struct uk_style *style,
                                 enum uk_warning w);

/* Without the prefix: "local-address". */
const char *uk_warning_name(enum uk_warning w);

/* The table, for --help and --ucilk-help-warnings. */
void uk_style_print_warnings(FILE *file);
