/*
 * Every function of stdio that is not libc's own, in tasks that go on in
 * another worker between one call and the next.  stdio_names.sh sees to it that
 * none is missing.
 */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <err.h>
#include <errno.h>
#include <error.h>
#include <fmtmsg.h>
#include <grp.h>
#include <gshadow.h>
#include <malloc.h>
#include <mntent.h>
#include <pwd.h>
#include <shadow.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>

static void nothing(void)
{
}

/* The rest of the caller is up for stealing. */
#define HOP                                                                    \
    do {                                                                       \
        spawn nothing();                                                       \
        sync;                                                                  \
    } while (0)

/* Past what compilers and headers make of these. */
static int (*volatile get_char)(void) = getchar;
static int (*volatile put_char)(int) = putchar;
static int (*volatile put_s)(const char *) = puts;
static ssize_t (*volatile get_line)(char **, size_t *, FILE *) = getline;
static int (*volatile print)(const char *, ...) = printf;
static int (*volatile print_to)(FILE *, const char *, ...) = fprintf;
static int (*volatile v_print)(const char *, va_list) = vprintf;
static size_t (*volatile write_to)(const void *, size_t, size_t,
                                   FILE *) = fwrite;
static int (*volatile put_string)(const char *, FILE *) = fputs;
static int (*volatile put_to)(int, FILE *) = fputc;
static int (*volatile at_end)(FILE *) = feof;
static int (*volatile has_error)(FILE *) = ferror;

/* Those that no header has, or only by another name. */
int old_putc(int, FILE *) __asm__("_IO_putc");
int old_getc(FILE *) __asm__("_IO_getc");
int old_scanf(const char *, ...) __asm__("scanf");
int old_fscanf(FILE *, const char *, ...) __asm__("fscanf");
int old_vscanf(const char *, va_list) __asm__("vscanf");
int old_vfscanf(FILE *, const char *, va_list) __asm__("vfscanf");
int new_scanf(const char *, ...) __asm__("__isoc99_scanf");
int new_fscanf(FILE *, const char *, ...) __asm__("__isoc99_fscanf");
int new_vscanf(const char *, va_list) __asm__("__isoc99_vscanf");
int new_vfscanf(FILE *, const char *, va_list) __asm__("__isoc99_vfscanf");
int old_wscanf(const wchar_t *, ...) __asm__("wscanf");
int old_fwscanf(FILE *, const wchar_t *, ...) __asm__("fwscanf");
int old_vwscanf(const wchar_t *, va_list) __asm__("vwscanf");
int old_vfwscanf(FILE *, const wchar_t *, va_list) __asm__("vfwscanf");
int new_wscanf(const wchar_t *, ...) __asm__("__isoc99_wscanf");
int new_fwscanf(FILE *, const wchar_t *, ...) __asm__("__isoc99_fwscanf");
int new_vwscanf(const wchar_t *, va_list) __asm__("__isoc99_vwscanf");
int new_vfwscanf(FILE *, const wchar_t *, va_list) __asm__("__isoc99_vfwscanf");
char *old_gets(char *) __asm__("gets");
char *__gets_chk(char *, size_t);
char *__fgets_chk(char *, size_t, int, FILE *);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
wchar_t *__fgetws_chk(wchar_t *, size_t, int, FILE *);
int __printf_chk(int, const char *, ...);
int __fprintf_chk(FILE *, int, const char *, ...);
int __vprintf_chk(int, const char *, va_list);
int __vfprintf_chk(FILE *, int, const char *, va_list);
int __wprintf_chk(int, const wchar_t *, ...);
int __fwprintf_chk(FILE *, int, const wchar_t *, ...);
int __vwprintf_chk(int, const wchar_t *, va_list);
int __vfwprintf_chk(FILE *, int, const wchar_t *, va_list);

enum { V_PRINT, V_PRINT_CHK, VF_PRINT, VF_PRINT_CHK, V_WARN, V_WARNX };
enum { V_SCAN, V_SCAN_99, VF_SCAN, VF_SCAN_99 };

static int v_out(int which, FILE *f, const char *s, ...)
{
    va_list l;
    int n = 0;
    va_start(l, s);
    switch (which) {
    case V_PRINT:
        n = v_print(s, l);
        break;
    case V_PRINT_CHK:
        n = __vprintf_chk(1, s, l);
        break;
    case VF_PRINT:
        n = vfprintf(f, s, l);
        break;
    case VF_PRINT_CHK:
        n = __vfprintf_chk(f, 1, s, l);
        break;
    case V_WARN:
        vwarn(s, l);
        break;
    case V_WARNX:
        vwarnx(s, l);
        break;
    }
    va_end(l);
    return n;
}

static int v_wide_out(int which, FILE *f, const wchar_t *s, ...)
{
    va_list l;
    int n = 0;
    va_start(l, s);
    switch (which) {
    case V_PRINT:
        n = vwprintf(s, l);
        break;
    case V_PRINT_CHK:
        n = __vwprintf_chk(1, s, l);
        break;
    case VF_PRINT:
        n = vfwprintf(f, s, l);
        break;
    case VF_PRINT_CHK:
        n = __vfwprintf_chk(f, 1, s, l);
        break;
    }
    va_end(l);
    return n;
}

static int v_in(int which, FILE *f, const char *s, ...)
{
    va_list l;
    int n = 0;
    va_start(l, s);
    switch (which) {
    case V_SCAN:
        n = old_vscanf(s, l);
        break;
    case V_SCAN_99:
        n = new_vscanf(s, l);
        break;
    case VF_SCAN:
        n = old_vfscanf(f, s, l);
        break;
    case VF_SCAN_99:
        n = new_vfscanf(f, s, l);
        break;
    }
    va_end(l);
    return n;
}

static int v_wide_in(int which, FILE *f, const wchar_t *s, ...)
{
    va_list l;
    int n = 0;
    va_start(l, s);
    switch (which) {
    case V_SCAN:
        n = old_vwscanf(s, l);
        break;
    case V_SCAN_99:
        n = new_vwscanf(s, l);
        break;
    case VF_SCAN:
        n = old_vfwscanf(f, s, l);
        break;
    case VF_SCAN_99:
        n = new_vfwscanf(f, s, l);
        break;
    }
    va_end(l);
    return n;
}

/* The text of the stream from its start is this. */
static void check_text(FILE *f, const char *wanted)
{
    char text[1000];
    rewind(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    text[n] = '\0';
    if (strcmp(text, wanted) != 0)
        fprintf(stderr, "is: %s\nwanted: %s\n", text, wanted);
    CHECK(strcmp(text, wanted) == 0);
    fclose(f);
}

static void narrow_out(void)
{
    FILE *f = tmpfile64();
    put_to('a', f);
    HOP;
    putc('b', f);
    HOP;
    old_putc('c', f);
    HOP;
    putw(0x21212121, f);
    HOP;
    put_string("def\n", f);
    HOP;
    write_to("ghi", 1, 3, f);
    HOP;
    print_to(f, "%d ", 1);
    HOP;
    __fprintf_chk(f, 1, "%d ", 2);
    HOP;
    v_out(VF_PRINT, f, "%d ", 3);
    HOP;
    v_out(VF_PRINT_CHK, f, "%d\n", 4);
    HOP;
    check_text(f, "abc!!!!def\nghi1 2 3 4\n");
}

static void narrow_in(void)
{
    FILE *f = tmpfile();
    char s[20], *line = NULL, *word = NULL;
    size_t room = 0;
    int x, words[1];
    fputs("abcWORDline\nline\nlong line\nx;y;12 13 14 15 16 17", f);
    rewind(f);
    HOP;
    x = fgetc(f);
    HOP;
    CHECK(x == 'a');
    x = getc(f);
    HOP;
    CHECK(x == 'b');
    x = old_getc(f);
    HOP;
    CHECK(x == 'c' && ungetc('d', f) == 'd');
    HOP;
    CHECK(fgetc(f) == 'd');
    words[0] = getw(f);
    HOP;
    CHECK(memcmp(words, "WORD", 4) == 0);
    CHECK(fgets(s, sizeof s, f) && strcmp(s, "line\n") == 0);
    HOP;
    CHECK(__fgets_chk(s, sizeof s, 10, f) && strcmp(s, "line\n") == 0);
    HOP;
    CHECK(get_line(&line, &room, f) == 10);
    HOP;
    CHECK(strcmp(line, "long line\n") == 0);
    room = 0;
    CHECK(getdelim(&word, &room, ';', f) == 2 && strcmp(word, "x;") == 0);
    HOP;
    CHECK(__getdelim(&word, &room, ';', f) == 2 && word[0] == 'y');
    HOP;
    free(line), free(word);
    CHECK(old_fscanf(f, "%d", &x) == 1 && x == 12);
    HOP;
    CHECK(new_fscanf(f, "%d", &x) == 1 && x == 13);
    HOP;
    CHECK(v_in(VF_SCAN, f, "%d", &x) == 1 && x == 14);
    HOP;
    CHECK(v_in(VF_SCAN_99, f, "%d ", &x) == 1 && x == 15);
    HOP;
    CHECK(fread(s, 1, 2, f) == 2 && memcmp(s, "16", 2) == 0);
    HOP;
    CHECK(__fread_chk(s, sizeof s, 1, 5, f) == 3 && at_end(f));
    HOP;
    clearerr(f);
    HOP;
    CHECK(!at_end(f) && !has_error(f));
    fclose(f);
}

static void places(void)
{
    FILE *f = fopen64("/dev/null", "r");
    CHECK(f && fclose(f) == 0);
    HOP;
    fpos_t here;
    fpos64_t here64;
    f = tmpfile();
    fputs("0123456789", f);
    HOP;
    CHECK(fseek(f, 3, SEEK_SET) == 0 && fgetc(f) == '3');
    HOP;
    CHECK(fseeko(f, 1, SEEK_CUR) == 0 && fgetc(f) == '5');
    HOP;
    CHECK(fseeko64(f, -1, SEEK_END) == 0 && fgetc(f) == '9');
    HOP;
    CHECK(ftell(f) == 10);
    HOP;
    CHECK(ftello(f) == 10);
    HOP;
    CHECK(ftello64(f) == 10);
    HOP;
    rewind(f);
    HOP;
    CHECK(fgetpos(f, &here) == 0 && fgetc(f) == '0');
    HOP;
    CHECK(fgetpos64(f, &here64) == 0 && fgetc(f) == '1');
    HOP;
    CHECK(fsetpos(f, &here) == 0 && fgetc(f) == '0');
    HOP;
    CHECK(fsetpos64(f, &here64) == 0 && fgetc(f) == '1');
    HOP;
    __fpurge(f);
    HOP;
    CHECK(fflush(f) == 0);
    HOP;
    CHECK(__fsetlocking(f, FSETLOCKING_BYCALLER) == FSETLOCKING_INTERNAL);
    HOP;
    CHECK(__fsetlocking(f, FSETLOCKING_QUERY) == FSETLOCKING_BYCALLER);
    HOP;
    flockfile(f);
    CHECK(ftrylockfile(f) == 0);
    funlockfile(f);
    funlockfile(f);
    HOP;
    fclose(f);
}

static void wide(void)
{
    FILE *f = tmpfile();
    wchar_t s[20];
    int x;
    CHECK(fwide(f, 1) > 0);
    HOP;
    fputwc(L'a', f);
    HOP;
    putwc(L'b', f);
    HOP;
    fputws(L"line\n", f);
    HOP;
    fwprintf(f, L"%d ", 1);
    HOP;
    __fwprintf_chk(f, 1, L"%d ", 2);
    HOP;
    v_wide_out(VF_PRINT, f, L"%d ", 3);
    HOP;
    v_wide_out(VF_PRINT_CHK, f, L"%d\nmore\nmost\n", 4);
    HOP;
    rewind(f);
    CHECK(fgetwc(f) == L'a');
    HOP;
    CHECK(getwc(f) == L'b' && ungetwc(L'c', f) == L'c');
    HOP;
    CHECK(fgetwc(f) == L'c');
    CHECK(fgetws(s, 20, f) && wcscmp(s, L"line\n") == 0);
    HOP;
    CHECK(old_fwscanf(f, L"%d", &x) == 1 && x == 1);
    HOP;
    CHECK(new_fwscanf(f, L"%d", &x) == 1 && x == 2);
    HOP;
    CHECK(v_wide_in(VF_SCAN, f, L"%d", &x) == 1 && x == 3);
    HOP;
    CHECK(v_wide_in(VF_SCAN_99, f, L"%d\n", &x) == 1 && x == 4);
    HOP;
    CHECK(fgetws(s, 20, f) && wcscmp(s, L"more\n") == 0);
    HOP;
    CHECK(__fgetws_chk(s, 20, 20, f) && wcscmp(s, L"most\n") == 0);
    HOP;
    fclose(f);
}

static ssize_t take(void *cookie, const char *data, size_t n)
{
    (void)data;
    *(size_t *)cookie += n;
    return (ssize_t)n;
}

static void makers(void)
{
    char *text, buffer[20] = "in memory", own[100];
    wchar_t *wide_text;
    size_t n, taken = 0;
    FILE *f = open_memstream(&text, &n);
    HOP;
    fputs("text", f);
    HOP;
    CHECK(fclose(f) == 0 && n == 4 && strcmp(text, "text") == 0);
    HOP;
    free(text);
    f = open_wmemstream(&wide_text, &n);
    HOP;
    fputws(L"text", f);
    HOP;
    CHECK(fclose(f) == 0 && n == 4 && wcscmp(wide_text, L"text") == 0);
    HOP;
    free(wide_text);
    f = fmemopen(buffer, sizeof buffer, "r");
    CHECK(fgetc(f) == 'i');
    HOP;
    fclose(f);
    f = fopencookie(&taken, "w", (cookie_io_functions_t){.write = take});
    fputs("text", f);
    HOP;
    CHECK(fclose(f) == 0 && taken == 4);
    HOP;
    f = fdopen(dup(STDERR_FILENO), "w");
    setvbuf(f, own, _IOFBF, sizeof own);
    HOP;
    fclose(f);
    f = fopen("/dev/null", "w");
    setbuf(f, NULL);
    HOP;
    CHECK(freopen("/dev/null", "w", f));
    HOP;
    setbuffer(f, own, sizeof own);
    HOP;
    CHECK(freopen64("/dev/null", "w", f));
    HOP;
    setlinebuf(f);
    HOP;
    _flushlbf();
    HOP;
    fflush(NULL);
    HOP;
    fclose(f);
    f = popen("exit 7", "r");
    HOP;
    CHECK(WEXITSTATUS(pclose(f)) == 7);
}

static void records(void)
{
    char room[500];
    struct passwd user = {"u", "x", 7, 8, "", "/", "sh"}, *u;
    struct group group = {"g", "x", 9, (char *[]){NULL}}, *g;
    struct spwd shadow = {"s", "x", 1, 2, 3, 4, 5, 6, 7}, *s;
    struct sgrp secret = {"t", "x", (char *[]){NULL}, (char *[]){NULL}}, *t;
    struct mntent mount = {"dev", "/on", "type", "ro", 1, 2}, *m;
    FILE *f = tmpfile();
    CHECK(!putpwent(&user, f) && !putpwent(&user, f));
    HOP;
    rewind(f);
    CHECK((u = fgetpwent(f)) && u->pw_uid == 7);
    HOP;
    CHECK(!fgetpwent_r(f, &user, room, sizeof room, &u) && u == &user);
    HOP;
    fclose(f), f = tmpfile();
    CHECK(!putgrent(&group, f) && !putgrent(&group, f));
    HOP;
    rewind(f);
    CHECK((g = fgetgrent(f)) && g->gr_gid == 9);
    HOP;
    CHECK(!fgetgrent_r(f, &group, room, sizeof room, &g) && g == &group);
    HOP;
    fclose(f), f = tmpfile();
    CHECK(!putspent(&shadow, f) && !putspent(&shadow, f));
    HOP;
    rewind(f);
    CHECK((s = fgetspent(f)) && s->sp_min == 2);
    HOP;
    CHECK(!fgetspent_r(f, &shadow, room, sizeof room, &s) && s == &shadow);
    HOP;
    fclose(f), f = tmpfile();
    CHECK(!putsgent(&secret, f) && !putsgent(&secret, f));
    HOP;
    rewind(f);
    CHECK((t = fgetsgent(f)) && t->sg_namp[0] == 't');
    HOP;
    CHECK(!fgetsgent_r(f, &secret, room, sizeof room, &t) && t == &secret);
    HOP;
    fclose(f), f = setmntent("/dev/null", "r");
    HOP;
    CHECK(f && endmntent(f) == 1);
    f = tmpfile();
    CHECK(!addmntent(f, &mount) && !addmntent(f, &mount));
    HOP;
    rewind(f);
    CHECK((m = getmntent(f)) && m->mnt_passno == 2);
    HOP;
    CHECK(getmntent_r(f, &mount, room, sizeof room) == &mount);
    HOP;
    fclose(f), f = tmpfile();
    CHECK(malloc_info(0, f) == 0 && ftell(f) > 0);
    HOP;
    fclose(f);
}

static void each(int i)
{
    switch (i % 6) {
    case 0:
        narrow_out();
        break;
    case 1:
        narrow_in();
        break;
    case 2:
        places();
        break;
    case 3:
        wide();
        break;
    case 4:
        makers();
        break;
    case 5:
        records();
        break;
    }
}

static void all(int from, int to)
{
    if (to - from > 1) {
        spawn all(from, (from + to) / 2);
        all((from + to) / 2, to);
        return;
    }
    each(from);
}

static void standard_in(void)
{
    char s[20];
    int x;
    FILE *f = fopen("in", "w");
    fputs("ab\ncd\n1 2 3 4\n", f);
    fclose(f);
    CHECK(freopen("in", "r", stdin));
    HOP;
    CHECK(get_char() == 'a');
    HOP;
    CHECK(old_gets(s) && strcmp(s, "b") == 0);
    HOP;
    CHECK(__gets_chk(s, sizeof s) && strcmp(s, "cd") == 0);
    HOP;
    CHECK(old_scanf("%d", &x) == 1 && x == 1);
    HOP;
    CHECK(new_scanf("%d", &x) == 1 && x == 2);
    HOP;
    CHECK(v_in(V_SCAN, NULL, "%d", &x) == 1 && x == 3);
    HOP;
    CHECK(v_in(V_SCAN_99, NULL, "%d", &x) == 1 && x == 4);
    HOP;
    CHECK(freopen("in", "r", stdin) && fwide(stdin, 1) > 0);
    HOP;
    CHECK(getwchar() == L'a');
    HOP;
    CHECK(freopen("in", "r", stdin) && fgetws((wchar_t[20]){0}, 20, stdin) &&
          fgetws((wchar_t[20]){0}, 20, stdin));
    CHECK(old_wscanf(L"%d", &x) == 1 && x == 1);
    HOP;
    CHECK(new_wscanf(L"%d", &x) == 1 && x == 2);
    HOP;
    CHECK(v_wide_in(V_SCAN, NULL, L"%d", &x) == 1 && x == 3);
    HOP;
    CHECK(v_wide_in(V_SCAN_99, NULL, L"%d", &x) == 1 && x == 4);
    HOP;
}

static void standard_out(void)
{
    print("%d ", 1);
    HOP;
    put_char('2');
    HOP;
    put_s(" ");
    HOP;
    __printf_chk(1, "%d ", 3);
    HOP;
    v_out(V_PRINT, NULL, "%d ", 4);
    HOP;
    v_out(V_PRINT_CHK, NULL, "%d\n", 5);
    HOP;
    CHECK(freopen("wide", "w+", stdout));
    HOP;
    wprintf(L"%d ", 6);
    HOP;
    __wprintf_chk(1, L"%d ", 7);
    HOP;
    v_wide_out(V_PRINT, NULL, L"%d ", 8);
    HOP;
    v_wide_out(V_PRINT_CHK, NULL, L"%d ", 9);
    HOP;
    putwchar(L'\n');
    HOP;
    fflush(stdout);
    check_text(fopen("wide", "r"), "6 7 8 9 \n");
}

static void standard_error(void)
{
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_signo = SIGINT;
    CHECK(freopen("messages", "w+", stderr));
    HOP;
    errno = ENOENT;
    perror("a");
    HOP;
    psignal(SIGINT, "b");
    HOP;
    psiginfo(&info, "c");
    HOP;
    errno = ENOENT;
    warn("d");
    HOP;
    warnx("e");
    HOP;
    v_out(V_WARN, NULL, "f");
    HOP;
    v_out(V_WARNX, NULL, "g");
    HOP;
    error(0, 0, "h");
    HOP;
    error_at_line(0, 0, "file", 1, "i");
    HOP;
    fmtmsg(MM_PRINT, "j:k", MM_INFO, "l", NULL, NULL);
    HOP;
    fflush(stderr);
    FILE *f = fopen("messages", "r");
    char *line = NULL;
    size_t room = 0;
    int n = 0;
    while (getline(&line, &room, f) > 0)
        n++;
    CHECK(n == 10);
    free(line);
    fclose(f);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_invocation_name = program_invocation_short_name = argv[0] = "all";
    all(0, (int)scaled(60, 12));
    standard_in();
    standard_out();
    standard_error();
    fcloseall();
}
