#include "libc.h"

#include <string.h>

#include "flags.h"
#include "message.h"
#include "process.h"

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
