#include "help.h"

#include <stdio.h>
#include <string.h>

#include "process.h"
#include "style.h"

static const char text[] =
    "Usage: ucilkcc [FLAGS] FILE...\n"
    "Compiles and links C programs that use spawn and sync.\n"
    "\n"
    "  --ucilk-cc=CC      the compiler underneath; otherwise $UCILK_CC, then\n"
    "                     $CC unless that is ucilkcc, then gcc\n"
    "  --ucilk-prefix=DIR the build or installation of ucilk whose headers "
    "and\n"
    "                     libraries are used, such as one for musl\n"
    "  --ucilk-serial     the serial elision: plain C without the keywords\n"
    "  --ucilk-force      take files without keywords the same way, for tests\n"
    "  --ucilk-keep       keep the rewritten file as OUTPUT.ucilk.c\n"
    "  --ucilk-cluster    for programs whose tasks share no memory, in all "
    "their\n"
    "                     files: they get none, and what needs it is an error\n"
    "  --ucilk-groups     link a program whose groups may run on other nodes\n"
    "  --ucilk-pedigrees  tasks keep their pedigrees: for ucilk_random()\n"
    "  --ucilk-tool=scale link for work, span and parallelism, printed at "
    "exit:\n"
    "                     docs/scale.md; also UCILK_PROFILE=scale\n"
    "  --ucilk-tool=race  for races, printed at exit, in all files:\n"
    "                     docs/race.md\n"
    "  --ucilk-tool=sim   as --ucilk-cluster, with the cluster simulated:\n"
    "                     docs/simulation.md; also UCILK_PROFILE=sim\n"
    "  --ucilk-tool=study as --ucilk-cluster, with policies to compare:\n"
    "                     docs/policies.md; also UCILK_PROFILE=study\n"
    "  --ucilk-tool=child, --ucilk-tool=child-sim\n"
    "                     as --ucilk-cluster and --ucilk-tool=sim, by child\n"
    "                     stealing: docs/child.md\n"
    "  --ucilk-diagnostics=json\n"
    "                     the tool's messages in the form of gcc's\n"
    "                     -fdiagnostics-format=json, which does it too\n"
    "  --ucilk-self-test  try each construct with this compiler and this "
    "libclang;\n"
    "                     with --verbose, a line for each\n"
    "  -Wucilk-NAME, -Wno-ucilk-NAME, -Werror=ucilk-NAME,\n"
    "  -Wno-error=ucilk-NAME, -Wno-ucilk\n"
    "                     the tool's warnings, listed by "
    "--ucilk-help-warnings\n"
    "  --showme           print the command that is run underneath\n"
    "  --showme:compile   print the flags it adds to compile\n"
    "  --showme:link      print the flags it adds to link\n"
    "  --help             print this\n"
    "  --version          print the versions of ucilkcc and the compiler\n"
    "\n"
    "Every other flag goes to the compiler unchanged.  See also ucilkcc(1).\n";

int uk_help(bool warnings)
{
    if (warnings)
        uk_style_print_warnings(stdout);
    else
        fputs(text, stdout);
    return fflush(stdout) == 0 ? 0 : 1;
}

int uk_help_version(const struct uk_words *compiler)
{
    struct uk_words command = {0};
    struct uk_buffer said = {0};
    uk_words_push_all(&command, compiler);
    uk_words_push(&command, "--version");
    int status = uk_process_capture(&command, 0, &said, NULL);
    printf("ucilkcc " UCILK_TOOL_VERSION "\n");
    if (said.bytes)
        printf("%.*s\n", (int)strcspn(said.bytes, "\n"), said.bytes);
    uk_buffer_free(&said);
    return fflush(stdout) == 0 ? status : 1;
}
