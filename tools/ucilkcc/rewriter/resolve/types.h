/* Types of libclang, printed so that they compile at file scope. */
#pragma once

#include <clang-c/Index.h>

#include "source.h"

/*
 * A text that declares the name behind it, without top-level qualifiers: to
 * qualify it or point to it, put it into __typeof__().  NULL where there is
 * none; then *why says so.
 */
const char *uk_type_print(struct uk_source *source, CXType type,
                          const char **why);
/* The same in a body where the types of its function are declared again:
 * local_types.c. */
const char *uk_type_print_again(struct uk_source *source, CXType type,
                                const char **why);
/* The same as uk_type_print of an argument that no parameter is declared for.
 */
const char *uk_type_print_more(struct uk_source *source, CXType type,
                               const char **why);
/* Either with volatile and _Atomic. */
const char *uk_type_print_object(struct uk_source *source, CXType type,
                                 bool again, const char **why);

/* "[3][4]" of an array, else "", and the type before the name, declared again.
 * NULL where there is none; then *why says so. */
const char *uk_type_print_array(struct uk_source *source, CXType type,
                                const char **lengths, const char **why);

/* The spelling of a type behind its qualifiers. */
const char *uk_type_skip_qualifiers(const char *spelling);

/* The kind of the canonical type. */
enum CXTypeKind uk_type_kind(CXType type);
bool uk_type_is_integer(CXType type); /* or an enumeration; _Bool, too */
/* An array, of any kind; one of variable length, maybe in others. */
bool uk_type_is_array(CXType type);
bool uk_type_is_variable(CXType type);

/* Is it a struct, union or enum without a tag? */
bool uk_type_is_nameless(struct uk_source *source, CXType type);

/* The type that typedefs stand for; a reducer's mark stays. */
CXType uk_type_desugar(CXType type);

/* The canonical type as clang spells it. */
const char *uk_type_spell_canonical(struct uk_source *source, CXType type);

/* A declaration of a function, of one line. */
const char *uk_type_declare(struct uk_source *s, CXType type, const char *name);

/* That of an array's elements, with its typedef; or the type itself. */
CXType uk_type_element(CXType type);

/* What declares the struct, union or enumeration, also behind pointers and in
 * arrays; and is that in a function? */
CXCursor uk_type_declaration(CXType type);
bool uk_type_is_local(CXType type);

/* local_types.c: "struct __ucilk_t_5", if it has no name, or NULL. */
const char *uk_local_tag(struct uk_source *source, CXCursor declaration);

/* Of keywords of C alone: no name that a variable could hide. */
bool uk_type_is_plain(CXType type);

bool uk_type_is_struct(CXType type); /* and no union */

/* The members of a struct or union; of any other type none. */
struct uk_fields {
    struct uk_source *source;
    CXCursor *at;
    int n;
};
struct uk_fields uk_type_fields(struct uk_source *source, CXType type);

/* A struct or union that cannot be assigned. */
bool uk_type_has_const(struct uk_source *source, CXType type);

/* Integers, enumerations and pointers that a register passes. */
bool uk_type_is_word(CXType type);

/* How many registers pass it: of a word or floating point 1, of a small struct
 * of them, or a complex number, 1 or 2; 0 of anything else.  floats: which of
 * them are those for floating point. */
int uk_type_words(struct uk_source *source, CXType type, bool floats[UK_WORDS]);
