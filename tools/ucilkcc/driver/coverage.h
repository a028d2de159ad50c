/*
 * Reports of gcov: which files they list.
 *
 * Generated code has lines of files of its own, `<ucilk>' and `ucilk/abi.h',
 * and gcc lists each file that a function has lines of.  Both become the
 * header's absolute path, which gcov -r, lcov --no-external and gcovr leave
 * out.
 */
#ifndef UK_COVERAGE_H
#define UK_COVERAGE_H

#include "unit.h"

/* If the command asks for such reports: renames the files in the text. */
void uk_coverage_rename(const struct uk_job *job, struct uk_buffer *text);

#endif
