/*
 * Inlets and abort of <ucilk/macros.h>, which includes this header and says how
 * they are written.
 */
#ifndef UCILK_MACRO_INLETS_H
#define UCILK_MACRO_INLETS_H

#define cilk_inlet(...) UCILK_APPLY(UCILK_INLET, __VA_ARGS__)
#define cilk_spawn_inlet(I, CONTEXT, ...)                                      \
    UCILK_SPAWN_INLET_(I, CONTEXT, UCILK_FIRST(__VA_ARGS__), __VA_ARGS__)
#define UCILK_SPAWN_INLET_(I, CONTEXT, F, ...)                                 \
    UCILK_SPAWN_INLET(I, CONTEXT, F, __VA_ARGS__)

#ifdef UCILK_SERIAL

#define cilk_inlets UCILK_DECLARATION
#define cilk_abort ((void)0)
#define cilk_aborted() 0
#define UCILK_INLET(I, F, CONTEXT, RESULT)                                     \
    static __inline__ void ucilk_inlet_##I(UCILK_DECL(CONTEXT),                \
                                           UCILK_DECL(RESULT))
#define UCILK_SPAWN_INLET(I, CONTEXT, F, ...)                                  \
    ucilk_inlet_##I(CONTEXT, UCILK_CALL(__VA_ARGS__))

#elif !defined(UCILK_ABI_CLUSTER)

/* Declared behind the frame object, so its cleanup runs first. */
#define cilk_inlets                                                            \
    struct ucilk_abi_inlets ucilk_inlets                                       \
        __attribute__((cleanup(ucilk_abi_inlets_end))) = {ucilk_frame, 0, 0,   \
                                                          0,           0, 0},  \
        *const ucilk_in __attribute__((unused)) = &ucilk_inlets;               \
    UCILK_HIDING(enum { ucilk_has_inlets = 1 };                                \
                 struct ucilk_abi_inlets *const ucilk_joined                   \
                     __attribute__((unused)) = &ucilk_inlets;)
#define cilk_abort ucilk_abi_abort(ucilk_in)
#define cilk_aborted() ucilk_abi_aborted()

/*
 * The user's body becomes the function ucilk_inlet_I; cilk_abort uses its
 * parameter ucilk_in.  ucilk_body_I is the body of a task that calls F and
 * gives the result to the inlet.
 */
#define UCILK_INLET(I, F, CONTEXT, RESULT)                                     \
    struct ucilk_args_##I {                                                    \
        struct ucilk_abi_child ucilk_child;                                    \
        UCILK_TYPE(CONTEXT) ucilk_context;                                     \
        struct ucilk_in_##F ucilk_in;                                          \
    };                                                                         \
    struct ucilk_got_##I {                                                     \
        struct ucilk_abi_inlets *ucilk_in;                                     \
        UCILK_TYPE(CONTEXT) ucilk_context;                                     \
        ucilk_result_##F ucilk_result;                                         \
    };                                                                         \
    static __inline__ __attribute__((always_inline)) void ucilk_inlet_##I(     \
        struct ucilk_abi_inlets *ucilk_in __attribute__((unused)),             \
        UCILK_DECL(CONTEXT), UCILK_DECL(RESULT));                              \
    static __attribute__((unused)) void ucilk_got_by_##I(void *ucilk_p)        \
    {                                                                          \
        struct ucilk_got_##I *ucilk_g = (struct ucilk_got_##I *)ucilk_p;       \
        ucilk_inlet_##I(ucilk_g->ucilk_in, ucilk_g->ucilk_context,             \
                        ucilk_g->ucilk_result);                                \
    }                                                                          \
    static __attribute__((unused)) void *ucilk_body_##I(void *ucilk_p)         \
    {                                                                          \
        struct ucilk_args_##I *ucilk_a = (struct ucilk_args_##I *)ucilk_p;     \
        ucilk_abi_publish();                                                   \
        ucilk_abi_child_begin(&ucilk_a->ucilk_child);                          \
        {                                                                      \
            struct ucilk_got_##I ucilk_g = {                                   \
                ucilk_a->ucilk_child.in, ucilk_a->ucilk_context,               \
                ucilk_call_##F(&ucilk_a->ucilk_in)};                           \
            ucilk_abi_inlet(&ucilk_a->ucilk_child, ucilk_got_by_##I, &ucilk_g, \
                            sizeof ucilk_g);                                   \
        }                                                                      \
        ucilk_abi_child_end(&ucilk_a->ucilk_child);                            \
        return 0;                                                              \
    }                                                                          \
    static __inline__ __attribute__((always_inline)) void ucilk_inlet_##I(     \
        struct ucilk_abi_inlets *ucilk_in __attribute__((unused)),             \
        UCILK_DECL(CONTEXT), UCILK_DECL(RESULT))

/* The call inside sizeof lets compilers check the arguments. */
#define UCILK_SPAWN_INLET(I, CONTEXT, F, ...)                                  \
    do {                                                                       \
        static const struct ucilk_abi_task ucilk_t = {                         \
            (void (*)(void *))(void (*)(void))ucilk_body_##I,                  \
            sizeof(struct ucilk_args_##I),                                     \
            0,                                                                 \
            0,                                                                 \
            UCILK_ABI_TASK_INLETS,                                             \
            #F,                                                                \
            __FILE__,                                                          \
            __LINE__};                                                         \
        struct ucilk_args_##I ucilk_a;                                         \
        void *ucilk_h;                                                         \
        ucilk_a.ucilk_context = (CONTEXT);                                     \
        UCILK_STORE(__VA_ARGS__);                                              \
        (void)sizeof((UCILK_CALL(__VA_ARGS__)), 0);                            \
        ucilk_h = ucilk_abi_inlets_spawn(&ucilk_a, &ucilk_t, ucilk_in,         \
                                         ucilk_apart);                         \
        if (__builtin_expect(ucilk_h != 0, 0))                                 \
            ucilk_abi_inlets_stolen(ucilk_in, ucilk_h);                        \
    } while (0)

#endif

#ifndef UCILK_NO_SHORT_NAMES
#define spawn_inlet(...) cilk_spawn_inlet(__VA_ARGS__)
#endif

#endif
