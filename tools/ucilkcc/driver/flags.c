#include "flags.h"

#include <stddef.h>
#include <string.h>

#include "options.h"

/* Short names, so that a row is a line. */
#define AT(field) offsetof(struct uk_options, field)
enum {
    P = UK_STAGE_PREPROCESS,
    C = UK_STAGE_COMPILE,
    L = UK_STAGE_LINK,
    ALL = UK_STAGE_ALL,
};

/* The flags that are not simply for all steps; the first row that matches
 * counts. */
static const struct uk_flag rows[] = {
    /* the tool's own */
    {"--ucilk-cc", UK_SEPARATE, UK_ROLE_OWN_COMPILER, 0},
    {"--ucilk-cc=", UK_PREFIX, UK_ROLE_OWN_COMPILER, 0},
    {"--ucilk-prefix", UK_SEPARATE, UK_ROLE_OWN_PREFIX, 0},
    {"--ucilk-prefix=", UK_PREFIX, UK_ROLE_OWN_PREFIX, 0},
    {"--ucilk-keep", UK_ALONE, UK_ROLE_OWN_SWITCH, AT(keep)},
    {"--ucilk-serial", UK_ALONE, UK_ROLE_OWN_SWITCH, AT(serial)},
    {"--ucilk-force", UK_ALONE, UK_ROLE_OWN_SWITCH, AT(force)},
    {"--ucilk-cluster", UK_ALONE, UK_ROLE_OWN_SWITCH, AT(style.cluster)},
    {"--ucilk-groups", UK_ALONE, UK_ROLE_OWN_SWITCH, AT(groups)},
    {"--ucilk-pedigrees", UK_ALONE, UK_ROLE_OWN_SWITCH, AT(style.pedigrees)},
    {"-fopencilk-enable-pedigrees", UK_ALONE, UK_ROLE_OWN_SWITCH,
     AT(style.pedigrees)},
    {"--ucilk-tool=", UK_PREFIX, UK_ROLE_OWN_TOOL, 0},
    {"-fcilktool=cilk", UK_PREFIX, UK_ROLE_OWN_TOOL, 0}, /* OpenCilk's */
    {"--ucilk-diagnostics=", UK_PREFIX, UK_ROLE_OWN_FORMAT, 0},
    {"--ucilk-self-test", UK_ALONE, UK_ROLE_OWN_SWITCH, AT(self_test)},
    {"--ucilk-help-warnings", UK_ALONE, UK_ROLE_OWN_HELP_WARNINGS, 0},
    {"-Wucilk", UK_PREFIX, UK_ROLE_OWN_WARNING, 0},
    {"-Wno-ucilk", UK_PREFIX, UK_ROLE_OWN_WARNING, 0},
    {"-Werror=ucilk", UK_PREFIX, UK_ROLE_OWN_WARNING, 0},
    {"-Wno-error=ucilk", UK_PREFIX, UK_ROLE_OWN_WARNING, 0},
    {"--showme", UK_ALONE, UK_ROLE_OWN_SHOW, UK_SHOW_ALL},
    {"--showme:compile", UK_ALONE, UK_ROLE_OWN_SHOW, UK_SHOW_COMPILE},
    {"--showme:link", UK_ALONE, UK_ROLE_OWN_SHOW, UK_SHOW_LINK},
    {"--ucilk", UK_PREFIX, UK_ROLE_OWN_UNKNOWN, 0},
    {"--showme", UK_PREFIX, UK_ROLE_OWN_UNKNOWN, 0},
    {"--help", UK_ALONE, UK_ROLE_OWN_SWITCH, AT(help)},
    {"--version", UK_ALONE, UK_ROLE_OWN_SWITCH, AT(version)},

    /* by which other compilers know Cilk; here it always is */
    {"-fopencilk", UK_ALONE, UK_ROLE_OWN_DROPPED, 0},
    {"-fcilkplus", UK_ALONE, UK_ROLE_OWN_DROPPED, 0},
    {"-cilk-", UK_PREFIX, UK_ROLE_OWN_DROPPED, 0}, /* Cilk-5: -cilk-span */
    {"-ftapir=", UK_PREFIX, UK_ROLE_OWN_DROPPED, 0},
    {"-ftapir", UK_ALONE, UK_ROLE_OWN_DROPPED, 0},
    {"-lcilkrts", UK_ALONE, UK_ROLE_OWN_DROPPED, 0},

    /* what to make */
    {"-c", UK_ALONE, UK_ROLE_MODE, UK_MODE_COMPILE},
    {"-S", UK_ALONE, UK_ROLE_MODE, UK_MODE_ASSEMBLY},
    {"-fsyntax-only", UK_ALONE, UK_ROLE_MODE, UK_MODE_SYNTAX},
    {"-E", UK_ALONE, UK_ROLE_MODE, UK_MODE_PREPROCESS},
    {"-M", UK_ALONE, UK_ROLE_MODE, UK_MODE_PREPROCESS},
    {"-MM", UK_ALONE, UK_ROLE_MODE, UK_MODE_PREPROCESS},
    {"-###", UK_ALONE, UK_ROLE_AS_IS, 0},
    {"-o", UK_EITHER, UK_ROLE_OUTPUT, 0},
    {"-x", UK_EITHER, UK_ROLE_LANGUAGE, 0},

    /* dependencies */
    {"-MD", UK_ALONE, UK_ROLE_DEPEND, 0},
    {"-MMD", UK_ALONE, UK_ROLE_DEPEND, 0},
    {"-MF", UK_EITHER, UK_ROLE_DEPEND_FILE, 0},
    {"-MT", UK_EITHER, UK_ROLE_DEPEND_TARGET, 0},
    {"-MQ", UK_EITHER, UK_ROLE_DEPEND_TARGET, 0},
    {"-MP", UK_ALONE, UK_ROLE_DEPEND_OTHER, 0},
    {"-MG", UK_ALONE, UK_ROLE_DEPEND_OTHER, 0},

    /* preprocessing; those of no step change what -E prints */
    {"-D", UK_EITHER, UK_ROLE_DEFINE, P},
    {"-undef", UK_ALONE, UK_ROLE_FLAG, P},
    {"-U", UK_EITHER, UK_ROLE_FLAG, P},
    {"-I", UK_EITHER, UK_ROLE_FLAG, P},
    {"-include", UK_SEPARATE, UK_ROLE_FLAG, P},
    {"-imacros", UK_SEPARATE, UK_ROLE_FLAG, P},
    {"-isystem", UK_EITHER, UK_ROLE_FLAG, P},
    {"-iquote", UK_EITHER, UK_ROLE_FLAG, P},
    {"-idirafter", UK_EITHER, UK_ROLE_FLAG, P},
    {"-iprefix", UK_EITHER, UK_ROLE_FLAG, P},
    {"-iwithprefixbefore", UK_EITHER, UK_ROLE_FLAG, P},
    {"-iwithprefix", UK_EITHER, UK_ROLE_FLAG, P},
    {"-isysroot", UK_EITHER, UK_ROLE_FLAG, P},
    {"-imultilib", UK_EITHER, UK_ROLE_FLAG, P},
    {"-nostdinc", UK_ALONE, UK_ROLE_FLAG, P},
    {"-Wp,", UK_PREFIX, UK_ROLE_FLAG, P},
    {"-Xpreprocessor", UK_SEPARATE, UK_ROLE_FLAG, P},
    {"-A", UK_EITHER, UK_ROLE_FLAG, P},
    {"-H", UK_ALONE, UK_ROLE_FLAG, P},
    {"-trigraphs", UK_ALONE, UK_ROLE_FLAG, P},
    {"-finput-charset=", UK_PREFIX, UK_ROLE_FLAG, P},
    {"-fmacro-prefix-map=", UK_PREFIX, UK_ROLE_FLAG, P},
    {"-traditional-cpp", UK_ALONE, UK_ROLE_FLAG, P},
    {"-fdirectives-only", UK_ALONE, UK_ROLE_FLAG, 0},
    {"-fdebug-cpp", UK_ALONE, UK_ROLE_FLAG, 0},
    {"-fminimize-whitespace", UK_ALONE, UK_ROLE_FLAG, 0},
    {"-P", UK_ALONE, UK_ROLE_FLAG, 0},
    {"-C", UK_ALONE, UK_ROLE_FLAG, 0},
    {"-CC", UK_ALONE, UK_ROLE_FLAG, 0},
    {"-dumpbase-ext", UK_SEPARATE, UK_ROLE_FLAG, C | L},
    {"-dumpbase", UK_SEPARATE, UK_ROLE_FLAG, C | L},
    {"-dumpdir", UK_SEPARATE, UK_ROLE_FLAG, C | L},
    {"-d", UK_PREFIX, UK_ROLE_FLAG, C | L},

    /* compiling; with -g3 gcc -E prints the macros */
    {"-g3", UK_ALONE, UK_ROLE_FLAG, C | L},
    {"-ggdb3", UK_ALONE, UK_ROLE_FLAG, C | L},
    {"-Wa,", UK_PREFIX, UK_ROLE_FLAG, C},
    {"-Xassembler", UK_SEPARATE, UK_ROLE_FLAG, C},
    {"-mllvm", UK_SEPARATE, UK_ROLE_FLAG, C},
    {"-aux-info", UK_SEPARATE, UK_ROLE_FLAG, C},
    {"-ftime-trace", UK_PREFIX, UK_ROLE_FLAG, C | L},
    {"-save-temps", UK_PREFIX, UK_ROLE_SAVE_TEMPS, C | L},
    {"--save-temps", UK_PREFIX, UK_ROLE_SAVE_TEMPS, C | L},

    /* linking */
    {"-shared-libgcc", UK_ALONE, UK_ROLE_FLAG, L},
    {"-shared", UK_ALONE, UK_ROLE_SHARED, L},
    {"-r", UK_ALONE, UK_ROLE_NO_RUNTIME, L},
    {"-l", UK_EITHER, UK_ROLE_FLAG, L},
    {"-L", UK_EITHER, UK_ROLE_FLAG, L},
    {"-Wl,", UK_PREFIX, UK_ROLE_FLAG, L},
    {"-Xlinker", UK_SEPARATE, UK_ROLE_FLAG, L},
    {"-T", UK_EITHER, UK_ROLE_FLAG, L},
    {"-z", UK_EITHER, UK_ROLE_FLAG, L},
    {"-u", UK_EITHER, UK_ROLE_FLAG, L},
    {"-e", UK_SEPARATE, UK_ROLE_FLAG, L},
    {"-s", UK_ALONE, UK_ROLE_FLAG, L},
    {"-static", UK_PREFIX, UK_ROLE_FLAG, L},
    {"-pie", UK_ALONE, UK_ROLE_FLAG, L},
    {"-no-pie", UK_ALONE, UK_ROLE_FLAG, L},
    {"-rdynamic", UK_ALONE, UK_ROLE_FLAG, L},
    {"-symbolic", UK_ALONE, UK_ROLE_FLAG, L},
    {"-nostdlib", UK_ALONE, UK_ROLE_FLAG, L},
    {"-nostartfiles", UK_ALONE, UK_ROLE_FLAG, L},
    {"-nodefaultlibs", UK_ALONE, UK_ROLE_FLAG, L},
    {"-nolibc", UK_ALONE, UK_ROLE_FLAG, L},
    {"-fuse-ld=", UK_PREFIX, UK_ROLE_FLAG, L},
    {"-rtlib=", UK_PREFIX, UK_ROLE_FLAG, L},
    {"--rtlib=", UK_PREFIX, UK_ROLE_FLAG, L},

    /* for all steps, but with an argument or a meaning here */
    {"-Xclang", UK_SEPARATE, UK_ROLE_FLAG, ALL},
    {"--param", UK_SEPARATE, UK_ROLE_FLAG, ALL},
    {"--sysroot", UK_SEPARATE, UK_ROLE_FLAG, ALL},
    {"-target", UK_SEPARATE, UK_ROLE_FLAG, ALL},
    {"-arch", UK_SEPARATE, UK_ROLE_FLAG, ALL},
    {"-wrapper", UK_SEPARATE, UK_ROLE_FLAG, ALL},
    {"-B", UK_EITHER, UK_ROLE_FLAG, ALL},
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

static const struct uk_flag plain_flag = {"", UK_ALONE, UK_ROLE_FLAG, ALL};

const struct uk_flag *uk_flag_find(const char *word)
{
    for (int i = 0; i < N_ROWS; i++) {
        bool whole = rows[i].form == UK_ALONE || rows[i].form == UK_SEPARATE;
        if (whole ? strcmp(word, rows[i].name) == 0
                  : uk_starts_with(word, rows[i].name))
            return &rows[i];
    }
    return &plain_flag;
}

bool uk_flag_takes_next(const struct uk_flag *flag, const char *word)
{
    return flag->form == UK_SEPARATE ||
           (flag->form == UK_EITHER && !word[strlen(flag->name)]);
}

bool uk_flag_is_own(const struct uk_flag *flag)
{
    return flag->role >= UK_ROLE_OWN_COMPILER;
}
