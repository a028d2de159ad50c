/* Messages to stderr, which goes to a file meanwhile; and those that end the
 * program (processes.h has it run for them). */
#ifndef TORTURE_MESSAGES_H
#define TORTURE_MESSAGES_H

#include "base.h"

#include <assert.h>
#include <err.h>
#include <error.h>
#include <fmtmsg.h>
#include <signal.h>

/* 0: vwarn, vwarnx; else ends the program. */
static void warn_by_list(int status, int has_error, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    if (status == 0 && has_error)
        vwarn(format, a);
    else if (status == 0)
        vwarnx(format, a);
    else if (has_error)
        verr(status, format, a);
    else
        verrx(status, format, a);
    va_end(a);
}

static void use_messages(void)
{
    fflush(stderr);
    int kept = dup(2);
    CHECK(freopen("messages", "w", stderr) == stderr);
    CHECK(setvbuf(stderr, NULL, _IONBF, 0) == 0); /* psiginfo has no buffer */
    errno = ENOENT;
    perror("perror");
    MOVE;
    psignal(SIGHUP, "psignal");
    siginfo_t info = {.si_signo = SIGHUP};
    psiginfo(&info, "psiginfo");
    MOVE;
    warnx("warnx of %d", 1);
    errno = ENOENT;
    warn("warn of %d", 2);
    MOVE;
    warn_by_list(0, 0, "vwarnx of %d", 3);
    errno = ENOENT;
    warn_by_list(0, 1, "vwarn of %d", 4);
    MOVE;
    error(0, ENOENT, "error of %d", 5);
    error_at_line(0, 0, "file.c", 6, "error_at_line");
    MOVE;
    fmtmsg(MM_PRINT, "torture:fmtmsg", MM_INFO, "fmtmsg", "none", "tag");
    MOVE;
    struct name err = {""};
    snprintf(err.text, sizeof err.text, "/dev/fd/%d", kept);
    CHECK(freopen(err.text, "a", stderr) == stderr);
    CHECK(setvbuf(stderr, NULL, _IONBF, 0) == 0);
    close(kept);

    static const char *const said[] = {
        "perror: No such",     "psignal: Hang",  "psiginfo: Hang",
        "warnx of 1\n",        "warn of 2: No",  "vwarnx of 3\n",
        "vwarn of 4: No",      "error of 5: No", "file.c:6: error_at",
        "torture:fmtmsg: INFO"};
    char line[200];
    FILE *f = fopen("messages", "r");
    for (unsigned i = 0; i < sizeof said / sizeof *said; i++)
        CHECK(fgets(line, sizeof line, f) && strstr(line, said[i]));
    fclose(f);
}

static void stop(const char *how)
{
    static const char *const words[] = {"err",   "errx",  "verr",
                                        "verrx", "error", "error_at_line"};
    int i = 0;
    MOVE;
    errno = ENOENT;
    while (i < 6 && strcmp(how, words[i]) != 0)
        i++;
    switch (i) {
    case 0:
        err(10, "by err");
    case 1:
        errx(11, "by errx");
    case 2:
        warn_by_list(12, 1, "by verr");
        break;
    case 3:
        warn_by_list(13, 0, "by verrx");
        break;
    case 4:
        error(14, ENOENT, "by error");
        break;
    case 5:
        error_at_line(15, 0, "file.c", 1, "by error_at_line");
        break;
    default:
        if (strcmp(how, "exit") == 0)
            exit(16);
        if (strcmp(how, "assert") == 0)
            assert(!"by assert");
        else
            __assert_perror_fail(ENOENT, "file.c", 1, "function");
    }
}

#endif
