/* What the tool writes, and where it is itself: see command.h. */
#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *uk_output_open(const char *name)
{
    FILE *file = strcmp(name, "-") == 0 ? stdout : fopen(name, "w");
    if (!file)
        uk_fail("%s: %s", name, strerror(errno));
    return file;
}

void uk_output_close(FILE *file, const char *name)
{
    bool good = fflush(file) == 0 && !ferror(file);
    if (file != stdout && fclose(file) != 0)
        good = false;
    if (!good)
        uk_fail("%s: cannot write it: %s", name, strerror(errno));
}

bool uk_map(struct uk_bytes *file, const char *path)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    void *at = MAP_FAILED;
    if (fd < 0)
        return false;
    errno = 0;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size > 0)
        at = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (at == MAP_FAILED)
        return false;
    *file = (struct uk_bytes){at, (size_t)status.st_size};
    return true;
}

void uk_json_text(FILE *f, const char *text)
{
    putc('"', f);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c == '"' || *c == '\\' || *c < ' ')
            fprintf(f, "\\u%04x", *c);
        else
            putc(*c, f);
    putc('"', f);
}

void uk_svg_text(FILE *f, double x, double y, const char *more,
                 const char *words, unsigned most)
{
    const char *c = words;
    fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, more);
    for (; *c && most > 0; c++, most--)
        if (*c == '<')
            fputs("&lt;", f);
        else if (*c == '>')
            fputs("&gt;", f);
        else if (*c == '&')
            fputs("&amp;", f);
        else
            putc((unsigned char)*c >= 32 && (unsigned char)*c < 127 ? *c : '?',
                 f);
    fprintf(f, "%s</text>\n", *c ? "..." : "");
}

const char *uk_folder(const char *name)
{
    char self[PATH_MAX], library[PATH_MAX + 64], *path;
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0)
        uk_fail("/proc/self/exe: %s", strerror(errno));
    self[n] = '\0';
    for (int i = 0; i < 2 && strrchr(self, '/'); i++)
        *strrchr(self, '/') = '\0';
    snprintf(library, sizeof library, "%s/" UCILK_LIBDIR "/libucilk.so.0",
             self);
    if (strcmp(name, "lib") == 0 && access(library, F_OK) == 0)
        name = UCILK_LIBDIR; /* in the build tree it is lib itself */
    if (asprintf(&path, "%s/%s", self, name) < 0)
        uk_fail("out of memory");
    return path;
}
