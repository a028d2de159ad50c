#include "compiler.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "install.h"
#include "message.h"

static bool is_program(const char *path, struct stat *file)
{
    return access(path, X_OK) == 0 && stat(path, file) == 0 &&
           S_ISREG(file->st_mode);
}

/* Finds a program as execvp does. */
static bool look_up(const char *name, struct stat *file)
{
    if (strchr(name, '/'))
        return is_program(name, file);
    const char *path = getenv("PATH");
    if (!path)
        path = "/bin:/usr/bin";
    for (;;) {
        int length = (int)strcspn(path, ":");
        bool found = is_program(
            uk_format("%.*s%s%s", length, path, length ? "/" : "", name), file);
        if (found || !path[length])
            return found;
        path += length + 1;
    }
}

/* Is a word of the command this tool: "ucilkcc", "ccache ./ucilkcc -g"? */
static bool runs_tool(const struct uk_words *command)
{
    struct stat tool, file;
    if (stat(uk_install_self(), &tool) != 0)
        return false;
    for (unsigned i = 0; i < command->n; i++) {
        const char *word = command->at[i];
        if (word[0] != '-' && look_up(word, &file) &&
            file.st_dev == tool.st_dev && file.st_ino == tool.st_ino)
            return true;
    }
    return false;
}

static bool set_from(struct uk_words *compiler, const char *value)
{
    *compiler = (struct uk_words){0};
    if (value)
        uk_words_split(compiler, value);
    return compiler->n > 0;
}

int uk_compiler_find(struct uk_words *compiler, const char *chosen)
{
    const char *from = "--ucilk-cc";
    bool found = set_from(compiler, chosen);
    if (!found) {
        from = "UCILK_CC";
        found = set_from(compiler, getenv("UCILK_CC"));
    }
    if (found && runs_tool(compiler)) {
        uk_error("%s is ucilkcc itself; name the compiler underneath", from);
        return -1;
    }
    if (!found) {
        from = "CC";
        found = set_from(compiler, getenv("CC")) && !runs_tool(compiler);
    }
    if (!found) {
        from = "the default";
        set_from(compiler, "gcc");
    }
    struct stat file;
    if (look_up(compiler->at[0], &file))
        return 0;
    uk_error("the compiler '%s' (%s) was not found; choose one with "
             "--ucilk-cc=CC or UCILK_CC",
             compiler->at[0], from);
    return -1;
}

bool uk_compiler_is_clang(const struct uk_words *compiler)
{
    for (unsigned i = 0; i < compiler->n; i++) {
        const char *slash = strrchr(compiler->at[i], '/');
        if (uk_starts_with(slash ? slash + 1 : compiler->at[i], "clang"))
            return true;
    }
    return false;
}
