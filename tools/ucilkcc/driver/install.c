#include "install.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "message.h"
#include "process.h"
#include "words.h"

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
