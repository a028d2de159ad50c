/*
 * The file and line of an address of code, by addr2line where that is
 * installed; else symbol and offset.  Only the end of the program is worth the
 * time that it takes.
 */
#define _GNU_SOURCE
#include "libc/locks/locks.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What the command prints, as one string; empty where it does not run. */
static void output_of(char *const command[], char *buffer, size_t size)
{
    int ends[2];
    size_t n = 0;
    ssize_t got;
    buffer[0] = '\0';
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    pid_t pid;
    int error = UCI_LIBC_REAL(posix_spawnp)(&pid, command[0], &actions, NULL,
                                            command, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    while (!error && n < size - 1) {
        got = read(ends[0], buffer + n, size - 1 - n);
        if (got == 0 || (got < 0 && errno != EINTR))
            break;
        if (got > 0)
            n += (size_t)got;
    }
    buffer[n] = '\0';
    close(ends[0]);
}

/* "file:line" of the innermost function that is not <ucilk/abi.h>'s; where
 * there is none, that function's name. */
static bool find_line(const char *object, uintptr_t address, char buffer[256])
{
    char hex[32], text[4096], *rest = text, *function, *line;
    snprintf(hex, sizeof hex, "%#lx", address);
    char *command[] = {"addr2line",    "-f", "-i", "-e",
                       (char *)object, hex,  NULL};
    output_of(command, text, sizeof text);
    buffer[0] = '\0';
    while ((function = strsep(&rest, "\n")) && (line = strsep(&rest, "\n"))) {
        line[strcspn(line, " ")] = '\0'; /* (discriminator 3) */
        char *number = strrchr(line, ':');
        if (*function != '?')
            snprintf(buffer, 256, "%s", function);
        if (*line != '?' && number && number[1] != '?' && number[1] != '0' &&
            !strstr(line, "ucilk/abi.h:")) {
            snprintf(buffer, 256, "%s", line);
            break;
        }
    }
    return *buffer;
}

const char *uci_place_text(const void *place, char buffer[256])
{
    const char *call = (const char *)place - 1;
    Dl_info info, own;
    struct link_map *map;
    char path[4096];
    if (!dladdr1(call, &info, (void **)&map, RTLD_DL_LINKMAP)) {
        snprintf(buffer, 256, "%p", (const void *)call);
        return buffer;
    }
    const char *object = info.dli_fname;
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n > 0 && dladdr(output_of, &own) && own.dli_fbase == info.dli_fbase) {
        path[n] = '\0';
        object = path;
    }
    uintptr_t address = (uintptr_t)call - map->l_addr;
    if (!find_line(object, address, buffer)) {
        const char *slash = strrchr(object, '/');
        if (info.dli_sname)
            snprintf(buffer, 256, "%.200s+%#lx", info.dli_sname,
                     (uintptr_t)call - (uintptr_t)info.dli_saddr);
        else
            snprintf(buffer, 256, "%.200s+%#lx", slash ? slash + 1 : object,
                     address);
    }
    return buffer;
}
