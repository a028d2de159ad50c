/* Cilk-5's inlets and abort (inlets.c). */
#pragma once

#include "keywords.h"
#include "sites.h"

enum { UK_MAX_INLET_PARAMS = 16 };

struct uk_inlet {
    int keyword, function;
    int name, open, close; /* tokens: of the parameters' parentheses */
    int body, end;         /* of its braces */
    int scope;             /* of the brace that ends the block around it */
    int n_params;
    int params[UK_MAX_INLET_PARAMS]; /* the first token of each */
    int loop;                        /* or UK_NONE */
};

/* Is token i the `inlet' of one, in any function? */
bool uk_inlet_is_one(const struct uk_source *source, int token);
void uk_source_find_inlets(struct uk_source *source);
/* In the copy for the parser an inlet is a block, with variables for its
 * parameters, and a call of one is a comma expression. */
void uk_inlets_blank(const struct uk_source *source, char *text);
/* The inlet that is called with the spawn's result, or NULL. */
struct uk_inlet *uk_inlet_called(const struct uk_source *source,
                                 const struct uk_keyword *spawn);
/* The inlet in whose body an offset is, or NULL. */
struct uk_inlet *uk_inlet_around(const struct uk_source *source,
                                 unsigned offset);
/* Reports what cannot stand together with inlets; false after a message. */
bool uk_inlet_check_call(struct uk_source *source,
                         const struct uk_keyword *spawn, struct uk_site *site);
/* Reports a call with too many or too few arguments. */
void uk_inlet_check_count(struct uk_source *source,
                          const struct uk_keyword *spawn,
                          const struct uk_site *site);
/* The first parameter that is no result: there may be none of this. */
static inline int uk_inlet_first(const struct uk_site *site)
{
    return site->result != NULL ? 1 : 0;
}
void uk_source_check_inlets(struct uk_source *source);
/* The name of parameter i. */
char *uk_inlet_param(struct uk_source *source, const struct uk_inlet *inlet,
                     int i);
