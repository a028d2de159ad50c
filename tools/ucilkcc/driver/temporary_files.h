/*
 * Temporary files, removed however the tool ends.
 *
 * Every file lies alone in a fresh directory of $TMPDIR (else /tmp), so that
 * it can have a name that does not change from run to run: compilers write
 * file names into what they make.
 */
#pragma once

#include <stddef.h>

/* From here on, a signal that ends the tool first ends its child
 * (process.h), then removes the files. */
void uk_temp_catch_signals(void);

/* The path for a new file of this name, NULL after a message.  The path
 * belongs to this module; the file is the caller's to create. */
const char *uk_temp_path(const char *name);

/* The same with contents. */
const char *uk_temp_file(const char *name, const char *bytes, size_t size);

void uk_temp_remove_all(void);

/* Writes a whole file; 0, or -1 with errno and no file. */
int uk_temp_write(const char *path, const char *bytes, size_t size);
