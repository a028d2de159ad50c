/* A line is written when it ends, whatever stdout has been used for before. */
#define _GNU_SOURCE
#include "unit.h"

#include "net/output.h"

#include <sys/wait.h>
#include <unistd.h>

/* What a process writes that does the one and the other and ends without
 * flushing. */
static void expect(void (*before)(void), void (*prints)(void),
                   const char *expected)
{
    int ends[2], status;
    char text[256];
    size_t n = 0;
    ssize_t got;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        before();
        prints();
        _exit(0);
    }
    assert_true(child > 0);
    close(ends[1]);
    while ((got = read(ends[0], text + n, sizeof text - 1 - n)) > 0)
        n += (size_t)got;
    text[n] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_string_equal(text, expected);
}

static void lines(void)
{
    uci_output_by_lines();
    printf("line %d\n", 1);
    fputs("part", stdout);
}

static void bytes(void)
{
    uci_output_by_lines();
    putchar('1');
    putchar('\n');
    putchar('2');
}

/* stdout as a program has it that has not written. */
static void first(void)
{
    setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
}

static void written(void)
{
    printf("%s\n", "before");
}

static void flushed(void)
{
    written();
    fflush(stdout);
}

static void own_buffer(void)
{
    static char buffer[16];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    flushed();
}

static void unbuffered(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
}

TEST(a_line_is_written_when_it_ends)
{
    expect(first, lines, "line 1\n");
    expect(first, bytes, "1\n");
}

TEST(so_it_is_after_other_output)
{
    expect(written, lines, "before\nline 1\n");
    expect(flushed, lines, "before\nline 1\n");
    expect(flushed, bytes, "before\n1\n");
    expect(own_buffer, bytes, "before\n1\n");
}

TEST(unbuffered_stays)
{
    expect(unbuffered, lines, "line 1\npart");
}

int main(void)
{
    return unit_run("output", NULL, NULL);
}
