/*
 * Flags: what each flag is to the tool, one row of a table each.
 *
 * A flag without a row is the compiler's, has no argument of its own and goes
 * to every step.
 */
#pragma once

#include <stdbool.h>

/* The steps a flag is for. */
enum uk_stage {
    UK_STAGE_PREPROCESS = 1,
    UK_STAGE_COMPILE = 2,
    UK_STAGE_LINK = 4,
    UK_STAGE_ALL = 7,
};

enum uk_form {
    UK_ALONE,    /* -c */
    UK_PREFIX,   /* -Wl,... */
    UK_SEPARATE, /* -Xlinker X */
    UK_EITHER,   /* -o X, -oX */
};

enum uk_role {
    UK_ROLE_FLAG,
    UK_ROLE_MODE, /* the mode is in `stages` */
    UK_ROLE_OUTPUT,
    UK_ROLE_LANGUAGE,
    UK_ROLE_DEPEND,
    UK_ROLE_DEPEND_FILE,
    UK_ROLE_DEPEND_TARGET,
    UK_ROLE_DEPEND_OTHER,
    UK_ROLE_DEFINE,
    UK_ROLE_AS_IS,
    UK_ROLE_SAVE_TEMPS,
    UK_ROLE_NO_RUNTIME,
    UK_ROLE_SHARED,
    UK_ROLE_OWN_COMPILER,
    UK_ROLE_OWN_SWITCH, /* the bool of struct uk_options is at `stages' */
    UK_ROLE_OWN_SHOW,   /* the enum uk_show is in `stages` */
    UK_ROLE_OWN_PREFIX,
    UK_ROLE_OWN_TOOL,
    UK_ROLE_OWN_WARNING,
    UK_ROLE_OWN_FORMAT,
    UK_ROLE_OWN_DROPPED,
    UK_ROLE_OWN_HELP_WARNINGS,
    UK_ROLE_OWN_UNKNOWN,
};

struct uk_flag {
    const char *name;
    enum uk_form form;
    enum uk_role role;
    unsigned stages; /* UK_STAGE_* */
};

/* Never NULL. */
const struct uk_flag *uk_flag_find(const char *word);

/* Is the next word this flag's argument? */
bool uk_flag_takes_next(const struct uk_flag *flag, const char *word);

/* Is it one of the tool's own, or looks as if it were meant to be? */
bool uk_flag_is_own(const struct uk_flag *flag);
