/* stdio from all tasks: one file for all, a file of each, files that one task
 * opens and another closes, and memory streams on the stack. */
#define _GNU_SOURCE
#include "../process.h"
#include <string.h>
#include <ucilk/ucilk.h>

static void lines(FILE *f, int task, int n)
{
    for (int i = 0; i < n; i++) {
        CHECK(fprintf(f, "task %d line %d of %d\n", task, i, n) > 0);
        if (i % 8 == 0)
            linger((unsigned long)i);
    }
}

/* A block of several calls, which nobody comes between. */
static void block(FILE *f, int task)
{
    flockfile(f);
    for (int i = 0; i < 5; i++) {
        fputc_unlocked('a' + task % 26, f);
        linger((unsigned long)i);
    }
    fputc_unlocked('\n', f);
    funlockfile(f);
}

static void together(int n)
{
    int next[40] = {0};
    FILE *f = tmpfile();
    CHECK(f);
    for (int t = 0; t < 40; t++)
        spawn lines(f, t, n);
    sync;
    rewind(f);
    int task, at, of, count = 0;
    while (fscanf(f, "task %d line %d of %d\n", &task, &at, &of) == 3) {
        CHECK(task >= 0 && task < 40 && of == n && at == next[task]);
        next[task]++;
        count++;
    }
    CHECK(feof(f) && count == 40 * n);
    CHECK(fclose(f) == 0);
}

static void blocks(void)
{
    char line[100];
    int n = 0;
    FILE *f = tmpfile();
    CHECK(f && setvbuf(f, NULL, _IOLBF, 64) == 0);
    for (int t = 0; t < 60; t++)
        spawn block(f, t);
    sync;
    rewind(f);
    for (; fgets(line, sizeof line, f); n++) {
        CHECK(strlen(line) == 6);
        for (int i = 1; i < 5; i++)
            CHECK(line[i] == line[0]);
    }
    CHECK(n == 60 && fclose(f) == 0);
}

/* Opened in one task, written in a second, read and closed in a third. */
static FILE *open_one(void)
{
    return tmpfile();
}

static void write_one(FILE *f, int i)
{
    CHECK(f && fprintf(f, "%d", i) > 0);
}

static int close_one(FILE *f)
{
    int i = -1;
    rewind(f);
    CHECK(fscanf(f, "%d", &i) == 1);
    CHECK(fclose(f) == 0);
    return i;
}

static void hand_on(void)
{
    FILE *f[20];
    int got[20];
    for (int i = 0; i < 20; i++)
        f[i] = spawn open_one();
    sync;
    for (int i = 0; i < 20; i++)
        spawn write_one(f[i], i);
    sync;
    for (int i = 0; i < 20; i++)
        got[i] = spawn close_one(f[i]);
    sync;
    for (int i = 0; i < 20; i++)
        CHECK(got[i] == i);
}

/* A stream whose buffer is a local of the function that spawns. */
static void in_memory(void)
{
    char buffer[400] = "", *grown = NULL;
    size_t size = 0;
    FILE *f = fmemopen(buffer, sizeof buffer, "w"),
         *g = open_memstream(&grown, &size);
    CHECK(f && g);
    for (int t = 0; t < 3; t++) {
        spawn lines(f, t, 3);
        spawn lines(g, t, 50);
    }
    sync;
    CHECK(fclose(f) == 0 && fclose(g) == 0);
    CHECK(strlen(buffer) == 9 * strlen("task 0 line 0 of 3\n"));
    CHECK(size == strlen(grown) && size > 150 * 20);
    free(grown);
}

int main(void)
{
    together((int)scaled(60, 20));
    for (int i = 0; i < scaled(10, 2); i++) {
        blocks();
        hand_on();
        in_memory();
    }
    return right();
}
