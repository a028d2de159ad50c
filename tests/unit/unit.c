#define _GNU_SOURCE
#include "unit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct CMUnitTest tests[32];
static size_t n_tests;

void unit_list(const char *name, CMUnitTestFunction test)
{
    assert_in_range(n_tests, 0, 31);
    tests[n_tests++] = (struct CMUnitTest){.name = name, .test_func = test};
}

int unit_run(const char *group, CMFixtureFunction setup,
             CMFixtureFunction teardown)
{
    for (size_t i = 0; i < n_tests; i++) {
        tests[i].setup_func = setup;
        tests[i].teardown_func = teardown;
    }
    return _cmocka_run_group_tests(group, tests, n_tests, NULL, NULL);
}

static int run_self(const char *mode, const char *const settings[],
                    char text[4096])
{
    int ends[2], status = -1;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        dup2(ends[1], STDERR_FILENO);
        for (; settings && *settings; settings++)
            putenv((char *)*settings);
        execl("/proc/self/exe", "unit", mode, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    size_t length = 0;
    ssize_t n;
    while (length < 4095 &&
           (n = read(ends[0], text + length, 4095 - length)) > 0)
        length += (size_t)n;
    text[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

void unit_expect_parts(const char *mode, const char *const settings[],
                       int wanted, const char *const parts[])
{
    char text[4096];
    int status = run_self(mode, settings, text);
    for (; *parts; parts++)
        if (!WIFEXITED(status) || WEXITSTATUS(status) != wanted ||
            !strstr(text, *parts))
            fail_msg("wait status %#x instead of exit %d, or no \"%s\" in: %s",
                     (unsigned)status, wanted, *parts, text);
}

static int caught, own_stderr;

void unit_catch(void)
{
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    own_stderr = dup(STDERR_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    caught = ends[0];
}

void unit_caught(char text[4096])
{
    dup2(own_stderr, STDERR_FILENO);
    close(own_stderr);
    ssize_t n = read(caught, text, 4095);
    text[n > 0 ? n : 0] = '\0';
    close(caught);
}
