#include "install.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "flags.h"
#include "message.h"
#include "process.h"
#include "unit.h"

static bool readable(const char *path)
{
    return access(path, R_OK) == 0;
}

static bool is_library_in(struct uk_install *install, const char *prefix,
                          const char *directory, const char *library)
{
    install->libraries = uk_format("%s/%s", prefix, directory);
    install->library = uk_format("%s/%s/%s", prefix, directory, library);
    install->plugins = uk_format("%s/%s/ucilk", prefix, directory);
    return readable(install->library);
}

/* The name that programs link by says it (ucilk/abi.h). */
bool uk_install_is_musl(const char *library)
{
    static const char name[] = "ucilk_abi_link_musl_";
    struct uk_buffer file;
    if (uk_process_read_file(library, &file) != 0)
        return false;
    bool is = memmem(file.bytes, file.size, name, sizeof name - 1) != NULL;
    uk_buffer_free(&file);
    return is;
}

/* In <prefix>/lib in the build tree, in <prefix>/<libdir> where installed. */
static bool is_library(struct uk_install *install, const char *prefix,
                       const char *library)
{
    return is_library_in(install, prefix, UCILK_LIBDIR, library) ||
           is_library_in(install, prefix, "lib", library);
}

static int find_library(struct uk_install *install, const char *prefix,
                        const char *library, bool is_needed)
{
    if (is_library(install, prefix, library))
        return 0;
    const char *looked = install->library;
    install->library = NULL;
    if (!is_needed)
        return 0;
    bool is_lib = strcmp(UCILK_LIBDIR, "lib") == 0;
    if (is_library(install, prefix, "libucilk.a") &&
        uk_install_is_musl(install->library))
        uk_error("%s has libraries for musl, and there is no %s for musl, but "
                 "only libucilk.a and libucilk.so: programs of one process, "
                 "without tools",
                 prefix, library);
    else
        uk_error("the runtime was not found: looked for %s%s%s", looked,
                 is_lib ? "" : " and in ", is_lib ? "" : UCILK_LIBDIR);
    return -1;
}

static int find_headers(struct uk_install *install, const char *prefix)
{
    install->include = uk_format("%s/" UCILK_INCLUDEDIR, prefix);
    install->abi = uk_format("%s/ucilk/abi.h", install->include);
    if (readable(install->abi))
        return 0;
    uk_error("the headers were not found: looked for %s", install->abi);
    return -1;
}

const char *uk_install_self(void)
{
    static const char link[] = "/proc/self/exe";
    if (access(link, F_OK) == 0)
        return link;
    return (const char *)getauxval(AT_EXECFN); /* no /proc */
}

int uk_install_find(struct uk_install *install, const char *folder,
                    const char *library, bool is_needed)
{
    *install = (struct uk_install){
        .self = realpath(uk_install_self(), uk_lasting(PATH_MAX))};
    if (!install->self) {
        uk_error("%s: %s", uk_install_self(), strerror(errno));
        return -1;
    }
    char *prefix = folder ? realpath(folder, uk_lasting(PATH_MAX))
                          : uk_format("%s", install->self);
    if (!prefix) {
        uk_error("--ucilk-prefix=%s: %s", folder, strerror(errno));
        return -1;
    }
    for (int level = 0; !folder && level < 2 && strrchr(prefix, '/'); level++)
        *strrchr(prefix, '/') = 0;
    return find_headers(install, prefix) ||
                   (library &&
                    find_library(install, prefix, library, is_needed))
               ? -1
               : 0;
}

/* --- for which libc --- */

static bool any_has(const struct uk_words *words, const char *part)
{
    for (unsigned i = 0; i < words->n; i++)
        if (strstr(words->at[i], part))
            return true;
    return false;
}

/* By <ucilk/abi.h>, which knows it; false where the compiler does not say. */
static bool compiler_is_for_musl(const struct uk_job *job, bool *is_known)
{
    struct uk_words command = {0};
    uk_words_push_all(&command, &job->compiler);
    uk_options_push(&job->options, UK_STAGE_PREPROCESS, false, &command);
    uk_words_add(&command, "-E", "-dM", "-xc", job->install.abi, NULL);
    struct uk_buffer macros = {0}, said = {0};
    int status = uk_process_capture(&command, 0, &macros, &said);
    const char *text = macros.bytes ? macros.bytes : "";
    *is_known = status == 0 && strstr(text, "#define UCILK_ABI_LIBC ");
    bool is_musl = strstr(text, "#define UCILK_ABI_LIBC \"musl_\"") != NULL;
    uk_buffer_free(&macros);
    uk_buffer_free(&said);
    return is_musl;
}

bool uk_libc_agrees(const struct uk_job *job)
{
    if (!job->options.prefix && !any_has(&job->compiler, "musl") &&
        !any_has(&job->options.words, "musl"))
        return true;
    bool is_known;
    bool is_musl = compiler_is_for_musl(job, &is_known);
    if (!is_known || is_musl == uk_install_is_musl(job->install.library))
        return true;
    const char *name = job->compiler.at[0];
    if (is_musl)
        uk_error("%s makes programs for musl, and %s is for glibc: build ucilk "
                 "by that compiler, too (CC=%s cmake ...), and name that "
                 "folder by --ucilk-prefix=DIR",
                 name, job->install.library, name);
    else
        uk_error("%s makes programs for glibc, and %s is for musl: leave "
                 "--ucilk-prefix out, or name a compiler for musl by "
                 "--ucilk-cc=CC",
                 name, job->install.library);
    return false;
}
