/*
 * Futures of <ucilk/macros.h>, which includes this header and says how they are
 * written.  Other functions on handles are in <ucilk/futures.h>.
 *
 * Each function F that can be spawned has a maker, ucilk_make_F, whose last
 * parameters are those of F.  So compilers check number and types of the
 * arguments as in a call of F, and no variable of these macros can hide one in
 * an argument.
 */
#ifndef UCILK_MACRO_FUTURES_H
#define UCILK_MACRO_FUTURES_H

#define cilk_future(...) cilk_future_k(1, __VA_ARGS__)
#define cilk_future_k(K, ...)                                                  \
    UCILK_FUTURE(UCILK_OWN(ucilk_t), K, UCILK_FIRST(__VA_ARGS__), __VA_ARGS__)
#define UCILK_FUTURE(SITE, K, F, ...) UCILK_FUTURE_(SITE, K, F, __VA_ARGS__)

#define cilk_group(...) cilk_group_k(1, __VA_ARGS__)
#define cilk_group_k(K, ...)                                                   \
    UCILK_GROUP(UCILK_OWN(ucilk_t), K, UCILK_FIRST(__VA_ARGS__), __VA_ARGS__)
#define UCILK_GROUP(SITE, K, F, ...) UCILK_GROUP_(SITE, K, F, __VA_ARGS__)

#ifdef UCILK_SERIAL

#define UCILK_FUTURE_(SITE, K, F, ...)                                         \
    ucilk_make_##F(UCILK_PLACE, K UCILK_MORE(__VA_ARGS__))
#define UCILK_GROUP_(SITE, K, F, ...) UCILK_FUTURE_(SITE, K, F, __VA_ARGS__)

/* Defines the maker.  It ends with a declaration, so that a semicolon may
 * follow. */
#ifdef __GNUC__
#define UCILK_MAKER(R, F, ...)                                                 \
    UCILK_APPLY(UCILK_BY_TYPE(UCILK_MAKER, R), R, F, __VA_ARGS__)
#else
#define UCILK_MAKER(R, F, ...) struct ucilk_make
#endif
#define UCILK_MAKER_VALUE(R, F, ...)                                           \
    UCILK_MAKER_OF(F, R ucilk_r = UCILK_CALL_PASSED(__VA_ARGS__), &ucilk_r,    \
                   sizeof ucilk_r, __VA_ARGS__)
#define UCILK_MAKER_VOID(R, F, ...)                                            \
    UCILK_MAKER_OF(F, UCILK_CALL_PASSED(__VA_ARGS__), (void *)0, 0, __VA_ARGS__)
#define UCILK_MAKER_OF(F, CALL, RESULT, SIZE, ...)                             \
    static __inline__ __attribute__((unused)) ucilk_future_t ucilk_make_##F(   \
        const char *ucilk_place,                                               \
        long ucilk_k UCILK_EACH(UCILK_NEXT_DECL, __VA_ARGS__))                 \
    {                                                                          \
        CALL;                                                                  \
        return ucilk_serial_future(RESULT, SIZE, ucilk_k, #F, ucilk_place);    \
    }                                                                          \
    struct ucilk_make
/* The call of F with the parameters of the maker. */
#define UCILK_CALL_PASSED(...)                                                 \
    UCILK_CALL(UCILK_FIRST(__VA_ARGS__) UCILK_EACH(UCILK_PASS, __VA_ARGS__))

#else

#define UCILK_FUTURE_(SITE, K, F, ...)                                         \
    __extension__({                                                            \
        static const struct ucilk_abi_task SITE =                              \
            UCILK_TASK_OF(F, UCILK_ABI_TASK_FUTURE);                           \
        ucilk_make_##F(&SITE, ucilk_frame, K UCILK_MORE(__VA_ARGS__));         \
    })
#define UCILK_GROUP_(SITE, K, F, ...)                                          \
    __extension__({                                                            \
        static const struct ucilk_abi_task SITE =                              \
            UCILK_TASK_OF(F, UCILK_ABI_TASK_FUTURE | UCILK_ABI_TASK_GROUP);    \
        ucilk_make_##F(&SITE, ucilk_frame, K UCILK_MORE(__VA_ARGS__));         \
    })
#define UCILK_MAKER(OUT, F, ...)                                               \
    static __inline__ __attribute__((always_inline, unused))                   \
    ucilk_future_t ucilk_make_##F(                                             \
        const struct ucilk_abi_task *ucilk_t,                                  \
        struct ucilk_abi_frame *ucilk_frame,                                   \
        long ucilk_k UCILK_EACH(UCILK_NEXT_DECL, __VA_ARGS__))                 \
    {                                                                          \
        typedef struct ucilk_in_##F ucilk_in_t __attribute__((unused));        \
        static const unsigned ucilk_at[] = {                                   \
            UCILK_EACH(UCILK_BLOB_IN, __VA_ARGS__) OUT};                       \
        static const struct ucilk_abi_blobs ucilk_b = {                        \
            ucilk_at, sizeof ucilk_at / sizeof ucilk_at[0] - 1, 1};            \
        struct ucilk_args_##F ucilk_a;                                         \
        UCILK_STORE(F UCILK_EACH(UCILK_PASS, __VA_ARGS__));                    \
        if (ucilk_t->flags & UCILK_ABI_TASK_GROUP)                             \
            return ucilk_abi_group(&ucilk_a, ucilk_t, &ucilk_b, ucilk_frame,   \
                                   ucilk_k);                                   \
        return ucilk_abi_future(&ucilk_a, ucilk_t, ucilk_frame, ucilk_k);      \
    }

/* Where an argument or a result is a blob: a constant. */
#ifdef __cplusplus
template <typename T> struct ucilk_is_blob {
    enum { value = 0 };
};
template <> struct ucilk_is_blob<struct ucilk_bytes> {
    enum { value = 1 };
};
#define UCILK_IS_BLOB(T) ucilk_is_blob<T>::value
#else
#define UCILK_IS_BLOB(T) __builtin_types_compatible_p(T, struct ucilk_bytes)
#endif
#define UCILK_BLOB(T, OFFSET)                                                  \
    UCILK_IS_BLOB(T) ? (unsigned)(OFFSET) : UCILK_ABI_NO_BLOB
#define UCILK_BLOB_IN(p)                                                       \
    UCILK_BLOB(__typeof__(((ucilk_in_t *)0)->UCILK_NAME(p)),                   \
               __builtin_offsetof(ucilk_in_t, UCILK_NAME(p))),

#endif

#endif
