/*
 * Streams that tasks share: whole lines from many tasks in files, memory and
 * stdout; opened in one task, written by others, closed in a third; read by
 * many at a time, every line once.
 */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { LINES = 600 };

static FILE *opened; /* by a task */

static FILE *open_one(const char *name, const char *mode)
{
    return fopen(name, mode);
}

/* Lines of several writes, each of which may meet the end of the buffer. */
static long write_lines(FILE *f, long from, long to)
{
    if (to - from > 1) {
        long x = spawn write_lines(f, from, (from + to) / 2);
        long y = write_lines(f, (from + to) / 2, to);
        sync;
        return x + y;
    }
    switch (from % 4) {
    case 0:
        return fprintf(f, "%ld %s\n", from, "by fprintf, of several parts");
    case 1: {
        char line[100];
        int n = snprintf(line, sizeof line, "%ld %s\n", from, "by fwrite");
        return (long)fwrite(line, 1, (size_t)n, f);
    }
    case 2: {
        char line[100];
        int n = snprintf(line, sizeof line, "%ld %s\n", from, "by fputs");
        return fputs(line, f) < 0 ? 0 : n;
    }
    default: {
        flockfile(f);
        int n = fprintf(f, "%ld ", from);
        for (const char *s = "by single characters\n"; *s; s++, n++)
            if (n % 2)
                putc(*s, f);
            else
                putc_unlocked(*s, f);
        funlockfile(f);
        return n;
    }
    }
}

static const char *text_of(long i)
{
    static const char *const texts[] = {"by fprintf, of several parts",
                                        "by fwrite", "by fputs",
                                        "by single characters"};
    return texts[i % 4];
}

/* Every line once, and whole. */
static void check_lines(FILE *f, long n)
{
    char line[200], wanted[200], *seen = calloc(1, (size_t)n);
    long found = 0;
    while (fgets(line, sizeof line, f)) {
        long i = atol(line);
        CHECK(i >= 0 && i < n && !seen[i]);
        snprintf(wanted, sizeof wanted, "%ld %s\n", i, text_of(i));
        CHECK(strcmp(line, wanted) == 0);
        seen[i] = 1;
        found++;
    }
    CHECK(found == n);
    free(seen);
}

static long read_some(FILE *f, char *seen, int how)
{
    char *line = NULL, word[32];
    size_t room = 0;
    long n = 0, i;
    for (;;) {
        switch ((how + n) % 3) {
        case 0:
            if (fscanf(f, "%ld %31[^\n]\n", &i, word) != 2)
                goto out;
            CHECK(strncmp(word, text_of(i), 5) == 0);
            break;
        case 1:
            if (getline(&line, &room, f) < 0)
                goto out;
            i = atol(line);
            break;
        default: {
            char buffer[100];
            if (!fgets(buffer, sizeof buffer, f))
                goto out;
            i = atol(buffer);
        }
        }
        seen[i]++;
        n++;
    }
out:
    free(line);
    return n;
}

/* Records of odd size, each read whole by some task. */
struct record {
    int number;
    char text[29];
};

static long read_records(FILE *f)
{
    struct record r;
    long sum = 0;
    while (fread(&r, sizeof r, 1, f) == 1) {
        CHECK(r.text[r.number % 28] == 'x' && strlen(r.text) == 28);
        sum += r.number;
    }
    return sum;
}

static void records(int n)
{
    FILE *f = fopen("records", "w+");
    for (int i = 0; i < n; i++) {
        struct record r = {i, ""};
        memset(r.text, 'x', 28);
        CHECK(fwrite(&r, sizeof r, 1, f) == 1);
    }
    rewind(f);
    long x = spawn read_records(f);
    long y = spawn read_records(f);
    long z = read_records(f);
    sync;
    CHECK(x + y + z == (long)n * (n - 1) / 2 && feof(f));
    fclose(f);
}

static int close_one(FILE *f)
{
    return fclose(f);
}

static void files(long n)
{
    opened = spawn open_one("lines", "w+");
    sync;
    CHECK(opened);
    long written = write_lines(opened, 0, n);
    CHECK(ftell(opened) == written);
    rewind(opened);
    check_lines(opened, n);
    rewind(opened);
    char *seen = calloc(1, (size_t)n);
    long found[4], sum = 0;
    for (int i = 0; i < 4; i++)
        found[i] = spawn read_some(opened, seen, i);
    sync;
    for (int i = 0; i < 4; i++)
        sum += found[i];
    CHECK(sum == n);
    for (long i = 0; i < n; i++)
        CHECK(seen[i] == 1);
    int closed = spawn close_one(opened);
    sync;
    CHECK(closed == 0);
    free(seen);
}

static void temporary(long n)
{
    FILE *f = tmpfile();
    write_lines(f, 0, n);
    rewind(f);
    check_lines(f, n);
    fclose(f);
}

/* What it fills is told to variables, which a task must find: not locals. */
static char *text;
static size_t size;

static void memory(long n)
{
    FILE *f = open_memstream(&text, &size);
    long written = write_lines(f, 0, n);
    CHECK(fclose(f) == 0 && (long)size == written);
    f = fmemopen(text, size, "r");
    check_lines(f, n);
    fclose(f);
    free(text);
}

static ssize_t put(void *count, const char *data, size_t n)
{
    (void)data;
    __atomic_fetch_add((long *)count, (long)n, __ATOMIC_SEQ_CST);
    return (ssize_t)n;
}

static void cookies(long n)
{
    static long count;
    FILE *f = fopencookie(&count, "w", (cookie_io_functions_t){.write = put});
    long written = write_lines(f, 0, n);
    CHECK(fclose(f) == 0 && count == written);
}

static long open_many(long n)
{
    if (n > 1) {
        long x = spawn open_many(n / 2);
        long y = open_many(n - n / 2);
        sync;
        return x + y;
    }
    FILE *f = tmpfile(), *g = fdopen(dup(fileno(f)), "r");
    fprintf(f, "text");
    fflush(NULL);
    rewind(g);
    long c = getc(g);
    CHECK(ungetc('u', g) == 'u' && getc(g) == 'u');
    CHECK(getc(g) == 'e' && fseek(g, 1, SEEK_END) == 0 && getc(g) == EOF);
    CHECK(feof(g) && !ferror(g));
    clearerr(g);
    CHECK(!feof(g));
    fclose(f);
    fclose(g);
    return c == 't';
}

static void wide(FILE *f, long from, long to)
{
    if (to - from > 1) {
        spawn wide(f, from, (from + to) / 2);
        wide(f, (from + to) / 2, to);
        return;
    }
    fwprintf(f, L"%ld %ls\n", from, L"wide");
}

static void wide_lines(long n)
{
    FILE *f = fopen("wide", "w+");
    char *seen = calloc(1, (size_t)n);
    wide(f, 0, n);
    rewind(f);
    long i, found = 0;
    while (fwscanf(f, L"%ld wide\n", &i) == 1) {
        CHECK(i >= 0 && i < n && !seen[i]++);
        found++;
    }
    CHECK(found == n && fwide(f, 0) > 0);
    fclose(f);
    free(seen);
}

int main(void)
{
    long n = scaled(LINES, LINES / 4);
    files(n);
    records((int)n * 20);
    temporary(n);
    memory(n);
    cookies(n);
    CHECK(open_many(scaled(100, 20)) == scaled(100, 20));
    wide_lines(n);
    FILE *still = fopen("still open at exit", "w");
    write_lines(still, 0, 10);
    puts("every line once, and whole");
}
