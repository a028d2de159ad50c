/* Directories and regular expressions, which have locks of libc's inside: all
 * tasks share one of each, and have a directory of their own besides. */
#ifndef TORTURE_SEARCHES_H
#define TORTURE_SEARCHES_H

#include "base.h"

#include <dirent.h>
#include <regex.h>
#include <sys/stat.h>

static struct {
    regex_t posix;
    struct re_pattern_buffer gnu;
    DIR *directory;
} searched;

static void make_searches(void)
{
    CHECK(regcomp(&searched.posix, "^([a-z]+)-([0-9]+)$", REG_EXTENDED) == 0);
    re_set_syntax(RE_SYNTAX_POSIX_EXTENDED);
    CHECK(re_compile_pattern("b+c", 3, &searched.gnu) == NULL);
    searched.directory = opendir(".");
    CHECK(searched.directory);
}

static void use_patterns(int i)
{
    regmatch_t found[3];
    struct name name = name_of("word", i);
    for (int k = 0; k < 20; k++) {
        CHECK(regexec(&searched.posix, name.text, 3, found, 0) == 0);
        CHECK(found[1].rm_eo == 4 && found[2].rm_so == 5);
        CHECK(re_search(&searched.gnu, "aabbc", 5, 0, 5, NULL) == 2);
        CHECK(re_match(&searched.gnu, "aabbc", 5, 3, NULL) == 2);
    }
    MOVE;
    CHECK(re_search_2(&searched.gnu, "aab", 3, "bc", 2, 0, 5, NULL, 5) == 2);
    CHECK(re_match_2(&searched.gnu, "aab", 3, "bc", 2, 2, NULL, 5) == 3);
}

static void use_directories(int i)
{
    struct name name = name_of("directory", i);
    CHECK(mkdir(name.text, 0700) == 0);
    for (int k = 0; k < 3; k++) {
        struct name path = {""};
        snprintf(path.text, sizeof path.text, "%s/%d", name.text, k);
        int fd = open(path.text, O_WRONLY | O_CREAT, 0600);
        CHECK(fd >= 0 && close(fd) == 0);
    }
    DIR *d = opendir(name.text);
    CHECK(d);
    struct dirent entry, *e;
    struct dirent64 entry64, *e64;
    MOVE;
    CHECK(readdir(d) && readdir64(d));
    long third = telldir(d);
    MOVE;
    CHECK(readdir_r(d, &entry, &e) == 0 && e == &entry);
    CHECK(readdir64_r(d, &entry64, &e64) == 0 && e64 == &entry64);
    MOVE;
    CHECK(readdir(d) && !readdir(d));
    seekdir(d, third);
    CHECK(readdir(d));
    MOVE;
    rewinddir(d);
    int n = 0;
    while (readdir(d))
        n++;
    CHECK(n == 5 && closedir(d) == 0);
    for (int k = 0; k < 20; k++) {
        (void)readdir(searched.directory);
        if (k % 7 == 0)
            rewinddir(searched.directory);
    }
}

#endif
