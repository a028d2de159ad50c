/*
 * The language without the tool, for plain gcc and clang ("The macro form" in
 * docs/language.md).
 *
 *     #include <ucilk/macros.h>
 *
 *     cilk_task(long, fib, (long) n)
 *     {
 *         if (n < 2) return n;
 *         long x, y;
 *         spawn_to(x, fib, n - 1);          // x = spawn fib(n - 1);
 *         y = fib(n - 2);
 *         sync;                             // implied at every return
 *         return x + y;
 *     }
 *
 * Functions, which are called like any other.  Each parameter is its type in
 * parentheses, then its name; there may be up to 20 of them, or none.
 *
 *   cilk_task(result, name, (type) param, ...) { body }
 *       declares and defines a function that can spawn and be spawned.
 *   cilk_declare(result, name, (type) param, ...);
 *   cilk_define(result, name, (type) param, ...) { body }
 *       the same in two steps; cilk_static_task, cilk_static_declare and
 *       cilk_static_define for static functions.
 *   cilk_callee(result, name, (type) param, ...);
 *       makes an ordinary C function spawnable that does not spawn itself.
 *
 * In their bodies, in those of loops, and behind `cilk_scope;':
 *
 *   spawn(name, arguments...);               drops the result
 *   spawn_to(destination, name, arguments...);   destination = result
 *   spawn_add(destination, name, arguments...);  destination += result, for
 *                                            arithmetic types that equal
 *                                            the result's
 *   sync;
 *   cilk_future(name, arguments...)          a future of one consumer, or of k:
 *   cilk_future_k(k, name, arguments...)     expressions, <ucilk/futures.h>
 *   cilk_group(name, arguments...)           <ucilk/groups.h>
 *   cilk_group_k(k, name, arguments...)
 *   cilk_apart;                              at the beginning, if there is an
 *                                            array of variable length or an
 *                                            alloca; or -DUCILK_ABI_APART for a
 *                                            whole file
 *   { cilk_scope; ... }                      the children of the rest of the
 *                                            block are joined where it is left;
 *                                            in any function
 *
 * Loops.  The body is a function of its own, to which variables are passed; it
 * may spawn, its end is a sync, and return ends the iteration.
 *
 *   cilk_loop(name, (integer type) index, (type) capture, ...) { body }
 *   cilk_reduce_loop(name, identity, reduce, (integer type) index,
 *                    (type *) view, (type) capture, ...) { body }
 *       The same with a local reducer: in cilk_for its address comes first, as
 *       a capture; the body updates *view.
 *   cilk_for(name, first, limit, captures...);
 *   cilk_for_step(name, first, limit, step, captures...);
 *   cilk_for_grain(grain, name, first, limit, captures...);
 *       Statements of any function.  Captures are evaluated once; in the serial
 *       elision, for each iteration.  A negative step counts down; limit itself
 *       is not reached.  A task runs at most `grain' iterations.
 *
 * Reducers, with void identity(void *view) and void reduce(void *left, void
 * *right), as <ucilk/reducers.h> has them:
 *
 *   cilk_reducer(type, name, identity, reduce, initial value);
 *   cilk_static_reducer(type, name, identity, reduce, initial value);
 *   cilk_reducer_declare(type, name);        in headers
 *   cilk_local_reducer(type, name, identity, reduce, initial value);
 *                                            where a spawn may stand
 *   cilk_view(name)                          the strand's own view; use it
 *                                            wherever you mean the variable
 *   cilk_reducer_address(name)               the address of any reducer, and
 *   cilk_view_at(pointer, identity, reduce)  the view of the one that it is of
 *
 * The address of a view is valid until the function that has asked for it
 * spawns.
 *
 * Inlets and abort, in programs of one process:
 *
 *   cilk_inlet(name, f, (type) context, (type) result) { body }
 *       runs with each result of f, which is declared before.
 *   cilk_inlets;                             first in a function that has
 *                                            spawn_inlet
 *   spawn_inlet(name, context, f, arguments...);
 *                                            context must outlive the sync
 *   cilk_abort;                              in an inlet, or in the function;
 *                                            not of children of plain spawns
 *   cilk_aborted()                           in any function: whether its task
 *                                            is aborted
 *
 * spawn, spawn_to, spawn_add, spawn_inlet and sync are short names of
 * cilk_spawn, cilk_spawn_to, cilk_spawn_add, cilk_spawn_inlet and cilk_sync.
 * With UCILK_NO_SHORT_NAMES only the long ones are defined.  POSIX sync() and
 * <spawn.h> stay usable if their headers are included before this one and the
 * short names are off.  With -DUCILK_SERIAL all this is plain C, for any C99
 * compiler.
 */
#ifndef UCILK_MACROS_H
#define UCILK_MACROS_H

#ifdef UCILK_REDUCERS_H
#error "ucilk: include <ucilk/macros.h> before <ucilk/reducers.h>"
#endif

/* UCILK_CLUSTER: a program for clusters.  ucilkcc --ucilk-cluster defines
 * UCILK_ABI_CLUSTER itself. */
#if defined(UCILK_CLUSTER) && !defined(UCILK_ABI_CLUSTER)
#ifdef UCILK_ABI_H
#error "ucilk: with UCILK_CLUSTER include <ucilk/macros.h> first"
#endif
#define UCILK_ABI_CLUSTER 1
#endif

#ifdef UCILK_ABI_PEDIGREES
#error "ucilk: macros keep no pedigrees: keywords and --ucilk-pedigrees do"
#endif

#include <ucilk/futures.h>

/*
 * Lists.  A list here is the function's name and then the parameters or
 * arguments, so that it is never empty; UCILK_EACH skips the name.
 */
#define UCILK_APPLY(M, ...) M(__VA_ARGS__) /* with the arguments expanded */
#define UCILK_TAIL(...) UCILK_TAIL_(__VA_ARGS__)
#define UCILK_TAIL_(a, ...) __VA_ARGS__

#define UCILK_22ND(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, \
                   u, N, ...)                                                  \
    N
/* The length of a list, 1 to 21. */
#define UCILK_COUNT(...)                                                       \
    UCILK_22ND(__VA_ARGS__, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, \
               8, 7, 6, 5, 4, 3, 2, 1, ~)
/* NONE if a list holds the name alone, otherwise SOME. */
#define UCILK_KIND(...)                                                        \
    UCILK_22ND(__VA_ARGS__, SOME, SOME, SOME, SOME, SOME, SOME, SOME, SOME,    \
               SOME, SOME, SOME, SOME, SOME, SOME, SOME, SOME, SOME, SOME,     \
               SOME, SOME, NONE, ~)

/* M(a) M(b) ... for the elements after the name. */
#define UCILK_EACH(M, ...)                                                     \
    UCILK_CAT(UCILK_EACH_, UCILK_COUNT(__VA_ARGS__))(M, __VA_ARGS__)
#define UCILK_EACH_1(M, F)
#define UCILK_EACH_2(M, F, A) M(A)
#define UCILK_EACH_3(M, F, A, ...) M(A) UCILK_EACH_2(M, F, __VA_ARGS__)
#define UCILK_EACH_4(M, F, A, ...) M(A) UCILK_EACH_3(M, F, __VA_ARGS__)
#define UCILK_EACH_5(M, F, A, ...) M(A) UCILK_EACH_4(M, F, __VA_ARGS__)
#define UCILK_EACH_6(M, F, A, ...) M(A) UCILK_EACH_5(M, F, __VA_ARGS__)
#define UCILK_EACH_7(M, F, A, ...) M(A) UCILK_EACH_6(M, F, __VA_ARGS__)
#define UCILK_EACH_8(M, F, A, ...) M(A) UCILK_EACH_7(M, F, __VA_ARGS__)
#define UCILK_EACH_9(M, F, A, ...) M(A) UCILK_EACH_8(M, F, __VA_ARGS__)
#define UCILK_EACH_10(M, F, A, ...) M(A) UCILK_EACH_9(M, F, __VA_ARGS__)
#define UCILK_EACH_11(M, F, A, ...) M(A) UCILK_EACH_10(M, F, __VA_ARGS__)
#define UCILK_EACH_12(M, F, A, ...) M(A) UCILK_EACH_11(M, F, __VA_ARGS__)
#define UCILK_EACH_13(M, F, A, ...) M(A) UCILK_EACH_12(M, F, __VA_ARGS__)
#define UCILK_EACH_14(M, F, A, ...) M(A) UCILK_EACH_13(M, F, __VA_ARGS__)
#define UCILK_EACH_15(M, F, A, ...) M(A) UCILK_EACH_14(M, F, __VA_ARGS__)
#define UCILK_EACH_16(M, F, A, ...) M(A) UCILK_EACH_15(M, F, __VA_ARGS__)
#define UCILK_EACH_17(M, F, A, ...) M(A) UCILK_EACH_16(M, F, __VA_ARGS__)
#define UCILK_EACH_18(M, F, A, ...) M(A) UCILK_EACH_17(M, F, __VA_ARGS__)
#define UCILK_EACH_19(M, F, A, ...) M(A) UCILK_EACH_18(M, F, __VA_ARGS__)
#define UCILK_EACH_20(M, F, A, ...) M(A) UCILK_EACH_19(M, F, __VA_ARGS__)
#define UCILK_EACH_21(M, F, A, ...) M(A) UCILK_EACH_20(M, F, __VA_ARGS__)

/* A declaration of nothing: declarations may follow its semicolon in C90. */
#define UCILK_DECLARATION struct ucilk_nothing

/* One parameter, `(type) name'. */
#define UCILK_NAME(p) UCILK_NAME_ p
#define UCILK_NAME_(...)
#define UCILK_DECL(p) UCILK_DECL_ p
#define UCILK_NEXT_DECL(p) , UCILK_DECL(p)
#define UCILK_PASS(p) , UCILK_NAME(p)

/* `void', or the parameters as a prototype has them. */
#define UCILK_PROTOTYPE(...)                                                   \
    UCILK_CAT(UCILK_PROTOTYPE_, UCILK_KIND(__VA_ARGS__))(__VA_ARGS__)
#define UCILK_PROTOTYPE_NONE(F) void
#define UCILK_PROTOTYPE_SOME(...)                                              \
    UCILK_TAIL(~UCILK_EACH(UCILK_NEXT_DECL, __VA_ARGS__))

/* name(arguments) from the list (name, arguments). */
#define UCILK_CALL(...)                                                        \
    UCILK_CAT(UCILK_CALL_, UCILK_KIND(__VA_ARGS__))(__VA_ARGS__)
#define UCILK_CALL_NONE(F) F()
#define UCILK_CALL_SOME(F, ...) F(__VA_ARGS__)

#ifdef UCILK_SERIAL

#define UCILK_DECL_(...) __VA_ARGS__

#define cilk_callee(R, ...)                                                    \
    cilk_define(R, __VA_ARGS__);                                               \
    UCILK_MAKER(R, UCILK_FIRST(__VA_ARGS__), __VA_ARGS__)
#define cilk_declare(R, ...) cilk_callee(R, __VA_ARGS__)
#define cilk_define(R, ...)                                                    \
    R UCILK_FIRST(__VA_ARGS__)(UCILK_PROTOTYPE(__VA_ARGS__))
#define cilk_task(R, ...)                                                      \
    cilk_declare(R, __VA_ARGS__);                                              \
    cilk_define(R, __VA_ARGS__)
#define cilk_static_declare(R, ...) static cilk_declare(R, __VA_ARGS__)
#define cilk_static_define(R, ...) static cilk_define(R, __VA_ARGS__)
#define cilk_static_task(R, ...)                                               \
    cilk_static_declare(R, __VA_ARGS__);                                       \
    cilk_static_define(R, __VA_ARGS__)

#define cilk_spawn(...) UCILK_CALL(__VA_ARGS__)
#define cilk_spawn_to(D, ...) D = UCILK_CALL(__VA_ARGS__)
#define cilk_spawn_add(D, ...) D += UCILK_CALL(__VA_ARGS__)
#define cilk_sync ((void)0)
#define cilk_apart UCILK_DECLARATION

#else

/* Declarations that are to hide others of the same names. */
#define UCILK_HIDING(...)                                                      \
    _Pragma("GCC diagnostic push")                                             \
    _Pragma("GCC diagnostic ignored \"-Wshadow\"") __VA_ARGS__                 \
    _Pragma("GCC diagnostic pop") UCILK_DECLARATION

/* Whether children run apart.  cilk_apart declares another constant, which
 * hides this one. */
enum { ucilk_apart = 0 };
#define cilk_apart UCILK_HIDING(enum { ucilk_apart = 1 };)

#define UCILK_DECL_(...) __typeof__(__VA_ARGS__)

#define UCILK_FIELD(p) UCILK_DECL(p);
#define UCILK_LOADED(p) UCILK_CAT(ucilk_l_, UCILK_NAME(p))
#define UCILK_LOAD(p)                                                          \
    __typeof__(ucilk_a->ucilk_in.UCILK_NAME(p)) UCILK_LOADED(p) =              \
        ucilk_a->ucilk_in.UCILK_NAME(p);
#define UCILK_PASS_LOADED(p) , UCILK_LOADED(p)

/* Defines a function that calls F with the arguments in *ucilk_i; for
 * macro_inlets.h. */
#define UCILK_PASS_FIELD(p) , ucilk_i->UCILK_NAME(p)
#define UCILK_CALLER(R, F, ...)                                                \
    static __inline__ __attribute__((unused)) R ucilk_call_##F(                \
        struct ucilk_in_##F *ucilk_i __attribute__((unused)))                  \
    {                                                                          \
        return UCILK_CALL(UCILK_FIRST(__VA_ARGS__)                             \
                              UCILK_EACH(UCILK_PASS_FIELD, __VA_ARGS__));      \
    }
/* Refuses objects of C++ that are not copied by their bytes. */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define UCILK_MUST_BE_BYTES(F)                                                 \
    static_assert(__is_trivially_copyable(struct ucilk_args_##F),              \
                  "ucilk: arguments and results of tasks are copied by their " \
                  "bytes: pass objects with constructors by pointer");
#else
#define UCILK_MUST_BE_BYTES(F)
#endif

/* The beginning of a task's body: copies the arguments out of args into locals,
 * one by one.  The two braces are for C90, where declarations come first. */
#define UCILK_TASK_BODY(F, ...)                                                \
    static __attribute__((unused)) void *ucilk_body_##F(void *ucilk_p)         \
    {                                                                          \
        struct ucilk_args_##F *ucilk_a __attribute__((unused)) =               \
            (struct ucilk_args_##F *)ucilk_p;                                  \
        UCILK_MUST_BE_BYTES(F)                                                 \
        UCILK_EACH(UCILK_LOAD, __VA_ARGS__)                                    \
        ucilk_abi_publish();                                                   \
        {
/* The call of F with these locals. */
#define UCILK_CALL_LOADED(...)                                                 \
    UCILK_CALL(UCILK_FIRST(__VA_ARGS__)                                        \
                   UCILK_EACH(UCILK_PASS_LOADED, __VA_ARGS__))

/*
 * Args struct, body and finisher of a function.  The arguments are a struct
 * within args, so that a spawn sets them all and does not touch the result.
 */
#define UCILK_IN(F, ...)                                                       \
    struct ucilk_in_##F {                                                      \
        UCILK_CAT(UCILK_FIELD_, UCILK_KIND(__VA_ARGS__))                       \
        UCILK_EACH(UCILK_FIELD, __VA_ARGS__)                                   \
    }
#define UCILK_FIELD_NONE char ucilk_none; /* a struct has a member */
#define UCILK_FIELD_SOME
#define UCILK_THUNKS(R, ...)                                                   \
    UCILK_APPLY(UCILK_BY_TYPE(UCILK_THUNKS, R), R, UCILK_FIRST(__VA_ARGS__),   \
                __VA_ARGS__)
#define UCILK_THUNKS_VALUE(R, F, ...)                                          \
    UCILK_IN(F, __VA_ARGS__);                                                  \
    struct ucilk_args_##F {                                                    \
        struct ucilk_in_##F ucilk_in;                                          \
        R ucilk_result;                                                        \
    };                                                                         \
    UCILK_TASK_BODY(F, __VA_ARGS__)                                            \
    R ucilk_r = UCILK_CALL_LOADED(__VA_ARGS__);                                \
    return ucilk_abi_return((void *)&ucilk_a->ucilk_result,                    \
                            (const void *)&ucilk_r, sizeof ucilk_r);           \
    }                                                                          \
    }                                                                          \
    static __attribute__((unused)) void ucilk_set_##F(void *ucilk_d,           \
                                                      const void *ucilk_r)     \
    {                                                                          \
        R ucilk_v; /* *ucilk_r may not be aligned for R */                     \
        __builtin_memcpy(&ucilk_v, ucilk_r, sizeof ucilk_v);                   \
        *(R *)ucilk_d = ucilk_v;                                               \
    }                                                                          \
    UCILK_CALLER(R, F, __VA_ARGS__)                                            \
    UCILK_MAKER(UCILK_BLOB(R, 0), F, __VA_ARGS__)                              \
    enum {                                                                     \
        ucilk_result_offset_##F =                                              \
            __builtin_offsetof(struct ucilk_args_##F, ucilk_result),           \
        ucilk_result_size_##F = sizeof(R)                                      \
    };                                                                         \
    typedef R ucilk_result_##F
#define UCILK_THUNKS_VOID(R, F, ...)                                           \
    UCILK_IN(F, __VA_ARGS__);                                                  \
    struct ucilk_args_##F {                                                    \
        struct ucilk_in_##F ucilk_in;                                          \
    };                                                                         \
    UCILK_TASK_BODY(F, __VA_ARGS__)                                            \
    UCILK_CALL_LOADED(__VA_ARGS__);                                            \
    return 0;                                                                  \
    }                                                                          \
    }                                                                          \
    UCILK_MAKER(UCILK_ABI_NO_BLOB, F, __VA_ARGS__)                             \
    enum { ucilk_result_offset_##F = 0, ucilk_result_size_##F = 0 }

/*
 * The user's body becomes ucilk_fn_NAME.  It is inlined into the function NAME,
 * which has the frame object.  NAME is not inlined into its callers: the
 * addresses between its stack pointer and its frame address must be those of
 * locals that no longer exist when the body has returned
 * (ucilk_abi_sync_return).
 */
#define UCILK_FUNCTION(STATIC, R, ...)                                         \
    UCILK_APPLY(UCILK_BY_TYPE(UCILK_FUNCTION, R), STATIC, R,                   \
                UCILK_FIRST(__VA_ARGS__), __VA_ARGS__)
#define UCILK_INNER(R, F, ...)                                                 \
    static __inline__ __attribute__((always_inline)) R ucilk_fn_##F(           \
        struct ucilk_abi_frame *ucilk_frame                                    \
            __attribute__((unused)) UCILK_EACH(UCILK_NEXT_DECL, __VA_ARGS__))
#define UCILK_RETURN_SYNC                                                      \
    if (__builtin_expect(ucilk_f.outstanding != 0, 0))                         \
        ucilk_abi_sync_return(&ucilk_f, __builtin_frame_address(0))
#define UCILK_FUNCTION_VALUE(STATIC, R, F, ...)                                \
    UCILK_INNER(R, F, __VA_ARGS__);                                            \
    STATIC __attribute__((noinline)) R F(UCILK_PROTOTYPE(__VA_ARGS__))         \
    {                                                                          \
        struct ucilk_abi_frame ucilk_f = {0, 0};                               \
        R ucilk_r =                                                            \
            ucilk_fn_##F(&ucilk_f UCILK_EACH(UCILK_PASS, __VA_ARGS__));        \
        UCILK_RETURN_SYNC;                                                     \
        return ucilk_r;                                                        \
    }                                                                          \
    UCILK_INNER(R, F, __VA_ARGS__)
#define UCILK_FUNCTION_VOID(STATIC, R, F, ...)                                 \
    UCILK_INNER(R, F, __VA_ARGS__);                                            \
    STATIC __attribute__((noinline)) void F(UCILK_PROTOTYPE(__VA_ARGS__))      \
    {                                                                          \
        struct ucilk_abi_frame ucilk_f = {0, 0};                               \
        ucilk_fn_##F(&ucilk_f UCILK_EACH(UCILK_PASS, __VA_ARGS__));            \
        UCILK_RETURN_SYNC;                                                     \
    }                                                                          \
    UCILK_INNER(R, F, __VA_ARGS__)

#define UCILK_STATIC static __attribute__((unused))

#define cilk_callee(R, ...)                                                    \
    R UCILK_FIRST(__VA_ARGS__)(UCILK_PROTOTYPE(__VA_ARGS__));                  \
    UCILK_THUNKS(R, __VA_ARGS__)
#define cilk_declare(R, ...) cilk_callee(R, __VA_ARGS__)
#define cilk_define(R, ...) UCILK_FUNCTION(, R, __VA_ARGS__)
#define cilk_task(R, ...)                                                      \
    cilk_declare(R, __VA_ARGS__);                                              \
    cilk_define(R, __VA_ARGS__)
#define cilk_static_declare(R, ...) UCILK_STATIC cilk_callee(R, __VA_ARGS__)
#define cilk_static_define(R, ...) UCILK_FUNCTION(UCILK_STATIC, R, __VA_ARGS__)
#define cilk_static_task(R, ...)                                               \
    cilk_static_declare(R, __VA_ARGS__);                                       \
    cilk_static_define(R, __VA_ARGS__)

/*
 * A spawn.  DST, a declaration or nothing, has the destination's address, which
 * is taken before the arguments are evaluated.  The call inside sizeof is never made; by it compilers check
 * number and types of the arguments.
 */
#define UCILK_SPAWN(F, DST, FINISH, TAKE, ...)                                 \
    do {                                                                       \
        static const struct ucilk_abi_task ucilk_t = UCILK_TASK_OF(F, 0);      \
        DST                                                                    \
        struct ucilk_args_##F ucilk_a;                                         \
        void *ucilk_h;                                                         \
        UCILK_STORE(__VA_ARGS__);                                              \
        (void)sizeof((UCILK_CALL(__VA_ARGS__)), 0);                            \
        ucilk_h =                                                              \
            ucilk_apart                                                        \
                ? ucilk_abi_apart_spawn(&ucilk_a, &ucilk_t, ucilk_frame)       \
                : ucilk_abi_spawn_args(                                        \
                      &ucilk_a, (char *)&ucilk_a + ucilk_result_offset_##F,    \
                      ucilk_result_size_##F, &ucilk_t, ucilk_frame);           \
        if (__builtin_expect(ucilk_h != 0, 0))                                 \
            ucilk_abi_stolen(ucilk_frame, ucilk_h, FINISH);                    \
        else                                                                   \
            TAKE;                                                              \
    } while (0)
#define UCILK_TASK_OF(F, FLAGS)                                                \
    {(void (*)(void *))(void (*)(void))ucilk_body_##F,                         \
     sizeof(struct ucilk_args_##F),                                            \
     ucilk_result_offset_##F,                                                  \
     ucilk_result_size_##F,                                                    \
     (FLAGS) | ((int)ucilk_result_size_##F <= (int)ucilk_abi_returned          \
                    ? UCILK_ABI_TASK_RETURNS                                   \
                    : 0u),                                                     \
     #F,                                                                       \
     __FILE__,                                                                 \
     __LINE__}
#define UCILK_STORE(...)                                                       \
    UCILK_CAT(UCILK_STORE_, UCILK_KIND(__VA_ARGS__))(__VA_ARGS__)
#define UCILK_STORE_NONE(F) (void)0
#define UCILK_STORE_SOME(F, ...)                                               \
    ucilk_a.ucilk_in = (__typeof__(ucilk_a.ucilk_in)){__VA_ARGS__}

#define UCILK_SPAWN_DROP(F, ...)                                               \
    UCILK_SPAWN(F, UCILK_NONE, 0 UCILK_COMMA 0, (void)0, __VA_ARGS__)
#define UCILK_NONE
#define UCILK_COMMA ,
#define UCILK_SPAWN_TO(D, F, ...)                                              \
    UCILK_SPAWN(F, ucilk_result_##F *ucilk_d = &(D);,                          \
                ucilk_d UCILK_COMMA ucilk_set_##F,                             \
                *ucilk_d = ucilk_a.ucilk_result, __VA_ARGS__)
#define UCILK_SPAWN_ADD(D, F, ...)                                             \
    UCILK_SPAWN(F, ucilk_result_##F *ucilk_d = &(D);,                          \
                ucilk_d UCILK_COMMA UCILK_ADDER(*ucilk_d),                     \
                *ucilk_d += ucilk_a.ucilk_result, __VA_ARGS__)

#define cilk_spawn(...)                                                        \
    UCILK_SPAWN_DROP_(UCILK_FIRST(__VA_ARGS__), __VA_ARGS__)
#define cilk_spawn_to(D, ...)                                                  \
    UCILK_SPAWN_TO_(D, UCILK_FIRST(__VA_ARGS__), __VA_ARGS__)
#define cilk_spawn_add(D, ...)                                                 \
    UCILK_SPAWN_ADD_(D, UCILK_FIRST(__VA_ARGS__), __VA_ARGS__)
#define UCILK_SPAWN_DROP_(F, ...) UCILK_SPAWN_DROP(F, __VA_ARGS__)
#define UCILK_SPAWN_TO_(D, F, ...) UCILK_SPAWN_TO(D, F, __VA_ARGS__)
#define UCILK_SPAWN_ADD_(D, F, ...) UCILK_SPAWN_ADD(D, F, __VA_ARGS__)
/* As ucilk_abi_join, but its code is of the user's line, so that a breakpoint
 * there works. */
#define UCILK_PLAIN_SYNC                                                       \
    ((void)(__builtin_expect(ucilk_frame->outstanding != 0, 0) &&              \
            (ucilk_abi_sync(ucilk_frame), 0)))
#ifdef UCILK_ABI_CLUSTER
#define cilk_sync UCILK_PLAIN_SYNC
#else
/* cilk_inlets declares others, which hide these. */
enum { ucilk_has_inlets = 0 };
extern struct ucilk_abi_inlets *const ucilk_joined;
#define cilk_sync                                                              \
    (ucilk_has_inlets && ucilk_joined->frame == ucilk_frame                   \
         ? ucilk_abi_inlets_join(ucilk_joined)                                 \
         : UCILK_PLAIN_SYNC)
#endif

/* The finisher `*dst += *result' for each arithmetic type. */
#ifdef __cplusplus
extern "C++" {
template <typename T> inline void ucilk_add(void *dst, const void *result)
{
    *(T *)dst += *(T const *)result;
}
template <typename T> inline ucilk_abi_finish *ucilk_adder(T &)
{
    return ucilk_add<T>;
}
}
#define UCILK_ADDER(X) ucilk_adder(X)
#else
#define UCILK_ADD(NAME, T)                                                     \
    static __attribute__((unused)) void ucilk_add_##NAME(                      \
        void *ucilk_d, const void *ucilk_r)                                    \
    {                                                                          \
        *(T *)ucilk_d += *(T const *)ucilk_r;                                  \
    }
#define UCILK_ARITHMETIC(X)                                                    \
    X(bool, _Bool)                                                             \
    X(char, char)                                                              \
    X(schar, signed char)                                                      \
    X(uchar, unsigned char)                                                    \
    X(short, short)                                                            \
    X(ushort, unsigned short)                                                  \
    X(int, int)                                                                \
    X(uint, unsigned)                                                          \
    X(long, long)                                                              \
    X(ulong, unsigned long)                                                    \
    X(llong, long long)                                                        \
    X(ullong, unsigned long long)                                              \
    X(float, float)                                                            \
    X(double, double)                                                          \
    X(ldouble, long double)
UCILK_ARITHMETIC(UCILK_ADD)
#define UCILK_ADDER_CASE(NAME, T) T : ucilk_add_##NAME,
#define UCILK_ADDER(X)                                                         \
    _Generic((X), UCILK_ARITHMETIC(UCILK_ADDER_CASE) struct ucilk_abi_frame    \
             : (ucilk_abi_finish *)0)
#endif

#endif

#ifndef UCILK_SERIAL
UCILK_ABI_LINKED;
#endif

#include <ucilk/macro_addresses.h>
#include <ucilk/macro_futures.h>
#include <ucilk/macro_inlets.h>
#include <ucilk/macro_loops.h>

#ifndef UCILK_NO_SHORT_NAMES
#if defined(__unix__) && defined(__has_include)
#if __has_include(<unistd.h>)
#include <unistd.h> /* declares sync(), which the short name hides */
#endif
#endif
#define spawn(...) cilk_spawn(__VA_ARGS__)
#define spawn_to(...) cilk_spawn_to(__VA_ARGS__)
#define spawn_add(...) cilk_spawn_add(__VA_ARGS__)
#define sync cilk_sync
#endif

#endif
