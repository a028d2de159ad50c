/* ucilk info: the installation, the program, the options; and how all of it is
 * printed. */
#include "info.h"

#include "command.h"
#include "base/options.h"
#include "program.h"

#include <ucilk/abi.h>

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char uk_info_help[] =
    "usage: ucilk info [--json] [PROGRAM]\n"
    "\n"
    "Prints what the installation and this machine have, and what a report of "
    "a\n"
    "bug should say; of a program, which runtime it is linked with, and which\n"
    "options it takes from the environment.  The program does not run.\n"
    "  --json    one JSON object\n";

/* --- Facts --- */

enum { MOST_FACTS = 400 };
static struct fact {
    const char *section, *name, *unit;
    char *text; /* null: a number, or no limit if that is ~0 */
    uint64_t number;
} facts[MOST_FACTS];
static unsigned n_facts;
static char *remarks[32];
static unsigned n_remarks;

static struct fact *add(const char *section, const char *name)
{
    if (n_facts == MOST_FACTS)
        uk_fail("more than %d facts", MOST_FACTS);
    facts[n_facts] = (struct fact){.section = section, .name = name};
    return facts + n_facts++;
}

static char *make_text(const char *format, va_list list)
{
    char *text;
    if (vasprintf(&text, format, list) < 0)
        uk_fail("out of memory");
    return text;
}

void uk_fact(const char *section, const char *name, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add(section, name)->text = make_text(format, list);
    va_end(list);
}

void uk_fact_number(const char *section, const char *name, uint64_t number,
                    const char *unit)
{
    struct fact *f = add(section, name);
    f->number = number;
    f->unit = unit;
}

void uk_fact_bytes(const char *section, const char *name, uint64_t bytes)
{
    uk_fact_number(section, name, bytes, NULL);
}

void uk_remark(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (n_remarks < sizeof remarks / sizeof *remarks)
        remarks[n_remarks++] = make_text(format, list);
    va_end(list);
}

static void print_number(const struct fact *f)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    unsigned i = 0;
    double value = (double)f->number;
    if (f->unit) {
        printf("%" PRIu64 "%s%s\n", f->number, *f->unit ? " " : "", f->unit);
        return;
    }
    if (f->number == UINT64_MAX) {
        printf("no limit\n");
        return;
    }
    for (; i < 4 && value >= 1024; i++)
        value /= 1024;
    printf("%.*f %s\n", value < 10 && i > 0 && value != (unsigned)value ? 1 : 0,
           value, units[i]);
}

static void print_text(void)
{
    const char *section = "";
    for (unsigned i = 0; i < n_facts; i++) {
        const struct fact *f = facts + i;
        if (strcmp(f->section, section) != 0)
            printf("%s%s\n", i ? "\n" : "", f->section);
        section = f->section;
        printf("  %-22s%s", f->name, f->text && !*f->text ? "" : " ");
        if (f->text)
            printf("%s\n", f->text);
        else
            print_number(f);
    }
    for (unsigned i = 0; i < n_remarks; i++)
        printf("%s  * %s\n", i ? "" : "\nremarks\n", remarks[i]);
}

static void print_json(void)
{
    const char *section = NULL;
    printf("{");
    for (unsigned i = 0; i < n_facts; i++) {
        const struct fact *f = facts + i;
        bool is_new = !section || strcmp(f->section, section) != 0;
        if (is_new) {
            printf("%s\n ", section ? "}," : "");
            uk_json_text(stdout, f->section);
            printf(": {");
        }
        section = f->section;
        printf("%s\n  ", is_new ? "" : ",");
        uk_json_text(stdout, f->name);
        printf(": ");
        if (f->text)
            uk_json_text(stdout, f->text);
        else if (f->number == UINT64_MAX)
            printf("null");
        else
            printf("%" PRIu64, f->number);
    }
    printf("},\n \"remarks\": [");
    for (unsigned i = 0; i < n_remarks; i++) {
        printf("%s\n  ", i ? "," : "");
        uk_json_text(stdout, remarks[i]);
    }
    printf("]}\n");
}

/* --- The installation --- */

/* The first line that a command prints, in a buffer; false if there is none. */
static bool first_line(const char *command, char line[256])
{
    FILE *said = popen(command, "r");
    line[0] = '\0';
    if (!said)
        return false;
    char *got = fgets(line, 256, said);
    while (getc(said) != EOF)
        ;
    bool good = pclose(said) == 0 && got;
    line[strcspn(line, "\n")] = '\0';
    return good && *line;
}

static void add_version(const char *section, const char *name,
                        const char *command)
{
    char line[256];
    if (first_line(command, line))
        uk_fact(section, name, "%s", line);
}

static void add_installation(void)
{
    static const char *const versions[][3] = {
        {"compilers", "gcc", "gcc --version 2>/dev/null </dev/null"},
        {"compilers", "clang", "clang --version 2>/dev/null </dev/null"},
        {"compilers", "cc of CC",
         "${CC:-false} --version 2>/dev/null </dev/null"},
        {"MPI", "openmpi", "mpirun.openmpi --version 2>/dev/null </dev/null"},
        {"MPI", "mpich",
         "mpirun.mpich --version 2>/dev/null </dev/null | "
         "sed -n 's/^ *Version: */MPICH /p'"},
        {"MPI", "mpirun", "mpirun --version 2>/dev/null </dev/null"}};
    /* The plug-ins are the last ones. */
    static const char *const files[] = {"/libucilk.a",
                                        "/libucilk.so",
                                        "/libucilk_serial.a",
                                        "/libucilk_groups.a",
                                        "/libucilk_cluster.a",
                                        "/libucilk_race.a",
                                        "/libucilk_sim.a",
                                        "/libucilk_child.a",
                                        "/libucilk_child_sim.a",
                                        "/ucilk/libucilk_scale.so",
                                        "/ucilk/ucilk_openmpi.so",
                                        "/ucilk/ucilk_mpich.so"};
    enum { N_FILES = sizeof files / sizeof *files };
    const char *lib = uk_folder("lib"), *bin = uk_folder("bin");
    char path[PATH_MAX + 64], list[512] = "", plugins[64] = "";
    uk_fact("ucilk", "version", UCILK_TOOL_VERSION);
    uk_fact_number("ucilk", "ABI", UCILK_ABI_VERSION, "");
    uk_fact("ucilk", "libraries", "%s", lib);
    for (unsigned i = 0; i < N_FILES; i++) {
        snprintf(path, sizeof path, "%s%s", lib, files[i]);
        if (access(path, R_OK) != 0)
            continue;
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "",
                 strrchr(files[i], '/') + 1);
        if (i < N_FILES - 2)
            continue;
        const char *name = files[i] + sizeof "/ucilk/ucilk_" - 1;
        n = strlen(plugins);
        snprintf(plugins + n, sizeof plugins - n, "%s%.*s", n ? ", " : "",
                 (int)strcspn(name, "."), name);
    }
    uk_fact("ucilk", "installed", "%s", *list ? list : "no library");
    snprintf(path, sizeof path, "%s/ucilkcc", bin);
    uk_fact("ucilk", "ucilkcc", "%s", access(path, X_OK) == 0 ? path : "none");
    const char *chosen = getenv("UCILK_CC");
    if (chosen)
        uk_fact("ucilk", "UCILK_CC", "%s", chosen);
    for (unsigned i = 0; i < sizeof versions / sizeof *versions; i++)
        add_version(versions[i][0], versions[i][1], versions[i][2]);
    uk_fact("MPI", "plug-ins", "%s", *plugins ? plugins : "none");
}

/* --- Options --- */

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
};

static const struct {
    const char *name, *initial;
    unsigned where;
} options[] = {
#define OPTION(kind, where, field, variable, initial, least, greatest, text)   \
    {variable, initial, where},
#include "base/options.def"
#undef OPTION
};
enum { N_OPTIONS = sizeof options / sizeof *options };

static bool is_option(const char *entry, unsigned where)
{
    static const char *const tools[] = {"UCILK_CC", "UCILK_FLAGS",
                                        "UCILK_LIBCLANG", "UCILK_PROFILE",
                                        "UCILK_BUILD_DIR"};
    size_t length = strcspn(entry, "=");
    for (unsigned i = 0; i < N_OPTIONS; i++)
        if (options[i].where & where && strlen(options[i].name) == length &&
            strncmp(options[i].name, entry, length) == 0)
            return true;
    for (unsigned i = 0; i < sizeof tools / sizeof *tools; i++)
        if (strlen(tools[i]) == length && strncmp(tools[i], entry, length) == 0)
            return true;
    return false;
}

/* What is set; and a remark of what programs refuse. */
static void add_environment(unsigned where, const char *whose)
{
    for (char **entry = environ; *entry; entry++) {
        bool is_ours = strncmp(*entry, "UCILK_", 6) == 0;
        int length = (int)strcspn(*entry, "=");
        if (!is_ours && strncmp(*entry, "CILK_NWORKERS=", 14) != 0)
            continue;
        uk_fact("environment", strndup(*entry, (size_t)length), "%s",
                *entry + length + 1);
        if (is_ours && !is_option(*entry, where))
            uk_remark("%.*s is set, and is no option of %s: a run ends with a "
                      "message",
                      length, *entry, whose);
    }
}

static void add_options(unsigned where)
{
    for (unsigned i = 0; i < N_OPTIONS; i++)
        if (options[i].where & where) {
            const char *value = getenv(options[i].name);
            if (value)
                uk_fact("options", options[i].name, "%s (set)", value);
            else
                uk_fact("options", options[i].name, "%s", options[i].initial);
        }
}

/* --- The program --- */

static void add_program(const char *name)
{
    static const struct {
        const char *kind, *text;
        unsigned where;
    } kinds[] = {
        {"one machine", "one machine: workers are threads", THREADS},
        {"groups", "groups: nodes whose workers are threads", GROUPS},
        {"cluster", "cluster: workers are processes", CLUSTER},
        {"scale", "scale: work and span, on one thread", THREADS | SCALE},
        {"race", "race: looks for races, on one thread", THREADS | RACE},
        {"study", "study: a cluster, with policies to choose", CLUSTER | STUDY},
        {"simulation", "simulation: a cluster in virtual time, on one thread",
         SIM | STUDY},
        {"child", "child: a cluster, by child stealing", CLUSTER | CHILD},
        {"child-simulation",
         "child-simulation: a cluster in virtual time, by child stealing",
         SIM | STUDY | CHILD}};
    enum { N_KINDS = sizeof kinds / sizeof *kinds };
    struct uk_program p;
    uk_program_read(&p, name);
    uk_fact("program", "file", "%s", p.path);
    if (!p.is_elf) {
        uk_fact("program", "runtime", "none: it is no program for x86-64");
        add_environment(~0u, "any program");
        return;
    }
    uk_fact("program", "linked", "%s",
            p.is_dynamic ? "dynamically" : "statically");
    if (p.library)
        uk_fact("program", "library", "%s",
                p.library_path ? p.library_path : p.library);
    if (p.library && p.is_dynamic && !p.library_path)
        uk_remark("%s is not found: set LD_LIBRARY_PATH, or link the program "
                  "again",
                  p.library);
    unsigned i = 0;
    while (i < N_KINDS && strcmp(kinds[i].kind, p.kind) != 0)
        i++;
    uk_fact("program", "runtime", "%s",
            i < N_KINDS ? kinds[i].text
                        : "none: it spawns nothing, or is the serial elision");
    if (*p.version)
        uk_fact("program", "version", "%s", p.version);
    if (p.abi)
        uk_fact_number("program", "ABI", (uint64_t)p.abi, "");
    if (*p.version && strcmp(p.version, UCILK_TOOL_VERSION) != 0)
        uk_remark("the program has ucilk %s, and the options are those of this "
                  "tool: UCILK_HELP=1 lists its own",
                  p.version);
    add_environment(i < N_KINDS ? kinds[i].where : ~0u,
                    i < N_KINDS ? "this program" : "any program");
    if (i < N_KINDS)
        add_options(kinds[i].where);
}

int uk_info_main(int argc, char **argv)
{
    const char *name = NULL;
    bool is_json = false;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0)
            return fputs(uk_info_help, stdout) < 0;
        if (strcmp(argv[i], "--json") == 0)
            is_json = true;
        else if (argv[i][0] == '-')
            uk_refuse("no such option: ", argv[i]);
        else if (name)
            uk_refuse("more than one program: ", argv[i]);
        else
            name = argv[i];
    }
    add_installation();
    uk_info_machine();
    uk_info_limits();
    if (name)
        add_program(name);
    else
        add_environment(~0u, "any program");
    if (is_json)
        print_json();
    else
        print_text();
    uk_output_close(stdout, "the standard output");
    return 0;
}
