/* One compiled regular expression and one open directory that many tasks use
 * at once: libc has a lock in each. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <dirent.h>
#include <regex.h>
#include <string.h>
#include <unistd.h>

static regex_t number;
static struct re_pattern_buffer word;
static DIR *directory;

static int match(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        char text[64];
        regmatch_t found[2];
        snprintf(text, sizeof text, "some text, 0x%d, and more", i);
        CHECK(regexec(&number, text, 2, found, 0) == 0);
        sum += atoi(text + found[1].rm_so) == i;
        sum += regexec(&number, "none", 0, NULL, 0) == REG_NOMATCH;
        sum += re_search(&word, text, 20, 0, 20, NULL) == 5;
    }
    return sum;
}

/* Several read at once: each entry is somebody's. */
static int read_some(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        CHECK(telldir(directory) >= 0);
        if (!readdir(directory))
            break;
        sum++;
    }
    return sum;
}

static int all(int (*what)(int), int n, int parts)
{
    if (parts == 1)
        return what(n);
    int x = spawn all(what, n, parts / 2);
    int y = all(what, n, parts - parts / 2);
    sync;
    return x + y;
}

int main(void)
{
    enum { N_FILES = 200 };
    CHECK(regcomp(&number, "0x([0-9]+),", REG_EXTENDED) == 0);
    CHECK(!re_compile_pattern("text", 4, &word));
    int n = (int)scaled(2000, 1000);
    printf("matches: %d\n", all(match, n, 8) / n);
    for (int i = 0; i < N_FILES; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%d", i);
        fclose(fopen(name, "w"));
    }
    directory = opendir(".");
    CHECK(directory);
    printf("entries: %d\n", all(read_some, N_FILES, 8));
    rewinddir(directory);
    printf("again: %d\n", all(read_some, N_FILES, 8));
    closedir(directory);
    return 0;
}
