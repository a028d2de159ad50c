/* What the language programs share: checks that end the program, and sizes
 * that fit the way a program is run. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                       \
    ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))

static __attribute__((unused)) void check_failed(const char *file, int line,
                                                 const char *condition)
{
    fprintf(stderr, "%s:%d: CHECK(%s) does not hold\n", file, line, condition);
    exit(1);
}

/* Tasks run in the serial order: in the elision, and under the race detector
 * (tests/race/run.py). */
#if defined UCILK_SERIAL || defined IN_SERIAL_ORDER
enum { IS_IN_ORDER = 1 };
#else
enum { IS_IN_ORDER = 0 };
#endif

#ifdef __SANITIZE_THREAD__
#define IS_THREAD_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define IS_THREAD_SANITIZED 1
#endif
#endif
#ifndef IS_THREAD_SANITIZED
#define IS_THREAD_SANITIZED 0
#endif

/* Fewer where every spawn is stolen, which costs a thousand times as much, and
 * under ThreadSanitizer, which knows 8,000 tasks at a time. */
static __attribute__((unused)) long scaled(long full, long forced)
{
    return IS_THREAD_SANITIZED || getenv("UCILK_TEST_STEAL") ? forced : full;
}
