#include "style.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "words.h"

enum { ON, CLUSTER, NOTE };

static const struct {
    const char *name;
    int by_default;
    const char *about;
} table[] = {
#define WARNING(constant, name, by_default, about) {name, by_default, about},
#include "warnings.def"
#undef WARNING
};

/* Names of warnings that there were: makefiles may have them. */
static const char *const former[] = {"lost-result",   "returned-spawn",
                                     "unused-future", "thread-local",
                                     "errno",         "setjmp"};

static const char group[] = "ucilk"; /* all of them: -Wucilk, -Wno-ucilk */

const char *uk_warning_name(enum uk_warning w)
{
    return table[w].name;
}

/* --- the compiler's flags --- */

void uk_style_take(struct uk_style *s, const char *flag)
{
    static const char tab_stop[] = "-ftabstop=";
    const struct {
        const char *flag;
        int *to, value;
    } rows[] = {
        {"-w", &s->quiet, true},
        {"-Werror", &s->all_errors, true},
        {"-Wno-error", &s->all_errors, false},
        {"-fno-diagnostics-show-caret", &s->no_caret, true},
        {"-fdiagnostics-show-caret", &s->no_caret, false},
        {"-fno-caret-diagnostics", &s->no_caret, true},
        {"-fcaret-diagnostics", &s->no_caret, false},
        {"-fdiagnostics-plain-output", &s->no_caret, true},
        {"-fno-diagnostics-show-option", &s->no_option, true},
        {"-fdiagnostics-show-option", &s->no_option, false},
        {"-fno-diagnostics-show-line-numbers", &s->no_numbers, true},
        {"-fdiagnostics-show-line-numbers", &s->no_numbers, false},
        {"-fno-show-column", &s->no_column, true},
        {"-fshow-column", &s->no_column, false},
        {"-fdiagnostics-column-unit=byte", &s->byte_columns, true},
        {"-fdiagnostics-column-unit=display", &s->byte_columns, false},
        {"-fdiagnostics-color", &s->colour, 1},
        {"-fdiagnostics-color=always", &s->colour, 1},
        {"-fdiagnostics-color=auto", &s->colour, -1},
        {"-fdiagnostics-color=never", &s->colour, 0},
        {"-fno-diagnostics-color", &s->colour, 0},
        {"-fcolor-diagnostics", &s->colour, 1},
        {"-fno-color-diagnostics", &s->colour, 0},
        {"-fdiagnostics-plain-output", &s->colour, 0},
        {"-fdiagnostics-format=text", &s->format, UK_FORMAT_TEXT},
        {"-fdiagnostics-format=json", &s->format, UK_FORMAT_JSON},
        {"-fdiagnostics-format=json-stderr", &s->format, UK_FORMAT_JSON},
        {"-fdiagnostics-format=clang", &s->format, UK_FORMAT_TEXT},
        {"-fdiagnostics-format=msvc", &s->format, UK_FORMAT_MSVC},
        {"-fdiagnostics-format=vi", &s->format, UK_FORMAT_VI},
    };
    if (flag[1] != 'f' && flag[1] != 'W' && flag[1] != 'w')
        return;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(flag, rows[i].flag) == 0)
            *rows[i].to = rows[i].value;
    if (uk_starts_with(flag, tab_stop))
        s->tab_stop = (unsigned)atoi(flag + strlen(tab_stop));
}

int uk_style_take_format(struct uk_style *s, const char *name)
{
    if (strcmp(name, "json") == 0)
        s->format = UK_FORMAT_JSON;
    else if (strcmp(name, "text") == 0)
        s->format = UK_FORMAT_TEXT;
    else {
        uk_error("--ucilk-diagnostics=%s: the formats are text and json", name);
        return -1;
    }
    return 0;
}

/* --- the tool's own warnings --- */

/* How many letters have to change to make one word of the other; big where
 * that is more than a few. */
static int distance(const char *a, const char *b)
{
    enum { MAX = 32 };
    int row[MAX + 1], n = (int)strlen(b);
    if (n > MAX || strlen(a) > MAX)
        return MAX;
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1] != 0; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int best = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            best = best < row[j] + 1 ? best : row[j] + 1;
            row[j] = best < row[j - 1] + 1 ? best : row[j - 1] + 1;
        }
    }
    return row[n];
}

/* As gcc: -Wno- of what does not exist may be meant for a later version. */
static int report_unknown(const char *flag, const char *name, bool is_error)
{
    int best = UK_N_WARNINGS, least = 5;
    for (int i = 0; i < UK_N_WARNINGS; i++) {
        int d = distance(name, table[i].name);
        if (d < least) {
            least = d;
            best = i;
        }
    }
    uk_say(is_error ? "error" : "warning",
           "unknown warning '%s'; %s%s%ssee ucilkcc --ucilk-help-warnings",
           flag, best < UK_N_WARNINGS ? "did you mean -Wucilk-" : "",
           best < UK_N_WARNINGS ? table[best].name : "",
           best < UK_N_WARNINGS ? "? " : "");
    return is_error ? -1 : 0;
}

int uk_style_take_warning(struct uk_style *s, const char *flag)
{
    bool on = !uk_starts_with(flag, "-Wno-");
    const char *name = flag + strlen(on ? "-W" : "-Wno-");
    bool of_error = uk_starts_with(name, "error=");
    name += of_error ? strlen("error=") : 0;
    name += strlen(group);
    bool all = *name == 0 || strcmp(name, "-all") == 0, found = false;
    for (int i = 0; i < UK_N_WARNINGS; i++) {
        if (!all && (*name != '-' || strcmp(name + 1, table[i].name) != 0))
            continue;
        found = true;
        if (of_error)
            s->error[i] = on ? UK_SET_ERROR : UK_SET_WARNING;
        /* The group turns on what is on by default, and so does not turn on
         * what is meant for clusters. */
        if (!of_error || on)
            s->set[i] = !on ? UK_SET_OFF : all ? UK_SET_UNSET : UK_SET_WARNING;
    }
    if (found || (*name == '-' && uk_is_any(name + 1, former)))
        return 0;
    return report_unknown(flag, *name == '-' ? name + 1 : name, on);
}

enum uk_setting uk_style_setting(const struct uk_style *s, enum uk_warning w)
{
    bool on = table[w].by_default != CLUSTER || s->cluster;
    if (s->set[w] != UK_SET_UNSET)
        on = s->set[w] == UK_SET_WARNING;
    if (!on || s->quiet)
        return UK_SET_OFF;
    if (s->error[w] != UK_SET_UNSET)
        return s->error[w];
    int kind = table[w].by_default;
    bool is_error =
        (s->all_errors && kind != NOTE) || (s->cluster && kind == CLUSTER);
    return is_error ? UK_SET_ERROR : UK_SET_WARNING;
}

void uk_style_print_warnings(FILE *file)
{
    static const char *const about_kind[] = {
        [ON] = "",
        [CLUSTER] = " [an error, with --ucilk-cluster only]",
        [NOTE] = " [a note]",
    };
    for (int i = 0; i < UK_N_WARNINGS; i++)
        fprintf(file, "  -Wucilk-%-14s %s%s\n", table[i].name, table[i].about,
                about_kind[table[i].by_default]);
}
