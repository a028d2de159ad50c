#include "clang.h"

#include <clang-c/Index.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "walk.h"

#define FUNCTION(name) extern void *uk_at_##name;
#include "clang_functions.def"
#undef FUNCTION

static const struct {
    const char *name;
    void **at;
} functions[] = {
#define FUNCTION(name) {#name, &uk_at_##name},
#include "clang_functions.def"
#undef FUNCTION
};
enum { N_FUNCTIONS = sizeof functions / sizeof functions[0] };

static bool is_loaded;

/* What the user chose, or else where it was when the tool was built, or where
 * the linker finds it. */
static void *open_library(const char *chosen)
{
    if (chosen)
        return dlopen(chosen, RTLD_LAZY | RTLD_LOCAL);
    void *library = dlopen(UCILK_LIBCLANG_PATH, RTLD_LAZY | RTLD_LOCAL);
    return library ? library
                   : dlopen(UCILK_LIBCLANG_NAME, RTLD_LAZY | RTLD_LOCAL);
}

int uk_clang_load(void)
{
    if (is_loaded)
        return 0;
    const char *chosen = getenv("UCILK_LIBCLANG");
    if (chosen && !*chosen)
        chosen = NULL;
    void *library = open_library(chosen);
    for (int i = 0; library && i < N_FUNCTIONS; i++) {
        *functions[i].at = dlsym(library, functions[i].name);
        if (!*functions[i].at)
            library = NULL;
    }
    is_loaded = library != NULL;
    if (is_loaded) {
        uk_answers_check();
        return 0;
    }
    uk_error("libclang%s%s: %s; ucilkcc needs it for files with keywords",
             chosen ? " of UCILK_LIBCLANG=" : "", chosen ? chosen : "",
             dlerror());
    return -1;
}

const char *uk_clang_number(void)
{
    static const char before[] = "version ";
    static char version[32];
    if (!is_loaded)
        return NULL;
    CXString string =
        clang_getClangVersion(); /* "Debian clang version 14.0.6" */
    const char *said = clang_getCString(string);
    const char *number = said ? strstr(said, before) : NULL;
    number = number ? number + strlen(before) : "";
    snprintf(version, sizeof version, "%.*s",
             (int)strspn(number, "0123456789."), number);
    clang_disposeString(string);
    return *version ? version : "of an unknown version";
}

const char *uk_clang_version(void)
{
    static char version[64];
    snprintf(version, sizeof version, "libclang %s", uk_clang_number());
    return version;
}

bool uk_clang_is_tested(void)
{
    const char *version = uk_clang_number();
    int major = version ? atoi(version) : 0;
    for (const char *p = UK_TESTED_LIBCLANGS; *p;) {
        char *end;
        if (strtol(p, &end, 10) == major)
            return true;
        p = end + strspn(end, ", ");
    }
    return false;
}
