/*
 * ucilk: Cilk-style C on ordinary compilers.
 *
 * Included by programs that use the keywords
 *
 *     x = spawn f(a, b);      also cilk_spawn, _Cilk_spawn
 *     sync;                   also cilk_sync, _Cilk_sync
 *     cilk_scope { ... }      also _Cilk_scope: its end is a sync
 *     cilk_for (...) ...      also _Cilk_for: iterations may run at once
 *     T cilk_reducer(identity, reduce) x = v;   each strand has a view of x,
 *                             joined in serial order; <ucilk/reducers.h>
 *                             (also OpenCilk's word, _Hyperobject)
 *     f = cilk_future g(a);   a task that is waited for where f is got;
 *                             <ucilk/futures.h>
 *     f = cilk_group g(a);    the same, perhaps on another node;
 *                             <ucilk/groups.h>
 *     cilk long f(int n);     Cilk-5's qualifier: ignored
 *     SYNCHED                 Cilk-5's: 1 if no child is outstanding
 *     inlet void g(int r) { ... } g(spawn f(n)); abort;    Cilk-5's
 *
 * and are compiled by ucilkcc.  With -DUCILK_SERIAL the keywords vanish and the
 * program is plain C, the serial elision.  The elision of a program with
 * cilk_future or cilk_group needs `ucilkcc --ucilk-serial'.  <ucilk/macros.h> has the same
 * language without the tool.
 */
#ifndef UCILK_UCILK_H
#define UCILK_UCILK_H

#define UCILK_VERSION "0.1.0"

#include <ucilk/futures.h>

#if defined(__cplusplus) && !defined(UCILK_SERIAL) && !defined(UCILK_IDE)
#error "ucilk: spawn and the other keywords are for C: in C++ use the macros of <ucilk/macros.h>, or -DUCILK_SERIAL for the serial elision"
#elif !defined(UCILK_COMPILER) && !defined(UCILK_SERIAL) && !defined(UCILK_IDE)
#error "ucilk: spawn and sync need the rewriter: compile this file with `ucilkcc' instead of `cc', or with -DUCILK_SERIAL for the serial elision (editors: define UCILK_IDE)"
#endif

#if !defined(UCILK_COMPILER)
/* The serial elision.  POSIX sync() is declared before the keyword hides it. */
#if defined(__unix__) && defined(__has_include)
#if __has_include(<unistd.h>)
#include <unistd.h>
#endif
#endif
#include <ucilk/elision.h>
#define spawn
#define sync
#define cilk
#define SYNCHED 1
/* No macro can make a future's handle of the call behind the keyword.  For
 * editors cilk_future becomes an expression of the handle's type, with or
 * without a number of consumers. */
#ifdef UCILK_IDE
#define cilk_future *(ucilk_future_t *)__alignof
#define cilk_group *(ucilk_future_t *)__alignof
#define __alignof(...) (__typeof__((void)(__VA_ARGS__), 0ul)) __alignof__
#ifdef __clang__ /* it warns of functions that are called for their types */
#pragma clang diagnostic ignored "-Wunneeded-internal-declaration"
#endif
#else
#define cilk_future                                                            \
    _Pragma("GCC error \"ucilk: cilk_future needs the tool: compile this file with `ucilkcc --ucilk-serial'\"")
#define cilk_group                                                             \
    _Pragma("GCC error \"ucilk: cilk_group needs the tool: compile this file with `ucilkcc --ucilk-serial'\"")
#endif
#endif

#endif
