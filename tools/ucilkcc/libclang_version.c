/* libclang_version LIBRARY: which version of libclang that is, in its words.
 * Run by libclang.cmake. */
#include <clang-c/Index.h>
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    void *library = argc > 1 ? dlopen(argv[1], RTLD_LAZY | RTLD_LOCAL) : NULL;
    CXString (*version)(void) = NULL;
    const char *(*string)(CXString) = NULL;
    if (library) {
        *(void **)&version = dlsym(library, "clang_getClangVersion");
        *(void **)&string = dlsym(library, "clang_getCString");
    }
    if (!version || !string) {
        printf("%s\n", dlerror());
        return 1;
    }
    printf("%s\n", string(version()));
    fflush(stdout);
    _exit(0); /* the flags of a project may look for leaks here */
}
