/*
 * Processes: the one child at a time, its output, and becoming another
 * program.  Statuses are a shell's: the program's own, 128 + signal, or 127
 * after a message when it could not be started.
 */
#pragma once

#include "rewrite.h"
#include "words.h"

/* Runs the command and waits for it. */
int uk_process_run(const struct uk_words *command);

/* The same with its stdout, and its stderr unless NULL, kept in memory:
 * malloc'ed, also when it fails.  If it takes more than so many seconds, which
 * are not 0, it is ended, first by SIGTERM, and the status is
 * UK_PROCESS_LATE. */
enum { UK_PROCESS_LATE = -1 };
int uk_process_capture(const struct uk_words *command, unsigned seconds,
                       struct uk_buffer *out, struct uk_buffer *err);

/* Becomes the command; returns only when that fails, after a message. */
int uk_process_become(const struct uk_words *command);

/* Sends a signal to the running child, if there is one, and waits for its
 * end.  Safe in signal handlers. */
void uk_process_kill_child(int signal_number);

/* Reads a whole file, zero byte added; 0, or -1 with errno. */
int uk_process_read_file(const char *path, struct uk_buffer *text);
