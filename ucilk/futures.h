/*
 * Futures: tasks whose results are waited for where they are needed.
 *
 *     ucilk_future_t f = cilk_future call(args);     one consumer
 *     ucilk_future_t f = cilk_future(k) call(args);  k consumers
 *
 * starts call(args) as a task that no sync waits for; with <ucilk/macros.h>
 * cilk_future(call, args) and cilk_future_k(k, call, args).  docs/language.md,
 * "Futures", says what the following do.
 *
 *   T ucilk_future_get(T, f)                  T may be void
 *   void ucilk_future_get_part(f, offset, size, void *dst)
 *   void ucilk_future_prefetch(f)
 *   void ucilk_future_share(&f, k)
 *   int ucilk_future_done(f)
 *   ucilk_future_t ucilk_future_from(T, value)     ucilk_future_from(void)
 *
 * A promise is a future that any task fulfils later, once:
 *
 *   ucilk_promise_t p = ucilk_promise_make(T, k);
 *   ucilk_future_t f = ucilk_promise_future(p);    always the same handle
 *   ucilk_promise_set(T, p, value);                ucilk_promise_set(void, p)
 *
 * With -DUCILK_SERIAL a future is fulfilled when it is made.  Only compilers
 * with gcc's extensions have futures then.
 */
#ifndef UCILK_FUTURES_H
#define UCILK_FUTURES_H

#if defined(__GNUC__) && !defined(__cplusplus) &&                              \
    !(defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#pragma GCC system_header /* -std=gnu90 -pedantic: variadic macros */
#endif

#define UCILK_CAT(a, b) UCILK_CAT_(a, b)
#define UCILK_CAT_(a, b) a##b
#define UCILK_FIRST(...) UCILK_FIRST_(__VA_ARGS__, ~)
#define UCILK_FIRST_(a, ...) a

/* NAME_VOID if T is `void', NAME_VALUE if it is any other type.  Only void
 * makes UCILK_TYPE_IS_##T the name of a macro, whose expansion puts another
 * argument into KIND's place. */
#define UCILK_BY_TYPE(NAME, T) UCILK_BY_TYPE_1(NAME, T)
#define UCILK_BY_TYPE_1(NAME, T)                                               \
    UCILK_BY_TYPE_2(NAME, UCILK_TYPE_IS_##T(~), VALUE, ~)
#define UCILK_BY_TYPE_2(NAME, ...) UCILK_BY_TYPE_3(NAME, __VA_ARGS__)
#define UCILK_BY_TYPE_3(NAME, ignored, KIND, ...) NAME##_##KIND
#define UCILK_TYPE_IS_void(x) ~, VOID

#if defined(__GNUC__) || !defined(UCILK_SERIAL)

#include <ucilk/abi.h>
#ifdef UCILK_SERIAL
#include <ucilk/serial_futures.h>
#define UCILK_FUTURES(VERB) ucilk_serial_##VERB
#else
#define UCILK_FUTURES(VERB) ucilk_abi_##VERB
#endif

#define UCILK_FUTURE_MAX_CONSUMERS UCILK_ABI_MAX_CONSUMERS

typedef struct ucilk_promise {
    ucilk_future_t future;
} ucilk_promise_t;

#define UCILK_PLACE __FILE__ ":" UCILK_PLACE_TEXT(__LINE__)
#define UCILK_PLACE_TEXT(line) UCILK_PLACE_TEXT_(line)
#define UCILK_PLACE_TEXT_(line) #line

/* A new name at each use, so that an argument of a macro may use the same
 * macro. */
#define UCILK_OWN(NAME) UCILK_CAT(NAME, __COUNTER__)

#define ucilk_future_get(T, ...)                                               \
    UCILK_BY_TYPE(UCILK_FUTURE_GET, T)(T, (__VA_ARGS__))
#define UCILK_FUTURE_GET_VOID(T, F)                                            \
    UCILK_FUTURES(future_get)((void *)0, F, 0, UCILK_PLACE)
#define UCILK_FUTURE_GET_VALUE(T, F)                                           \
    UCILK_FUTURE_GET_TO(UCILK_OWN(ucilk_v), T, F)
#define UCILK_FUTURE_GET_TO(V, T, F)                                           \
    __extension__({                                                            \
        __typeof__(T) V[1]; /* of an array, clang 22 says no "const member" */ \
        UCILK_FUTURES(future_get)(V, F, sizeof V, UCILK_PLACE);                \
        *V;                                                                    \
    })
#define ucilk_future_get_part(F, OFFSET, SIZE, ...)                            \
    UCILK_FUTURES(future_get_part)(__VA_ARGS__, F, OFFSET, SIZE, UCILK_PLACE)
#define ucilk_future_prefetch(...) UCILK_FUTURES(future_prefetch)((__VA_ARGS__))
#define ucilk_future_share(F, K) UCILK_FUTURES(future_share)(F, K, UCILK_PLACE)
#define ucilk_future_done(...)                                                 \
    UCILK_FUTURES(future_done)((__VA_ARGS__), UCILK_PLACE)

#define ucilk_future_from(...)                                                 \
    UCILK_BY_TYPE(UCILK_FUTURE_FROM, UCILK_FIRST(__VA_ARGS__))(__VA_ARGS__)
#define UCILK_FUTURE_FROM_VOID(...) UCILK_FUTURE_OF((void *)0, 0)
#define UCILK_FUTURE_FROM_VALUE(T, ...)                                        \
    UCILK_FUTURE_FROM_(UCILK_OWN(ucilk_v), T, __VA_ARGS__)
#define UCILK_FUTURE_FROM_(V, T, ...)                                          \
    __extension__({                                                            \
        __typeof__(T) V = __VA_ARGS__;                                         \
        UCILK_FUTURE_OF(&V, sizeof V);                                         \
    })

#define ucilk_promise_make(T, K)                                               \
    UCILK_BY_TYPE(UCILK_PROMISE_MAKE, T)(T, K)
#define UCILK_PROMISE_MAKE_VOID(T, K) UCILK_PROMISE_OF(0, K)
#define UCILK_PROMISE_MAKE_VALUE(T, K) UCILK_PROMISE_OF(sizeof(T), K)
#define ucilk_promise_future(...) ((__VA_ARGS__).future)
#define ucilk_promise_set(T, ...)                                              \
    UCILK_BY_TYPE(UCILK_PROMISE_SET, T)(T, __VA_ARGS__)
#define UCILK_PROMISE_SET_VOID(T, P)                                           \
    UCILK_FUTURES(promise_set)((P).future, (void *)0, 0, UCILK_PLACE)
#define UCILK_PROMISE_SET_VALUE(T, P, ...)                                     \
    UCILK_PROMISE_SET_TO(UCILK_OWN(ucilk_v), T, P, __VA_ARGS__)
#define UCILK_PROMISE_SET_TO(V, T, P, ...)                                     \
    __extension__({                                                            \
        __typeof__(T) V = __VA_ARGS__;                                         \
        UCILK_FUTURES(promise_set)((P).future, &V, sizeof V, UCILK_PLACE);     \
    })

#ifdef UCILK_SERIAL
#define UCILK_FUTURE_OF(VALUE, SIZE)                                           \
    ucilk_serial_future_value(VALUE, SIZE, UCILK_PLACE)
#define UCILK_PROMISE_OF(SIZE, K)                                              \
    ((ucilk_promise_t){ucilk_serial_promise(SIZE, K, UCILK_PLACE)})
#else
#define UCILK_FUTURE_OF(VALUE, SIZE)                                           \
    UCILK_AT_SITE(UCILK_OWN(ucilk_t), UCILK_ABI_TASK_VALUE, SIZE,              \
                  "ucilk_future_from", ucilk_abi_future_value, VALUE)
#define UCILK_PROMISE_OF(SIZE, K)                                              \
    ((ucilk_promise_t){                                                        \
        UCILK_AT_SITE(UCILK_OWN(ucilk_t), UCILK_ABI_TASK_PROMISE, SIZE,        \
                      "ucilk_promise_make", ucilk_abi_promise, K)})
#define UCILK_AT_SITE(SITE, FLAG, SIZE, NAME, CALLED, ARGUMENT)                \
    __extension__({                                                            \
        static const struct ucilk_abi_task SITE = {                            \
            (void (*)(void *))0, 0, 0, SIZE, FLAG, NAME, __FILE__, __LINE__};  \
        CALLED(&SITE, ARGUMENT);                                               \
    })
#endif

#endif

#endif
