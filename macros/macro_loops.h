/*
 * Loops, scopes and reducers of <ucilk/macros.h>, which includes this header
 * and says how they are written.
 */
#ifndef UCILK_MACRO_LOOPS_H
#define UCILK_MACRO_LOOPS_H

/* The type of a parameter `(type) name'. */
#define UCILK_TYPE(p) UCILK_FIRST(UCILK_TYPE_ p)
#define UCILK_TYPE_(...) __VA_ARGS__,

/* Elements of a loop's list: the index, and the pointer to the view if the loop
 * has a reducer. */
#define UCILK_INDEX(F, I, ...) I
#define UCILK_POINTER(F, I, V, ...) V
#define UCILK_INDEX_TYPE(...) UCILK_TYPE(UCILK_INDEX(__VA_ARGS__, ~))

/* `, b, c' from the list (a, b, c). */
#define UCILK_MORE(...)                                                        \
    UCILK_CAT(UCILK_MORE_, UCILK_KIND(__VA_ARGS__))(__VA_ARGS__)
#define UCILK_MORE_NONE(a)
#define UCILK_MORE_SOME(a, ...) , __VA_ARGS__

#define cilk_loop(...)                                                         \
    UCILK_APPLY(UCILK_LOOP, UCILK_FIRST(__VA_ARGS__), __VA_ARGS__)
#define cilk_reduce_loop(...) UCILK_APPLY(UCILK_REDUCE_LOOP, __VA_ARGS__)

#define cilk_for(F, FROM, ...)                                                 \
    UCILK_FOR(F, FROM, UCILK_FIRST(__VA_ARGS__), 0, __VA_ARGS__)
#define cilk_for_grain(GRAIN, F, FROM, ...)                                    \
    UCILK_FOR(F, FROM, UCILK_FIRST(__VA_ARGS__), GRAIN, __VA_ARGS__)
#define cilk_for_step(F, FROM, LIMIT, ...)                                     \
    UCILK_FOR_STEP(F, FROM, LIMIT, UCILK_FIRST(__VA_ARGS__), __VA_ARGS__)

#define cilk_reducer(...) UCILK_APPLY(UCILK_REDUCER, extern, __VA_ARGS__)
#define cilk_static_reducer(...) UCILK_APPLY(UCILK_REDUCER, static, __VA_ARGS__)
#define cilk_reducer_declare(...) UCILK_APPLY(UCILK_DECLARE_REDUCER, __VA_ARGS__)
#define cilk_local_reducer(...) UCILK_APPLY(UCILK_LOCAL_REDUCER, __VA_ARGS__)
#define cilk_view(...) UCILK_APPLY(UCILK_VIEW_OF, __VA_ARGS__)
#define cilk_view_at(...) UCILK_APPLY(UCILK_VIEW_AT, __VA_ARGS__)
#define cilk_reducer_address(...) UCILK_APPLY(UCILK_LEFT_OF, __VA_ARGS__)

#ifdef UCILK_SERIAL

#define cilk_scope UCILK_DECLARATION

/* The body of a loop is a function; each iteration is a call. */
#define UCILK_LOOP(F, ...)                                                     \
    typedef UCILK_INDEX_TYPE(__VA_ARGS__) ucilk_index_##F;                     \
    static inline void ucilk_iteration_##F(UCILK_PROTOTYPE(__VA_ARGS__))
#define UCILK_REDUCE_LOOP(F, IDENTITY, REDUCE, ...)                            \
    UCILK_USED(F, IDENTITY, REDUCE);                                           \
    UCILK_LOOP(F, F, __VA_ARGS__)
#define UCILK_USED(NAME, IDENTITY, REDUCE)                                     \
    typedef char ucilk_used_##NAME[sizeof(&IDENTITY) + sizeof(&REDUCE)]

#define UCILK_FOR(F, FROM, LIMIT, GRAIN, ...)                                  \
    for (ucilk_index_##F ucilk_i = (FROM), ucilk_limit = (LIMIT);              \
         ucilk_i < ucilk_limit; ucilk_i++)                                     \
    ucilk_iteration_##F(ucilk_i UCILK_MORE(__VA_ARGS__))
#define UCILK_FOR_STEP(F, FROM, LIMIT, STEP, ...)                              \
    for (ucilk_index_##F ucilk_i = (FROM), ucilk_limit = (LIMIT);              \
         (STEP) > 0 ? ucilk_i < ucilk_limit : ucilk_i > ucilk_limit;           \
         ucilk_i += (STEP))                                                    \
    ucilk_iteration_##F(ucilk_i UCILK_MORE(__VA_ARGS__))

#define UCILK_LINKAGE_extern
#define UCILK_LINKAGE_static static
#define UCILK_REDUCER(LINKAGE, T, NAME, IDENTITY, REDUCE, ...)                 \
    UCILK_USED(NAME, IDENTITY, REDUCE);                                        \
    UCILK_LINKAGE_##LINKAGE T NAME = __VA_ARGS__
#define UCILK_DECLARE_REDUCER(T, NAME) extern T NAME
#define UCILK_LOCAL_REDUCER(T, NAME, IDENTITY, REDUCE, ...)                    \
    T NAME = __VA_ARGS__;                                                      \
    UCILK_USED(NAME, IDENTITY, REDUCE) __attribute__((unused))
#define UCILK_VIEW_AT(P, IDENTITY, REDUCE) (*(P))
#define UCILK_LEFT_OF(NAME) (&NAME)
#define UCILK_VIEW_OF(NAME) (NAME)

#else

/* A frame object for the rest of the block, which is synced where the block is
 * left. */
#define cilk_scope                                                             \
    UCILK_HIDING(struct ucilk_abi_frame ucilk_s                                \
                     __attribute__((cleanup(ucilk_abi_end))) = {0, 0};         \
                 struct ucilk_abi_frame *const ucilk_frame                     \
                     __attribute__((unused)) = &ucilk_s;)

/*
 * A loop.  The args struct holds the first index and the captures.  The body is
 * inlined into two functions that run a piece: for step 1, and for any step.
 * Compilers drop an unused one.  Each iteration has a frame object, which they
 * drop, too, if it does not spawn.
 */
#define UCILK_LOOP(F, ...)                                                     \
    UCILK_IN(F, __VA_ARGS__);                                                  \
    struct ucilk_args_##F {                                                    \
        struct ucilk_abi_range ucilk_range;                                    \
        long ucilk_step;                                                       \
        struct ucilk_in_##F ucilk_in;                                          \
    };                                                                         \
    static __attribute__((unused)) void ucilk_run_##F(                         \
        struct ucilk_args_##F *ucilk_a)                                        \
    {                                                                          \
        UCILK_MUST_BE_BYTES(F)                                                 \
        ucilk_abi_for(&ucilk_a->ucilk_range);                                  \
    }                                                                          \
    UCILK_PIECES(F, (void)0, (void)0, 0, 0, 0, 0, __VA_ARGS__)

/* The same with a view behind the captures.  A piece works on a copy of it,
 * which the compiler may keep in a register. */
#define UCILK_REDUCE_LOOP(F, IDENTITY, REDUCE, ...)                            \
    UCILK_REDUCE_LOOP_(F, IDENTITY, REDUCE, UCILK_POINTER(F, __VA_ARGS__, ~),  \
                       F, __VA_ARGS__)
#define UCILK_REDUCE_LOOP_(F, IDENTITY, REDUCE, V, ...)                        \
    UCILK_IN(F, __VA_ARGS__);                                                  \
    struct ucilk_box_##F {                                                     \
        __typeof__(*(UCILK_TYPE(V))0) ucilk_view;                              \
    };                                                                         \
    struct ucilk_args_##F {                                                    \
        struct ucilk_abi_range ucilk_range;                                    \
        long ucilk_step;                                                       \
        struct ucilk_in_##F ucilk_in;                                          \
        struct ucilk_box_##F ucilk_box;                                        \
    };                                                                         \
    static __attribute__((unused)) void ucilk_run_##F(                         \
        struct ucilk_args_##F *ucilk_a)                                        \
    {                                                                          \
        UCILK_MUST_BE_BYTES(F)                                                 \
        void *ucilk_v = ucilk_a->ucilk_in.UCILK_NAME(V);                       \
        __builtin_memcpy(&ucilk_a->ucilk_box, ucilk_v,                         \
                         sizeof ucilk_a->ucilk_box);                           \
        ucilk_abi_for(&ucilk_a->ucilk_range);                                  \
        __builtin_memcpy(ucilk_v, &ucilk_a->ucilk_box,                         \
                         sizeof ucilk_a->ucilk_box);                           \
    }                                                                          \
    UCILK_PIECES(F, struct ucilk_box_##F ucilk_b = ucilk_a->ucilk_box;         \
                 ucilk_l.UCILK_NAME(V) = &ucilk_b.ucilk_view,                  \
                 ucilk_a->ucilk_box = ucilk_b,                                 \
                 __builtin_offsetof(struct ucilk_args_##F, ucilk_box),         \
                 sizeof(struct ucilk_box_##F), IDENTITY, REDUCE, __VA_ARGS__)

#define UCILK_PIECES(F, BEGIN, END, OFFSET, SIZE, IDENTITY, REDUCE, ...)       \
    typedef UCILK_INDEX_TYPE(__VA_ARGS__) ucilk_index_##F;                     \
    UCILK_BODY(F, __VA_ARGS__);                                                \
    UCILK_PIECE(one, F, BEGIN, END, __VA_ARGS__)                               \
    UCILK_PIECE(any, F, BEGIN, END, __VA_ARGS__)                               \
    UCILK_LOOP_OF(one, F, OFFSET, SIZE, IDENTITY, REDUCE);                     \
    UCILK_LOOP_OF(any, F, OFFSET, SIZE, IDENTITY, REDUCE);                     \
    UCILK_BODY(F, __VA_ARGS__)

#define UCILK_BODY(F, ...)                                                     \
    static __inline__ __attribute__((always_inline)) void ucilk_iteration_##F( \
        struct ucilk_abi_frame *ucilk_frame __attribute__((unused))            \
        UCILK_EACH(UCILK_NEXT_DECL, __VA_ARGS__))

#define UCILK_PIECE(STEP, F, BEGIN, END, ...)                                  \
    static __attribute__((unused)) void ucilk_##STEP##_##F(                    \
        struct ucilk_abi_range *ucilk_r)                                       \
    {                                                                          \
        struct ucilk_args_##F *ucilk_a = (struct ucilk_args_##F *)ucilk_r;     \
        struct ucilk_in_##F ucilk_l = ucilk_a->ucilk_in;                       \
        const ucilk_index_##F ucilk_from =                                     \
            ucilk_l.UCILK_NAME(UCILK_INDEX(__VA_ARGS__, ~));                   \
        BEGIN;                                                                 \
        {                                                                      \
            UCILK_STEPS_##STEP(ucilk_index_##F)                                \
            {                                                                  \
                struct ucilk_abi_frame ucilk_f = {0, 0};                       \
                ucilk_iteration_##F(                                           \
                    &ucilk_f, (ucilk_index_##F)ucilk_i UCILK_EACH(             \
                                  UCILK_LOAD_IN, UCILK_TAIL(__VA_ARGS__)));    \
                UCILK_RETURN_SYNC;                                             \
            }                                                                  \
        }                                                                      \
        END;                                                                   \
    }
#define UCILK_LOAD_IN(p) , ucilk_l.UCILK_NAME(p)
/* The iterations of a piece.  In _any the index is unsigned, so that it wraps
 * behind the last iteration instead of overflowing. */
#define UCILK_STEPS_one(T)                                                     \
    for (T ucilk_i = (T)(ucilk_from + (T)ucilk_r->first),                      \
           ucilk_end = (T)(ucilk_i + (T)ucilk_r->n);                           \
         ucilk_i < ucilk_end; ucilk_i++)
#define UCILK_STEPS_any(T)                                                     \
    unsigned long ucilk_step = (unsigned long)ucilk_a->ucilk_step;             \
    unsigned long ucilk_i =                                                    \
        (unsigned long)ucilk_from + ucilk_r->first * ucilk_step;               \
    for (unsigned long ucilk_n = ucilk_r->n; ucilk_n > 0;                      \
         ucilk_n--, ucilk_i += ucilk_step)

#define UCILK_LOOP_OF(STEP, F, OFFSET, SIZE, IDENTITY, REDUCE)                 \
    static const __attribute__((                                               \
        unused)) struct ucilk_abi_loop ucilk_loop_##STEP##_##F = {             \
        {ucilk_abi_for_body, sizeof(struct ucilk_args_##F), OFFSET, SIZE, 0,   \
         #F, __FILE__, __LINE__},                                              \
        ucilk_##STEP##_##F,                                                    \
        IDENTITY,                                                              \
        REDUCE}

#define UCILK_FOR(F, FROM, LIMIT, GRAIN, ...)                                  \
    do {                                                                       \
        UCILK_FOR_ARGS(F, FROM, LIMIT);                                        \
        UCILK_FOR_FILL(one, F, GRAIN, __VA_ARGS__);                            \
        ucilk_a.ucilk_step = 1;                                                \
        ucilk_a.ucilk_range.n =                                                \
            ucilk_from < ucilk_limit                                           \
                ? (unsigned long)ucilk_limit - (unsigned long)ucilk_from       \
                : 0;                                                           \
        ucilk_run_##F(&ucilk_a);                                               \
    } while (0)
#define UCILK_FOR_STEP(F, FROM, LIMIT, STEP, ...)                                \
    do {                                                                         \
        UCILK_FOR_ARGS(F, FROM, LIMIT);                                          \
        unsigned long ucilk_step, ucilk_span;                                    \
        UCILK_FOR_FILL(any, F, 0, __VA_ARGS__);                                  \
        ucilk_a.ucilk_step = (STEP);                                             \
        ucilk_step = (unsigned long)ucilk_a.ucilk_step;                          \
        if (ucilk_step == 0)                                                     \
            ucilk_abi_for_bad_step(__FILE__, __LINE__);                          \
        ucilk_span = (unsigned long)ucilk_limit - (unsigned long)ucilk_from;     \
        ucilk_a.ucilk_range.n =                                                  \
            ucilk_a.ucilk_step > 0     ? ucilk_from < ucilk_limit                \
                                             ? (ucilk_span - 1) / ucilk_step + 1 \
                                             : 0                                 \
            : ucilk_from > ucilk_limit ? (-ucilk_span - 1) / -ucilk_step + 1     \
                                       : 0;                                      \
        ucilk_run_##F(&ucilk_a);                                                 \
    } while (0)
/* Declare and fill args, all but n and the step.  By the call inside sizeof
 * compilers check number and types of the captures. */
#define UCILK_FOR_ARGS(F, FROM, LIMIT)                                         \
    struct ucilk_args_##F ucilk_a;                                             \
    const ucilk_index_##F ucilk_from = (FROM), ucilk_limit = (LIMIT)
#define UCILK_FOR_FILL(STEP, F, GRAIN, ...)                                    \
    ucilk_a.ucilk_in =                                                         \
        (struct ucilk_in_##F){ucilk_from UCILK_MORE(__VA_ARGS__)};             \
    (void)sizeof((ucilk_iteration_##F(0, ucilk_from UCILK_MORE(__VA_ARGS__))), \
                 0);                                                           \
    ucilk_a.ucilk_range.loop = &ucilk_loop_##STEP##_##F;                       \
    ucilk_a.ucilk_range.first = 0;                                             \
    ucilk_a.ucilk_range.grain = (GRAIN)

#ifdef UCILK_ABI_CLUSTER

/* The variable is the view: an alias of an object that fills whole pages. */
#define UCILK_REDUCER(LINKAGE, T, NAME, IDENTITY, REDUCE, ...)                 \
    static UCILK_ABI_VIEW(T) ucilk_view_##NAME = {__VA_ARGS__};                \
    LINKAGE __typeof__(T) NAME __attribute__((alias("ucilk_view_" #NAME)));    \
    static struct ucilk_abi_reducer ucilk_reducer_##NAME;                      \
    static __attribute__((constructor)) void ucilk_register_##NAME(void)       \
    {                                                                          \
        ucilk_abi_reducer_add(&ucilk_reducer_##NAME);                          \
    }                                                                          \
    static struct ucilk_abi_reducer ucilk_reducer_##NAME = {                   \
        (void *)&NAME, sizeof(__typeof__(T)), IDENTITY, REDUCE, 0}
#define UCILK_DECLARE_REDUCER(T, NAME) extern __typeof__(T) NAME
#define UCILK_VIEW_OF(NAME) (NAME)
#define UCILK_LOCAL_REDUCER(...) UCILK_NOT_ON_CLUSTERS
#define UCILK_VIEW_AT(...) UCILK_NOT_ON_CLUSTERS
#define UCILK_LEFT_OF(...) UCILK_NOT_ON_CLUSTERS
#define UCILK_NOT_ON_CLUSTERS                                                  \
    _Pragma("GCC error \"ucilk: on a cluster a reducer is at file scope, or of a cilk_reduce_loop\"")

#else

/*
 * The leftmost view and its monoid, with the same symbols as ucilkcc's.  In C
 * the variable has another name, so that a use without cilk_view does not
 * compile.
 */
#define UCILK_REDUCER(LINKAGE, T, NAME, IDENTITY, REDUCE, ...)                 \
    UCILK_LEFT_##LINKAGE(T, NAME) = __VA_ARGS__;                               \
    UCILK_LINKAGE_##LINKAGE const struct ucilk_abi_monoid                      \
        __ucilk_monoid_of_##NAME = {IDENTITY, REDUCE}
#define UCILK_LINKAGE_extern
#define UCILK_LINKAGE_static static
#define UCILK_LEFT_extern(T, NAME)                                             \
    UCILK_DECLARE_REDUCER(T, NAME);                                            \
    __typeof__(T) ucilk_left_##NAME
#define UCILK_LEFT_static(T, NAME) static __typeof__(T) ucilk_left_##NAME
#define UCILK_DECLARE_REDUCER(T, NAME)                                         \
    extern __typeof__(T) ucilk_left_##NAME __asm__("ucilk." #NAME);            \
    extern const struct ucilk_abi_monoid __ucilk_monoid_of_##NAME
#define UCILK_VIEW_OF(NAME)                                                    \
    (*(__typeof__(ucilk_left_##NAME) *)ucilk_abi_look_up(                      \
        (void *)&ucilk_left_##NAME, sizeof ucilk_left_##NAME,                  \
        &__ucilk_monoid_of_##NAME))
#define UCILK_LEFT_OF(NAME) (&ucilk_left_##NAME)

#define UCILK_LOCAL_REDUCER(T, NAME, IDENTITY, REDUCE, ...)                    \
    static const struct ucilk_abi_monoid __ucilk_monoid_of_##NAME              \
        __attribute__((unused)) = {IDENTITY, REDUCE};                          \
    __typeof__(T) ucilk_left_##NAME = __VA_ARGS__;                             \
    void *ucilk_local_##NAME[3]                                                \
        __attribute__((cleanup(ucilk_abi_local_end))) = {                      \
            (void *)&ucilk_left_##NAME, (void *)sizeof ucilk_left_##NAME,      \
            ucilk_frame};                                                      \
    int ucilk_begun_##NAME __attribute__((unused)) =                           \
        (ucilk_abi_reducers_begin(ucilk_local_##NAME[0],                       \
                                  sizeof ucilk_left_##NAME),                   \
         0)
#define UCILK_VIEW_AT(P, IDENTITY, REDUCE)                                     \
    (*__extension__({                                                          \
        static const struct ucilk_abi_monoid ucilk_m = {IDENTITY, REDUCE};     \
        __typeof__(&*(P)) ucilk_k = (P);                                       \
        (__typeof__(ucilk_k))ucilk_abi_look_up((void *)ucilk_k,                \
                                               sizeof *ucilk_k, &ucilk_m);     \
    }))

#endif

#endif

#endif
