/* The environment is one: what a task sets, others and main get, and children
 * inherit. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* So many that the array has to be replaced, in any worker. */
enum { N_TASKS = 200 };

static char put_entry[] = "PUT=put";

static int set(int i)
{
    char name[16], value[32];
    snprintf(name, sizeof name, "NAME%d", i);
    for (int k = 0; k < 3; k++) {
        snprintf(value, sizeof value, "value %d.%d", i, k);
        CHECK(setenv(name, value, 1) == 0);
    }
    CHECK(setenv(name, "no", 0) == 0);
    return strcmp(getenv(name), value) == 0;
}

static int unset(int i)
{
    char name[16];
    snprintf(name, sizeof name, "NAME%d", i);
    return unsetenv(name) == 0 && !getenv(name);
}

static int all(int (*what)(int), int from, int to)
{
    if (to - from == 1)
        return what(from);
    int x = spawn all(what, from, (from + to) / 2);
    int y = all(what, (from + to) / 2, to);
    sync;
    return x + y;
}

/* How many are there, as getenv, environ and a child see it. */
static int count(void)
{
    int n = 0, listed = 0;
    char name[16];
    for (int i = 0; i < N_TASKS; i++) {
        snprintf(name, sizeof name, "NAME%d", i);
        n += getenv(name) && strstr(getenv(name), ".2") != NULL;
    }
    for (char **e = environ; *e; e++)
        listed += strncmp(*e, "NAME", 4) == 0;
    CHECK(n == listed);
    char command[64];
    snprintf(command, sizeof command, "test `env | grep -c ^NAME` = %d", n);
    CHECK(system(command) == 0);
    return n;
}

/* What a forked child sets is its own. */
static int fork_and_set(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        setenv("NAME0", "child", 1);
        unsetenv("NAME1");
        setenv("OTHER", "child", 1);
        _exit(strcmp(getenv("NAME0"), "child") == 0 && !getenv("NAME1") ? 7
                                                                        : 8);
    }
    int status;
    CHECK(waitpid(pid, &status, 0) == pid);
    return WEXITSTATUS(status);
}

static int put(void)
{
    return putenv(put_entry);
}

int main(void)
{
    setenv("NAME0", "before", 1);
    printf("set by tasks: %d\n", all(set, 0, N_TASKS));
    int n = spawn count();
    int m = count();
    sync;
    printf("seen: %d %d, NAME0: %s\n", n, m, getenv("NAME0"));
    int status = spawn fork_and_set();
    sync;
    printf("child: %d %s\n", status, getenv("OTHER") ? "set" : "not set");
    printf("unset: %d\n", all(unset, 10, 30));
    n = spawn count();
    spawn put();
    sync;
    memcpy(strchr(put_entry, '='), "=out", 4);
    printf("left: %d, put: %s\n", n, getenv("PUT"));
    spawn clearenv();
    sync;
    printf("cleared: %d\n", !getenv("NAME0") && (!environ || !*environ));
    CHECK(setenv("AGAIN", "1", 1) == 0 && getenv("AGAIN"));
    return 0;
}
