/*
 * The runtime's messages, on stderr, one write each.  They allocate nothing, so
 * signal handlers may print them, on any stack.
 */
#pragma once

/* The exit status of a program that the runtime ends because of a mistake. */
enum { UCI_EXIT_ERROR = 1 };

/* Prints "ucilk: " and the formatted line. */
void uci_message(const char *format, ...)
    __attribute__((format(printf, 1, 2), cold));

/* The same, and ends the whole program with UCI_EXIT_ERROR.  In a program for
 * clusters a worker that calls _exit ends all others, too
 * (cluster/end/end_workers.c). */
__attribute__((noreturn)) void uci_fatal(const char *format, ...)
    __attribute__((format(printf, 1, 2), cold));

/* Waits, for a second at most, until the readers of stdout and stderr, if these
 * are pipes, have read all: MPICH's launcher drops the rest when it ends a
 * job. */
void uci_message_drain(void);

/* This process is one of several ranks: from now on fatal messages name the
 * host, and uci_fatal calls `last' before it ends the process. */
void uci_message_of_rank(void (*last)(void));

/* Checks an invariant, in every build; if it does not hold, prints both values
 * and aborts. */
#define UCI_CHECK_EQ(a, b) UCI_CHECK_OP(a, ==, b)
#define UCI_CHECK_OP(a, op, b)                                                 \
    do {                                                                       \
        unsigned long uci_a = (unsigned long)(a), uci_b = (unsigned long)(b);  \
        if (__builtin_expect(!(uci_a op uci_b), 0))                            \
            uci_check_failed(__FILE__, __LINE__, #a " " #op " " #b, uci_a,     \
                             uci_b);                                           \
    } while (0)
/* The same in test builds only, for what a user's program cannot break. */
#ifdef UCI_TEST_BUILD
#define UCI_ASSERT_OP(a, op, b) UCI_CHECK_OP(a, op, b)
#else
#define UCI_ASSERT_OP(a, op, b) ((void)sizeof((a)op(b)))
#endif
_Noreturn void uci_check_failed(const char *file, int line, const char *what,
                                unsigned long a, unsigned long b)
    __attribute__((cold));

/* "4 KiB" or "256 MiB": in the largest unit in which it is a whole number.
 * Returns buffer. */
char *uci_size_text(char buffer[32], unsigned long bytes);
