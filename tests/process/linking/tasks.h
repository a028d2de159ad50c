/* The interface of a library that spawns, for programs and plug-ins in C and
 * C++ that have no tasks themselves.  The library is tasks.c, compiled by
 * ucilkcc. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* The sum of a[0..n). */
long tasks_sum(const int *a, long n);
/* Calls each(closure, i) for all i below n, in parallel. */
void tasks_each(long n, void (*each)(void *closure, long i), void *closure);
/* 1 where two workers ran at the same time, or there is one only. */
int tasks_meet(void);
unsigned tasks_workers(void);

#ifdef __cplusplus
}
#endif
