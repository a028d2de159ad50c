#include "install.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "message.h"
#include "words.h"

static bool readable(const char *path)
{
    return access(path, R_OK) == 0;
}

static bool is_library_in(struct uk_install *install, const char *prefix,
                          const char *directory, const char *library)
{
    free(install->library);
    free(install->plugins);
    free(install->libraries);
    install->libraries = uk_format("%s/%s", prefix, directory);
    install->library = uk_format("%s/%s/%s", prefix, directory, library);
    install->plugins = uk_format("%s/%s/ucilk", prefix, directory);
    return readable(install->library);
}

/* In <prefix>/lib in the build tree, in <prefix>/<libdir> where installed. */
static int find_library(struct uk_install *install, const char *prefix,
                        const char *library)
{
    if (is_library_in(install, prefix, UCILK_LIBDIR, library) ||
        is_library_in(install, prefix, "lib", library))
        return 0;
    bool is_lib = strcmp(UCILK_LIBDIR, "lib") == 0;
    uk_error("the runtime was not found: looked for %s%s%s", install->library,
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

int uk_install_find(struct uk_install *install, const char *library)
{
    *install = (struct uk_install){.self = realpath(uk_install_self(), NULL)};
    if (!install->self) {
        uk_error("%s: %s", uk_install_self(), strerror(errno));
        return -1;
    }
    char *prefix = uk_format("%s", install->self);
    for (int level = 0; level < 2 && strrchr(prefix, '/'); level++)
        *strrchr(prefix, '/') = 0;
    int failed = find_headers(install, prefix) ||
                 (library && find_library(install, prefix, library));
    free(prefix);
    return failed ? -1 : 0;
}

void uk_install_free(struct uk_install *install)
{
    free(install->self);
    free(install->include);
    free(install->abi);
    free(install->library);
    free(install->libraries);
    free(install->plugins);
    *install = (struct uk_install){0};
}
