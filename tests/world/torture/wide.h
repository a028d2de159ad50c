/* Streams of wide characters. */
#ifndef TORTURE_WIDE_H
#define TORTURE_WIDE_H

#include "base.h"

wchar_t *fgetws_chk(wchar_t *s, size_t room, int n, FILE *f) AS("__fgetws_chk");
int fwprintf_chk(FILE *f, int flag, const wchar_t *format, ...)
    AS("__fwprintf_chk");
int vfwprintf_chk(FILE *f, int flag, const wchar_t *format, va_list a)
    AS("__vfwprintf_chk");
int wprintf_chk(int flag, const wchar_t *format, ...) AS("__wprintf_chk");
int vwprintf_chk(int flag, const wchar_t *format, va_list a)
    AS("__vwprintf_chk");
int fwscanf_old(FILE *f, const wchar_t *format, ...) AS("fwscanf");
int vfwscanf_old(FILE *f, const wchar_t *format, va_list a) AS("vfwscanf");
int wscanf_old(const wchar_t *format, ...) AS("wscanf");
int vwscanf_old(const wchar_t *format, va_list a) AS("vwscanf");
int fwscanf_99(FILE *f, const wchar_t *format, ...) AS("__isoc99_fwscanf");
int vfwscanf_99(FILE *f, const wchar_t *format, va_list a)
    AS("__isoc99_vfwscanf");
int wscanf_99(const wchar_t *format, ...) AS("__isoc99_wscanf");
int vwscanf_99(const wchar_t *format, va_list a) AS("__isoc99_vwscanf");

/* To a stream, or to stdout where there is none; the same for input. */
static int wide_by_list(FILE *f, int checked, const wchar_t *format, ...)
{
    va_list a;
    va_start(a, format);
    int n =
        f ? checked ? vfwprintf_chk(f, 1, format, a) : vfwprintf(f, format, a)
        : checked ? vwprintf_chk(1, format, a)
                  : vwprintf(format, a);
    va_end(a);
    return n;
}

static int wide_from_list(FILE *f, int c99, const wchar_t *format, ...)
{
    va_list a;
    va_start(a, format);
    int n = f     ? c99 ? vfwscanf_99(f, format, a) : vfwscanf_old(f, format, a)
                : c99 ? vwscanf_99(format, a)
                  : vwscanf_old(format, a);
    va_end(a);
    return n;
}

static void write_wide(FILE *f, int i)
{
    CHECK(fputws(L"wide\n", f) >= 0);
    MOVE;
    CHECK(fputwc(L'w', f) == L'w' && putwc(L'\n', f) == L'\n');
    MOVE;
    CHECK(fwprintf(f, L"%d\n", i) > 0 && fwprintf_chk(f, 1, L"%d\n", i) > 0);
    MOVE;
    CHECK(wide_by_list(f, 0, L"%d\n", i) > 0);
    CHECK(wide_by_list(f, 1, L"%d\n", i) > 0);
}

static void read_wide(FILE *f, int i)
{
    wchar_t got[32];
    int x[4];
    CHECK(fgetws(got, 3, f) && wcscmp(got, L"wi") == 0);
    MOVE;
    CHECK(fgetws_chk(got, 32, 32, f) && wcscmp(got, L"de\n") == 0);
    MOVE;
    CHECK(fgetwc(f) == L'w' && ungetwc(L'v', f) == L'v' && getwc(f) == L'v');
    MOVE;
    CHECK(fwscanf_old(f, L"%d", &x[0]) == 1 && x[0] == i);
    MOVE;
    CHECK(fwscanf_99(f, L"%d", &x[1]) == 1 && x[1] == i);
    MOVE;
    CHECK(wide_from_list(f, 0, L"%d", &x[2]) == 1 && x[2] == i);
    MOVE;
    CHECK(wide_from_list(f, 1, L"%d", &x[3]) == 1 && x[3] == i);
    CHECK(fwide(f, 0) > 0);
}

static void use_wide(int i)
{
    FILE *f = fopen(name_of("wide", i).text, "w+");
    MOVE;
    write_wide(f, i);
    MOVE;
    rewind(f);
    read_wide(f, i);
    CHECK(fclose(f) == 0);
    wchar_t *text;
    size_t n;
    f = open_wmemstream(&text, &n);
    MOVE;
    write_wide(f, i);
    CHECK(fclose(f) == 0 && wcslen(text) == n &&
          wcsncmp(text, L"wide", 4) == 0);
    MOVE;
    free(text);
}

/* Wide in between: freopen forgets what a stream was. */
static void use_standard_wide(void)
{
    int x = -1;
    FILE *f = fopen("input", "w");
    fputs("w 1 2 3 4", f);
    fclose(f);
    CHECK(freopen("input", "r", stdin) == stdin);
    CHECK(getwchar() == L'w');
    MOVE;
    CHECK(wscanf_old(L"%d", &x) == 1 && x == 1);
    MOVE;
    CHECK(wscanf_99(L"%d", &x) == 1 && x == 2);
    MOVE;
    CHECK(wide_from_list(NULL, 0, L"%d", &x) == 1 && x == 3);
    MOVE;
    CHECK(wide_from_list(NULL, 1, L"%d", &x) == 1 && x == 4);
    fflush(stdout);
    int kept = dup(1);
    CHECK(freopen("output", "w", stdout) == stdout);
    MOVE;
    CHECK(putwchar(L'p') == L'p' && wprintf(L"%d", 1) == 1);
    MOVE;
    CHECK(wprintf_chk(1, L"%d", 2) == 1);
    MOVE;
    CHECK(wide_by_list(NULL, 0, L"%d", 3) == 1);
    CHECK(wide_by_list(NULL, 1, L"%d", 4) == 1);
    MOVE;
    struct name out = {""};
    snprintf(out.text, sizeof out.text, "/dev/fd/%d", kept);
    CHECK(freopen(out.text, "a", stdout) == stdout);
    close(kept);
    char got[8] = "";
    f = fopen("output", "r");
    CHECK(fgets(got, sizeof got, f) && strcmp(got, "p1234") == 0);
    fclose(f);
}

#endif
