/* What two_files.c and two_files_part.c declare for each other. */
#pragma once

/* Of the other file; each spawns functions of the first. */
void count_even(const int *a, long n, long *result);
long visit(long n, void (*visitor)(void *, long), void *closure);

/* Of the first. */
void count_odd(const int *a, long n, long *result);
