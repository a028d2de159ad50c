/*
 * What the runtime says to people, on stderr, one write a message, without
 * memory of its own: usable from signal handlers and on any stack.
 */
#ifndef UCI_MESSAGE_H
#define UCI_MESSAGE_H

/* Exit status of a program that the runtime ends because of a mistake. */
enum { UCI_EXIT_ERROR = 1 };

/* Prints "ucilk: " and the formatted line. */
void uci_message(const char *format, ...)
    __attribute__((format(printf, 1, 2), cold));

/* The same, and ends the whole program with UCI_EXIT_ERROR: a worker that
 * leaves by _exit takes every other with it (cluster/end/end_workers.c). */
_Noreturn void uci_fatal(const char *format, ...)
    __attribute__((format(printf, 1, 2), cold));

/* Waits until all that was printed into pipes has been read, a second at most:
 * MPICH's launcher drops the rest when it ends a job. */
void uci_message_drain(void);

/* This process is one of several, perhaps on several hosts: from now on fatal
 * messages name the host, and are followed by `last', the last thing done. */
void uci_message_of_rank(void (*last)(void));

/* An invariant, checked in every build; prints both values. */
#define UCI_CHECK_EQ(a, b) UCI_CHECK_OP(a, ==, b)
#define UCI_CHECK_OP(a, op, b)                                                 \
    do {                                                                       \
        unsigned long uci_a = (unsigned long)(a), uci_b = (unsigned long)(b);  \
        if (__builtin_expect(!(uci_a op uci_b), 0))                            \
            uci_check_failed(__FILE__, __LINE__, #a " " #op " " #b, uci_a,     \
                             uci_b);                                           \
    } while (0)
/* The same in test builds only: for what a user's program cannot break. */
#ifdef UCI_TEST_BUILD
#define UCI_ASSERT_OP(a, op, b) UCI_CHECK_OP(a, op, b)
#else
#define UCI_ASSERT_OP(a, op, b) ((void)sizeof((a)op(b)))
#endif
_Noreturn void uci_check_failed(const char *file, int line, const char *what,
                                unsigned long a, unsigned long b)
    __attribute__((cold));

/* "4 KiB", "256 MiB": exact where it is exact.  Returns buffer. */
char *uci_size_text(char buffer[32], unsigned long bytes);

#endif
