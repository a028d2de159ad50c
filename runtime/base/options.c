/* Options: parsing, ranges, help.  See options.h; the table is options.def. */
#define _GNU_SOURCE
#include "base/options.h"

#include "base/cpus.h"
#include "base/message.h"
#include "base/kind.h"

#include <ucilk/abi.h>

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

struct uci_options uci_options;

enum kind { COUNT, SIZE, FLAG, WORD, TEXT };

/* The words that options.def uses for `where'. */
enum {
    THREADS = UCI_OPTIONS_OF_THREADS,
    SHM = UCI_OPTIONS_OF_SHM,
    NIC = UCI_OPTIONS_OF_NIC,
    MPI = UCI_OPTIONS_OF_MPI,
    NETWORK = NIC | MPI,
    CLUSTER = SHM | NETWORK,
    SCALE = UCI_OPTIONS_OF_SCALE,
    RACE = UCI_OPTIONS_OF_RACE,
    SIM = UCI_OPTIONS_OF_SIM,
    STUDY = UCI_OPTIONS_OF_STUDY,
    GROUPS = UCI_OPTIONS_OF_GROUPS,
    CHILD = UCI_OPTIONS_OF_CHILD,
    BOTH = THREADS | CLUSTER | GROUPS,
#ifdef UCI_CHILD_BUILD
    THIS = UCI_IS_SIM ? SIM | STUDY | CHILD : CLUSTER | CHILD,
#else
    THIS = UCI_IS_SIM                  ? SIM | STUDY
           : UCI_IS_STUDY              ? CLUSTER | STUDY
           : UCI_IS_GROUPS             ? GROUPS
           : UCI_WORKERS_ARE_PROCESSES ? CLUSTER
           : UCI_IS_SCALE              ? THREADS | SCALE
           : UCI_IS_RACE               ? THREADS | RACE
                                       : THREADS,
#endif
};

struct row {
    enum kind kind;
    unsigned where;
    void *field;
    const char *variable, *initial;
    unsigned long least, greatest;
    const char *text;
};

static const struct row rows[] = {
#define OPTION(kind, where, field, variable, initial, least, greatest, text)   \
    {kind, where, &uci_options.field, variable, initial, least, greatest, text},
#include "base/options.def"
#undef OPTION
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

/* Variables that start with UCILK_ but belong to ucilkcc or tools/. */
static const char *const foreign[] = {"UCILK_CC", "UCILK_FLAGS",
                                      "UCILK_LIBCLANG", "UCILK_PROFILE",
                                      "UCILK_BUILD_DIR"};

/* Says what a program has been linked with, also if it is stripped: for `ucilk
 * info' and what(1). */
#define STRING(x) #x
#define NUMBER(x) STRING(x)
#define UCI_IDENTITY                                                           \
    "@(#)ucilk " UCI_VERSION ", " UCI_KIND ", ABI " NUMBER(UCILK_ABI_VERSION)

/* Parses a whole number, with a binary suffix where `suffix' allows one; false
 * if it is not one. */
static bool parse_number(const char *text, bool suffix, unsigned long *value)
{
    if (!isdigit((unsigned char)*text))
        return false;
    char *end;
    errno = 0;
    unsigned long n = strtoul(text, &end, 10);
    if (errno != 0)
        return false;
    static const char letters[] = "KMGT";
    const char *letter;
    if (suffix && *end && (letter = strchr(letters, toupper(*end))) != NULL) {
        unsigned shift = 10 * (unsigned)(letter - letters + 1);
        if (n > ~0ul >> shift)
            return false;
        n <<= shift;
        end++;
    }
    *value = n;
    return *end == '\0';
}

/* True if `word' is empty or one of the words that the documentation has in
 * parentheses. */
static bool is_word(const struct row *row, const char *word)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "(%s)", word);
    return !*word || strstr(row->text, quoted) != NULL;
}

/* These words, as in "auto, shm, mpi". */
static const char *words_of(const struct row *row, char *words, size_t room)
{
    size_t n = 0;
    words[0] = '\0';
    for (const char *at = row->text; (at = strchr(at, '(')) != NULL;) {
        int length = (int)strcspn(++at, ")");
        if (n < room)
            n += (size_t)snprintf(words + n, room - n, "%s%.*s", n ? ", " : "",
                                  length, at);
    }
    return words;
}

static bool complain(const struct row *row, const char *name, const char *value)
{
    char least[32], greatest[32], words[128];
    switch (row->kind) {
    case COUNT:
    case FLAG:
        uci_message("%s=%s: not a whole number from %lu to %lu", name, value,
                    row->least, row->greatest);
        break;
    case SIZE:
        uci_message("%s=%s: not a size from %s to %s (for example %s)", name,
                    value, uci_size_text(least, row->least),
                    uci_size_text(greatest, row->greatest), "64M");
        break;
    case WORD:
        uci_message("%s=%s: allowed is %s", name, value,
                    words_of(row, words, sizeof words));
        break;
    case TEXT:
        break;
    }
    return false;
}

static bool set(const struct row *row, const char *name, const char *value)
{
    unsigned long n;
    switch (row->kind) {
    case COUNT:
    case SIZE:
    case FLAG:
        if (!parse_number(value, row->kind == SIZE, &n) || n < row->least ||
            n > row->greatest)
            return complain(row, name, value);
        *(unsigned long *)row->field = n;
        return true;
    case WORD:
        if (!is_word(row, value))
            return complain(row, name, value);
        *(const char **)row->field = value;
        return true;
    case TEXT:
        *(const char **)row->field = value;
        return true;
    }
    return false;
}

/* True if this library has the option. */
static bool is_here(const struct row *row)
{
    return row->where & THIS;
}

static bool is_name(const char *name, const char *entry, size_t length)
{
    return strlen(name) == length && strncmp(name, entry, length) == 0;
}

/* False, with a message, if a variable of the environment that begins with
 * UCILK_ is no option. */
static bool check_known(const char *entry)
{
    size_t length = strcspn(entry, "=");
    const char *other = "";
    for (unsigned i = 0; i < N_ROWS; i++)
        if (is_name(rows[i].variable, entry, length)) {
            if (is_here(&rows[i]))
                return true;
            other = rows[i].where == SCALE
                        ? " of this program: it is one of those that are "
                          "measured (ucilkcc --ucilk-tool=scale)"
                    : rows[i].where == RACE
                        ? " of this program: it is one of those that are "
                          "checked (ucilkcc --ucilk-tool=race)"
                    : rows[i].where == CHILD
                        ? " of this program: it is one of those by child "
                          "stealing (ucilkcc --ucilk-tool=child or child-sim)"
                    : rows[i].where == SIM
                        ? " of this program: it is one of those that are "
                          "simulated (ucilkcc --ucilk-tool=sim)"
                    : rows[i].where == STUDY
                        ? " of this program: it is one of those in which "
                          "policies are compared (ucilkcc --ucilk-tool=study)"
                    : rows[i].where == GROUPS
                        ? " of this program: it is one of programs of groups "
                          "(ucilkcc --ucilk-groups)"
                    : UCI_IS_SIM
                        ? " of this program: it is one of those that are not "
                          "simulated"
                        : " of this program: it is one of programs for "
                          "clusters (ucilkcc --ucilk-cluster)";
        }
    for (unsigned i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        if (is_name(foreign[i], entry, length))
            return true;
    uci_message("%.*s: no such option%s; UCILK_HELP=1 lists them", (int)length,
                entry, other);
    return false;
}

/*
 * The option's value in the environment, or NULL.  A program that runs with
 * another user's rights (set-user-id, capabilities of its file) has its
 * environment from somebody who lacks them.  So it takes two numbers from
 * there, and nothing that names a file, a library, a launcher or a test.
 */
static const char *value_of(const struct row *row)
{
    bool is_harmless = row->field == (void *)&uci_options.nworkers ||
                       row->field == (void *)&uci_options.stack_size;
    return is_harmless ? getenv(row->variable) : secure_getenv(row->variable);
}

bool uci_options_read(char **environment)
{
    bool good = true;
    const struct row *workers = NULL;
    for (unsigned i = 0; i < N_ROWS; i++) {
        const struct row *row = &rows[i];
        const char *name = row->variable;
        const char *value = is_here(row) ? value_of(row) : NULL;
        if (row->field == (void *)&uci_options.nworkers)
            workers = row;
        if (value && (*value || row->kind == TEXT || row->kind == WORD))
            good &= set(row, name, value);
        else if (value)
            good &= complain(row, name, value);
        else if (*row->initial || row->kind == WORD || row->kind == TEXT)
            good &= set(row, name, row->initial);
    }
    const char *cilk = getenv("CILK_NWORKERS");
    if (uci_options.nworkers == 0 && cilk)
        good &= set(workers, "CILK_NWORKERS", cilk);
    uci_options.cpus = uci_cpus_allowed();
    if (uci_options.nworkers == 0)
        uci_options.nworkers = uci_options.cpus;
    uci_options.evac_size_given = uci_options.evac_size != 0;
    if (!uci_options.evac_size_given) {
        uci_options.evac_size = 16ul << 30;
        if (uci_options.evac_size < uci_options.stack_size)
            uci_options.evac_size = uci_options.stack_size;
    }
    const char *stats = uci_options.stats;
    if (*stats && strcmp(stats, "0") && strcmp(stats, "1") &&
        strcmp(stats, "all") && (strncmp(stats, "json:", 5) || !stats[5])) {
        uci_message("UCILK_STATS=%s: allowed are 0, 1, all and json:FILE",
                    stats);
        good = false;
    }
    if (getauxval(AT_SECURE))
        return good;
    for (char **entry = environment; entry && *entry; entry++) {
        if (strncmp(*entry, "UCILK_", 6) == 0)
            good &= check_known(*entry);
    }
    return good;
}

void uci_options_print(void)
{
    static const char identity[] = UCI_IDENTITY;
    printf("%s: options of a run, as environment variables\n",
           strchr(identity, ')') + 1);
    for (unsigned i = 0; i < N_ROWS; i++) {
        const struct row *row = &rows[i];
        if (!is_here(row))
            continue;
        printf("\n  %s", row->variable);
        if (*row->initial)
            printf("  (default %s)", row->initial);
        printf("\n      %s\n", row->text);
    }
}

void uci_options_idle(unsigned where, char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < N_ROWS && n < size; i++)
        if (is_here(&rows[i]) && !(rows[i].where & where) &&
            secure_getenv(rows[i].variable))
            n += (size_t)snprintf(text + n, size - n, "%s%s", n ? ", " : "",
                                  rows[i].variable);
}
