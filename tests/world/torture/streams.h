/* Streams of bytes: every way to open one and every function on it, by tasks
 * that move on in between. */
#ifndef TORTURE_STREAMS_H
#define TORTURE_STREAMS_H

#include "base.h"

#include <stdio_ext.h>

/* Names of libc's that headers hide. */
int put_io(int c, FILE *f) AS("_IO_putc");
int get_io(FILE *f) AS("_IO_getc");
ssize_t get_delim_io(char **s, size_t *n, int c, FILE *f) AS("__getdelim");
char *fgets_chk(char *s, size_t room, int n, FILE *f) AS("__fgets_chk");
char *gets_plain(char *s) AS("gets");
char *gets_chk(char *s, size_t room) AS("__gets_chk");
size_t fread_chk(void *p, size_t room, size_t size, size_t n, FILE *f)
    AS("__fread_chk");
int fprintf_chk(FILE *f, int flag, const char *format, ...) AS("__fprintf_chk");
int vfprintf_chk(FILE *f, int flag, const char *format, va_list a)
    AS("__vfprintf_chk");
int printf_chk(int flag, const char *format, ...) AS("__printf_chk");
int vprintf_chk(int flag, const char *format, va_list a) AS("__vprintf_chk");
int fscanf_old(FILE *f, const char *format, ...) AS("fscanf");
int vfscanf_old(FILE *f, const char *format, va_list a) AS("vfscanf");
int scanf_old(const char *format, ...) AS("scanf");
int vscanf_old(const char *format, va_list a) AS("vscanf");
int fscanf_99(FILE *f, const char *format, ...) AS("__isoc99_fscanf");
int vfscanf_99(FILE *f, const char *format, va_list a) AS("__isoc99_vfscanf");
int scanf_99(const char *format, ...) AS("__isoc99_scanf");
int vscanf_99(const char *format, va_list a) AS("__isoc99_vscanf");

static int by_list(FILE *f, int checked, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    int n = !checked ? vfprintf(f, format, a) : vfprintf_chk(f, 1, format, a);
    va_end(a);
    return n;
}

static int to_stdout_by_list(int checked, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    int n = !checked ? vprintf(format, a) : vprintf_chk(1, format, a);
    va_end(a);
    return n;
}

/* Of a stream, or of stdin where there is none. */
static int from_list(FILE *f, int c99, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    int n = f     ? c99 ? vfscanf_99(f, format, a) : vfscanf_old(f, format, a)
                : c99 ? vscanf_99(format, a)
                  : vscanf_old(format, a);
    va_end(a);
    return n;
}

static void close_stream(FILE *f)
{
    CHECK(fclose(f) == 0);
}

/* Fills the stream in ten ways, a line each. */
static void write_all(FILE *f, int i)
{
    char line[32];
    int n = snprintf(line, sizeof line, "line of %d\n", i);
    CHECK(fputs(line, f) >= 0);
    MOVE;
    CHECK(fwrite(line, 1, (size_t)n, f) == (size_t)n);
    MOVE;
    CHECK(fprintf(f, "line of %d\n", i) == n);
    MOVE;
    CHECK(fprintf_chk(f, 1, "line of %d\n", i) == n);
    MOVE;
    CHECK(by_list(f, 0, "line of %d\n", i) == n);
    CHECK(by_list(f, 1, "line of %d\n", i) == n);
    MOVE;
    flockfile(f);
    for (int k = 0; k < 3 * n; k++)
        CHECK((k < n       ? fputc(line[k % n], f)
               : k < 2 * n ? putc(line[k % n], f)
                           : put_io(line[k % n], f)) == line[k % n]);
    funlockfile(f);
    MOVE;
    while (ftrylockfile(f) != 0) /* another task flushes all streams */
        MOVE;
    CHECK(putw('l' | 'i' << 8 | 'n' << 16 | 'e' << 24, f) == 0);
    CHECK(fputs(line + 4, f) >= 0);
    funlockfile(f);
    MOVE;
    CHECK(fflush(f) == 0 && !ferror(f));
    _flushlbf();
}

/* And reads them, at the start of the stream, in as many. */
static void read_all(FILE *f, int i)
{
    char line[32], got[64], *text = NULL;
    size_t n = (size_t)snprintf(line, sizeof line, "line of %d\n", i), room = 0;
    int x = -1;
    CHECK(fgets(got, sizeof got, f) && strcmp(got, line) == 0);
    MOVE;
    CHECK(fgets_chk(got, sizeof got, sizeof got, f) && strcmp(got, line) == 0);
    MOVE;
    CHECK(getline(&text, &room, f) == (ssize_t)n && strcmp(text, line) == 0);
    MOVE;
    CHECK(getdelim(&text, &room, '\n', f) == (ssize_t)n);
    CHECK(get_delim_io(&text, &room, '\n', f) == (ssize_t)n);
    CHECK(strcmp(text, line) == 0);
    MOVE;
    free(text);
    CHECK(fread(got, 1, n, f) == n && memcmp(got, line, n) == 0);
    MOVE;
    CHECK(fgetc(f) == 'l' && getc(f) == 'i' && get_io(f) == 'n');
    CHECK(ungetc('N', f) == 'N' && getc(f) == 'N');
    MOVE;
    CHECK(fread_chk(got, sizeof got, 1, n - 3, f) == n - 3);
    CHECK(memcmp(got, line + 3, n - 3) == 0);
    MOVE;
    CHECK(fscanf_old(f, "line of %d\n", &x) == 1 && x == i);
    MOVE;
    CHECK(fscanf_99(f, "line of%d ", &x) == 1 && x == i);
    MOVE;
    x = getw(f);
    CHECK(memcmp(&x, "line", 4) == 0);
    CHECK(from_list(f, 0, " of %d", &x) == 1 && x == i);
    MOVE;
    CHECK(from_list(f, 1, "%d", &x) == EOF && feof(f));
    clearerr(f);
    CHECK(!feof(f) && !ferror(f));
}

static void use_positions(FILE *f)
{
    fpos_t here;
    fpos64_t there;
    CHECK(fseek(f, 3, SEEK_SET) == 0 && ftell(f) == 3);
    MOVE;
    CHECK(fgetpos(f, &here) == 0 && fseeko(f, 2, SEEK_CUR) == 0);
    CHECK(ftello(f) == 5 && fgetpos64(f, &there) == 0);
    MOVE;
    CHECK(fsetpos(f, &here) == 0 && ftello64(f) == 3);
    MOVE;
    CHECK(fsetpos64(f, &there) == 0 && ftello64(f) == 5);
    MOVE;
    CHECK(fseeko64(f, 0, SEEK_END) == 0 && ftell(f) > 5);
    MOVE;
    rewind(f);
    CHECK(ftell(f) == 0);
}

static void use_stream(FILE *f, int i)
{
    CHECK(f);
    MOVE;
    write_all(f, i);
    use_positions(f);
    read_all(f, i);
    MOVE;
    close_stream(f);
}

static void use_files(int i)
{
    char buffer[BUFSIZ];
    FILE *f = fopen(name_of("file", i).text, "w+");
    CHECK(f && setvbuf(f, NULL, i % 2 ? _IOLBF : _IOFBF, 512) == 0);
    spawn use_stream(f, i);
    f = fopen64(name_of("file64", i).text, "w+");
    CHECK(f);
    setlinebuf(f);
    CHECK(__fsetlocking(f, FSETLOCKING_QUERY) >= 0);
    spawn use_stream(f, i);
    spawn use_stream(tmpfile(), i);
    spawn use_stream(tmpfile64(), i);
    sync;
    f = fopen(name_of("file", i).text, "r");
    MOVE;
    f = freopen(name_of("again", i).text, "w+", f);
    CHECK(f);
    setbuf(f, NULL);
    use_stream(f, i);
    f = freopen64(name_of("file", i).text, "w+", fopen("/dev/null", "r"));
    CHECK(f);
    MOVE;
    setbuffer(f, buffer, sizeof buffer); /* this strand's, closed in it */
    write_all(f, i);
    CHECK(fclose(f) == 0);
    int fd = open(name_of("file", i).text, O_RDWR);
    MOVE;
    f = fdopen(fd, "r+");
    MOVE;
    read_all(f, i);
    CHECK(ungetc('x', f) == 'x');
    __fpurge(f);
    close_stream(f);
}

/* A stream in memory, whose text others free. */
static void free_text(char *text, size_t n)
{
    CHECK(strlen(text) == n);
    free(text);
}

static ssize_t read_cookie(void *cookie, char *to, size_t n)
{
    int *left = cookie, k = 0;
    for (; *left > 0 && (size_t)k < n; --*left)
        to[k++] = (char)('a' + *left % 26);
    return k;
}

static int close_cookie(void *cookie)
{
    free(cookie);
    return 0;
}

static void use_memory_streams(int i)
{
    char *text, room[400], got[64];
    size_t n;
    FILE *f = open_memstream(&text, &n);
    write_all(f, i);
    CHECK(fclose(f) == 0);
    f = fmemopen(text, n, "r");
    MOVE;
    read_all(f, i);
    close_stream(f);
    spawn free_text(text, n);
    use_stream(fmemopen(room, sizeof room, "w+"), i);
    int *left = malloc(sizeof *left);
    *left = 40;
    cookie_io_functions_t calls = {.read = read_cookie, .close = close_cookie};
    f = fopencookie(left, "r", calls);
    MOVE;
    CHECK(fgets(got, 41, f) && strlen(got) == 40 && !fgets(got, 2, f));
    close_stream(f);
    sync;
}

/* The standard streams, of which there is one each: a strand of main's. */
static void use_standard_streams(void)
{
    char got[64];
    int x = -1;
    FILE *f = fopen("input", "w");
    fputs("characters gets\nchecked gets\n1 2 3 4 rest\n", f);
    close_stream(f);
    fflush(stdout);
    CHECK(freopen("input", "r", stdin) == stdin);
    MOVE;
    CHECK(getchar() == 'c' && gets_plain(got) &&
          strcmp(got, "haracters gets") == 0);
    MOVE;
    CHECK(gets_chk(got, sizeof got) && strcmp(got, "checked gets") == 0);
    MOVE;
    CHECK(scanf_old("%d", &x) == 1 && x == 1);
    MOVE;
    CHECK(scanf_99("%d", &x) == 1 && x == 2);
    MOVE;
    CHECK(from_list(NULL, 0, "%d", &x) == 1 && x == 3);
    MOVE;
    CHECK(from_list(NULL, 1, "%d", &x) == 1 && x == 4);
    MOVE;
    CHECK(putchar('p') == 'p' && puts("uts") >= 0);
    MOVE;
    printf("%s of %d\n", "printf", 1);
    MOVE;
    printf_chk(1, "%s of %d\n", "__printf_chk", 2);
    MOVE;
    to_stdout_by_list(0, "%s of %d\n", "vprintf", 3);
    to_stdout_by_list(1, "%s of %d\n", "__vprintf_chk", 4);
    MOVE;
}

#endif
