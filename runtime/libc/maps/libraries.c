/*
 * Libraries that the program opens.
 *
 * Their data are shared like those that it is linked with: as soon as they are
 * open, or, where a library opens another, before the workers start.  (dlopen
 * looks for files on behalf of whoever calls it, so a library must be the
 * caller, and there is no way back to here.)  Once the workers have started, a
 * library would be there in one of them alone: refused.
 */
#define _GNU_SOURCE
#include "libc/libc.h"

#include "base/message.h"

#include <dlfcn.h>

void (*uci_libc_share_libraries)(void);

extern char __executable_start[], etext[]; /* the linker's */

static bool is_alone(void)
{
    return !uci_world || uci_world->n_forked == 1;
}

static bool is_programs(const void *code)
{
    return (const char *)code >= __executable_start &&
           (const char *)code < etext;
}

static void *refuse(const char *file)
{
    uci_fatal("dlopen of %s: once the workers have started, which are "
              "processes, a library cannot be opened for all of them: open it "
              "before the first spawn, or set UCILK_NWORKERS=1",
              file);
}

__attribute__((weak)) void *dlopen(const char *file, int mode)
{
    if (is_alone() || !file || mode & RTLD_NOLOAD)
        return UCI_LIBC_REAL(dlopen)(file, mode);
    if (uci_libc_has_workers) {
        void *library = UCI_LIBC_REAL(dlopen)(file, mode | RTLD_NOLOAD);
        return library ? library : refuse(file);
    }
    if (!is_programs(__builtin_return_address(0)))
        return UCI_LIBC_REAL(dlopen)(file, mode);
    void *library = UCI_LIBC_REAL(dlopen)(file, mode);
    uci_libc_share_libraries();
    return library;
}

__attribute__((weak)) void *dlmopen(Lmid_t space, const char *file, int mode)
{
    if (!is_alone() && uci_libc_has_workers)
        refuse(file);
    return UCI_LIBC_REAL(dlmopen)(space, file, mode);
}

/* Later they stay, as C allows: others may still use them. */
__attribute__((weak)) int dlclose(void *library)
{
    if (!is_alone() && uci_libc_has_workers)
        return 0;
    int result = UCI_LIBC_REAL(dlclose)(library);
    if (!is_alone())
        uci_libc_share_libraries(); /* forgets the data of what is gone */
    return result;
}
