/* What the unit tests share: cmocka, and a second worker that has no
 * scheduler. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* A test.  unit_run() runs those of a program, in their order, each between
 * setup and teardown, which may be null. */
#define TEST(name)                                                             \
    static void name(void **state);                                            \
    __attribute__((constructor(101 + __LINE__))) static void list_##name(void) \
    {                                                                          \
        unit_list(#name, name);                                                \
    }                                                                          \
    static void name(__attribute__((unused)) void **state)

void unit_list(const char *name, CMUnitTestFunction test);
int unit_run(const char *group, CMFixtureFunction setup,
             CMFixtureFunction teardown);

/*
 * peer.c, for tests with the whole runtime.
 *
 * Starts worker 1 as a process that runs work() and ends: with its own block,
 * deque, heap and region, but not the scheduler.  It shares what is declared
 * UNIT_SHARED.  (From a thread, as the runtime does it: the stack of main is
 * shared memory.)
 */
#define UNIT_SHARED __attribute__((section("unit_shared")))
void unit_peer_start(void (*work)(void));
/* Shares the variables that are UNIT_SHARED with the runtime's own workers.  Is
 * called before the first spawn. */
void unit_share(void);

/* Waits for the end of worker 1 and returns its wait status. */
int unit_peer_join(void);

/*
 * Runs this program once more, with the arguments `mode' and so many
 * environment entries "NAME=value", the last one NULL, or none.  It must end
 * with this status, and each of the texts must be in what it writes on stderr.
 */
#define unit_expect(mode, settings, status, ...)                               \
    unit_expect_parts(mode, settings, status,                                  \
                      (const char *const[]){__VA_ARGS__, NULL})
void unit_expect_parts(const char *mode, const char *const settings[],
                       int wanted, const char *const parts[]);

/* From the first to the second, what is written on stderr goes to text: as much
 * as a pipe takes, without a message that ends the program. */
void unit_catch(void);
void unit_caught(char text[4096]);
