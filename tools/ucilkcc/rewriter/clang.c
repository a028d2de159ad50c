#include "clang.h"

#include <clang-c/Index.h>
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "answers.h"
#include "message.h"

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

/* Where it was when the tool was built, or where the linker finds it. */
static void *open_library(void)
{
    void *library = dlopen(UCILK_LIBCLANG_PATH, RTLD_LAZY | RTLD_LOCAL);
    return library ? library
                   : dlopen(UCILK_LIBCLANG_NAME, RTLD_LAZY | RTLD_LOCAL);
}

int uk_clang_load(void)
{
    if (*functions[0].at)
        return 0;
    void *library = open_library();
    for (int i = 0; library && i < N_FUNCTIONS; i++) {
        *functions[i].at = dlsym(library, functions[i].name);
        if (!*functions[i].at)
            library = NULL;
    }
    if (library) {
        uk_answers_check();
        return 0;
    }
    uk_error("libclang: %s; ucilkcc needs it for files with keywords",
             dlerror());
    return -1;
}

const char *uk_clang_version(struct uk_arena *arena)
{
    CXString string = clang_getClangVersion();
    const char *text = clang_getCString(string);
    const char *at = text != NULL ? strstr(text, "version ") : NULL;
    at = at != NULL ? at + strlen("version ") : "";
    const char *version =
        uk_arena_print(arena, "libclang %.*s", (int)strcspn(at, " ("), at);
    clang_disposeString(string);
    return version;
}
