/*
 * stdin, stdout and stderr: one of each, whatever is done to them in tasks:
 * reopened, read by many, given a buffer, asked for at a terminal; messages of
 * libc on stderr.  What is checked is told on another stream.
 */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>

static FILE *report;

static long size_of(const char *name)
{
    struct stat s;
    return stat(name, &s) == 0 ? (long)s.st_size : -1;
}

static int reopen(const char *name, const char *mode, FILE *f)
{
    return freopen(name, mode, f) == f;
}

static void print(long from, long to)
{
    if (to - from > 1) {
        spawn print(from, (from + to) / 2);
        print((from + to) / 2, to);
        return;
    }
    if (from % 2)
        printf("line %ld\n", from);
    else {
        flockfile(stdout);
        putchar('l');
        fputs("ine", stdout);
        printf(" %ld", from);
        puts("");
        funlockfile(stdout);
    }
}

/* Sum of the numbers of the lines that this task gets. */
static long read_lines(int how)
{
    long i, sum = 0;
    char line[40], *s = NULL;
    size_t n = 0;
    for (;;) {
        if (how == 0) {
            if (scanf("line %ld\n", &i) != 1)
                break;
        } else if (how == 1) {
            if (!fgets(line, sizeof line, stdin))
                break;
            i = atol(line + 5);
        } else {
            if (getline(&s, &n, stdin) < 0)
                break;
            i = atol(s + 5);
        }
        sum += i;
    }
    free(s);
    return sum;
}

/* What tasks print into a file is all there when it is closed, and they read
 * it from stdin. */
static void through_files(long n)
{
    int ok = spawn reopen("printed", "w", stdout);
    sync;
    CHECK(ok);
    print(0, n);
    CHECK(size_of("printed") % 4096 == 0); /* it has a buffer */
    ok = spawn reopen("other", "w", stdout);
    int in = reopen("printed", "r", stdin);
    sync;
    CHECK(ok && in && size_of("other") == 0);
    long x = spawn read_lines(0);
    long y = spawn read_lines(1);
    long z = read_lines(2);
    sync;
    CHECK(x + y + z == n * (n - 1) / 2);
    CHECK(feof(stdin) && !ferror(stdin));
    CHECK(reopen("/dev/null", "r", stdin));
    fprintf(report, "files\n");
}

/* By task i. */
static void complain(int i)
{
    char what[200];
    snprintf(what, sizeof what, "%d, which is long enough to be torn", i);
    errno = ENOENT;
    switch (i % 7) {
    case 0:
        perror(what);
        break;
    case 1:
        warn("%s", what);
        break;
    case 2:
        warnx("%s", what);
        break;
    case 3:
        error(0, ENOENT, "%s", what);
        break;
    case 4:
        error_at_line(0, 0, "file", 7, "%s", what);
        break;
    case 5:
        psignal(SIGINT, what);
        break;
    default:
        fprintf(stderr, "%s\n", what);
    }
}

static void complain_all(int from, int to)
{
    if (to - from > 1) {
        spawn complain_all(from, (from + to) / 2);
        complain_all((from + to) / 2, to);
        return;
    }
    complain(from);
}

static int by_number(const void *a, const void *b)
{
    return atoi(strpbrk(*(char *const *)a, "0123456789")) -
           atoi(strpbrk(*(char *const *)b, "0123456789"));
}

/* All messages, each whole: as one task gives them. */
static void messages(int n)
{
    static char *line[2][1000];
    int saved = dup(STDERR_FILENO);
    CHECK(freopen("alone", "w", stderr));
    setvbuf(stderr, NULL, _IONBF, 0);
    for (int i = 0; i < n; i++)
        complain(i);
    CHECK(freopen("messages", "w", stderr));
    setvbuf(stderr, NULL, _IONBF, 0);
    complain_all(0, n);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    for (int k = 0; k < 2; k++) {
        FILE *f = fopen(k ? "messages" : "alone", "r");
        size_t room = 0;
        int found = 0;
        while (found < n && getline(&line[k][found], &room, f) > 0) {
            char *name = strstr(line[k][found], "file:7: ");
            if (name) /* the number that counts comes behind */
                memset(name, ' ', 8);
            found++;
            room = 0;
        }
        CHECK(found == n && getc(f) == EOF);
        fclose(f);
        qsort(line[k], (size_t)n, sizeof line[k][0], by_number);
    }
    for (int i = 0; i < n; i++)
        CHECK(strcmp(line[0][i], line[1][i]) == 0);
    CHECK(error_message_count == 2 * (unsigned)((n + 3) / 7 + (n + 2) / 7));
    fprintf(report, "messages\n");
}

static void buffers(char *own)
{
    static char shared[3000];
    CHECK(freopen("buffers", "w", stdout));
    CHECK(setvbuf(stdout, own, _IOFBF, 2000) == 0);
    print(0, 100);
    CHECK(size_of("buffers") == 0);
    fflush(NULL);
    CHECK(size_of("buffers") == 790);
    CHECK(freopen("buffers", "w", stdout));
    CHECK(setvbuf(stdout, shared, _IOFBF, sizeof shared) == 0);
    print(0, 200);
    CHECK(size_of("buffers") == 0);
    CHECK(freopen("buffers", "w", stdout));
    setvbuf(stdout, NULL, _IOLBF, 0);
    print(0, 10);
    CHECK(size_of("buffers") == 70);
    CHECK(freopen("buffers", "w", stdout));
    setvbuf(stdout, NULL, _IONBF, 0);
    putchar('x');
    CHECK(size_of("buffers") == 1);
    fprintf(report, "buffers\n");
}

static void say_wide(int n)
{
    if (n > 1) {
        spawn say_wide(n / 2);
        say_wide(n - n / 2);
        return;
    }
    wprintf(L"%ls\n", L"wide");
    putwchar(L'\n');
}

static void wide(void)
{
    wchar_t line[20];
    long found[2] = {0, 0};
    CHECK(freopen("wide", "w", stdout) && fwide(stdout, 1) > 0);
    say_wide(100);
    CHECK(freopen("wide", "r", stdin) && freopen("other", "w", stdout));
    while (fgetws(line, 20, stdin)) {
        CHECK(wcscmp(line, L"wide\n") == 0 || wcscmp(line, L"\n") == 0);
        found[line[0] == L'w']++;
    }
    CHECK(found[0] == 100 && found[1] == 100);
    fprintf(report, "wide\n");
}

/* The other side of the terminal: answers what it is asked. */
static void answer(int fd)
{
    char said[1000] = "";
    size_t n = 0;
    for (int asked = 0; asked < 2; asked++) {
        const char *question = asked ? "age? " : "name? ";
        while (!strstr(said, question)) {
            ssize_t got = read(fd, said + n, sizeof said - 1 - n);
            if (got <= 0)
                _exit(1);
            said[n += (size_t)got] = '\0';
        }
        const char *text = asked ? "99\n" : "joe bloggs\n";
        if (write(fd, text, strlen(text)) < 0)
            _exit(1);
    }
    _exit(0);
}

static int ask(const char *what, char answer[20])
{
    printf("%s? ", what);
    return scanf("%19s", answer);
}

static char name[20], family[20], age[20];

/* A question without a newline is out before its answer is waited for, also
 * where part of the last line is still there to read. */
static void terminal(void)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    CHECK(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    int line = open(ptsname(master), O_RDWR | O_NOCTTY), status;
    CHECK(line >= 0);
    pid_t user = fork();
    if (user == 0) {
        close(line);
        alarm(60);
        answer(master);
    }
    dup2(line, STDIN_FILENO);
    dup2(line, STDOUT_FILENO);
    int x = spawn ask("name", name);
    sync;
    int y = spawn ask("family", family);
    sync;
    int z = ask("age", age);
    CHECK(x == 1 && y == 1 && z == 1 && strcmp(name, "joe") == 0);
    CHECK(strcmp(family, "bloggs") == 0 && strcmp(age, "99") == 0);
    CHECK(waitpid(user, &status, 0) == user && status == 0);
    close(line);
    fprintf(report, "terminal\n");
}

int main(void)
{
    char own[2000];
    program_invocation_name = program_invocation_short_name = "program";
    report = fdopen(dup(STDOUT_FILENO), "w");
    terminal();
    through_files(scaled(600, 300));
    messages((int)scaled(400, 150));
    buffers(own);
    wide();
    return 0;
}
