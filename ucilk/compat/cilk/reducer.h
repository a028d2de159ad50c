/*
 * <cilk/reducer.h>: the reducers in C of Cilk Plus.
 *
 *     CILK_C_DECLARE_REDUCER(T) r =
 *         CILK_C_INIT_REDUCER(T, reduce, identity, destroy, value);
 *     CILK_C_REGISTER_REDUCER(r);
 *     ... REDUCER_VIEW(r) = f(REDUCER_VIEW(r)) ...
 *     CILK_C_UNREGISTER_REDUCER(r);
 *     r.value                           behind that, the result
 *
 * with   void reduce(void *reducer, void *left, void *right);
 *        void identity(void *reducer, void *view);
 *        void destroy(void *reducer, void *view);
 *
 * To the runtime the whole struct is a view.  The runtime does not know the
 * argument `reducer', so its identity only marks a new view as not made yet;
 * REDUCER_VIEW makes it.
 */
#ifndef UCILK_CILK_REDUCER_H
#define UCILK_CILK_REDUCER_H

#ifdef __cplusplus
#error "ucilk: <cilk/reducer.h> has the reducers of C: in C++ use cilk_reducer of <ucilk/macros.h>"
#endif

#include <assert.h> /* as in Cilk Plus */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef UCILK_ABI_CLUSTER
#error "ucilk: there is no <cilk/reducer.h> for clusters: declare the variable as `long cilk_reducer(identity, reduce) x' at file scope"
#endif

/* What a reducer has besides its value. */
struct ucilk_c_reducer {
    void (*reduce)(void *reducer, void *left, void *right);
    void (*identity)(void *reducer, void *view);
    void (*destroy)(void *reducer, void *view);
    void *self; /* the leftmost view; null in the leftmost view itself */
    size_t offset;
    int is_made;
};

#define CILK_C_DECLARE_REDUCER(T)                                              \
    struct {                                                                   \
        struct ucilk_c_reducer ucilk_c;                                        \
        T value;                                                               \
    }

/* The value's initializer may have commas. */
#define CILK_C_INIT_REDUCER(T, reduce, identity, destroy, ...)                 \
    UCILK_C_INIT(CILK_C_DECLARE_REDUCER(T), reduce, identity, destroy,         \
                 __VA_ARGS__)
#define UCILK_C_INIT(STRUCT, reduce, identity, destroy, ...)                   \
    {{reduce, identity, destroy, 0, __builtin_offsetof(STRUCT, value), 1},     \
     __VA_ARGS__}

static __inline__ __attribute__((unused)) void
__cilkrts_hyperobject_noop_destroy(void *reducer, void *view)
{
    (void)reducer;
    (void)view;
}

#ifdef UCILK_SERIAL
#define REDUCER_VIEW(r) ((r).value)
#define CILK_C_REGISTER_REDUCER(r) ((void)&(r))
#define CILK_C_UNREGISTER_REDUCER(r) ((void)&(r))
#else
#include <ucilk/abi.h>

static __inline__ __attribute__((unused)) void ucilk_c_reducer_new(void *view)
{
    ((struct ucilk_c_reducer *)view)->is_made = 0;
}

static __inline__ __attribute__((unused)) void ucilk_c_reducer_join(void *left,
                                                                    void *right)
{
    struct ucilk_c_reducer *l = (struct ucilk_c_reducer *)left;
    struct ucilk_c_reducer *r = (struct ucilk_c_reducer *)right;
    void *value = (char *)right + r->offset;
    if (!r->is_made)
        return;
    if (!l->is_made) { /* r's value cannot be moved to l by its bytes */
        *l = *r;
        r->identity(r->self, (char *)left + r->offset);
    }
    r->reduce(r->self, (char *)left + r->offset, value);
    if (r->destroy)
        r->destroy(r->self, value);
}

static const struct ucilk_abi_monoid ucilk_c_reducer_monoid
    __attribute__((unused)) = {ucilk_c_reducer_new, ucilk_c_reducer_join};

static __inline__ __attribute__((unused)) void *
ucilk_c_reducer_view(void *reducer, size_t size)
{
    struct ucilk_c_reducer *view = (struct ucilk_c_reducer *)ucilk_abi_look_up(
        reducer, size, &ucilk_c_reducer_monoid);
    if (__builtin_expect(!view->is_made, 0)) {
        *view = *(const struct ucilk_c_reducer *)reducer;
        view->self = reducer;
        view->identity(reducer, (char *)view + view->offset);
    }
    return (char *)view + view->offset;
}

/* ucilkcc's name for it where a function does not spawn: `const' says that one
 * call gives what the next one would. */
static __attribute__((const, noinline, unused)) void *
ucilk_c_reducer_view_once(void *reducer, size_t size)
{
    return ucilk_c_reducer_view(reducer, size);
}

#define REDUCER_VIEW(r)                                                        \
    (*(__typeof__((r).value) *)ucilk_c_reducer_view((void *)&(r), sizeof(r)))
#define CILK_C_REGISTER_REDUCER(r)                                             \
    ucilk_abi_reducers_begin((void *)&(r), sizeof(r))
#define CILK_C_UNREGISTER_REDUCER(r)                                           \
    ucilk_abi_reducers_end((void *)&(r), sizeof(r))
#endif

/* --- For the ready-made reducers of the other headers --- */

/* DO(name, type, least, greatest) for each type. */
#define UCILK_C_INTEGERS(DO)                                                   \
    DO(char, char, (char)(((char)-1 < 0) ? -128 : 0),                          \
       (char)(((char)-1 < 0) ? 127 : 255))                                     \
    DO(schar, signed char, -128, 127)                                          \
    DO(uchar, unsigned char, 0, 255)                                           \
    DO(wchar_t, wchar_t, WCHAR_MIN, WCHAR_MAX)                                 \
    DO(short, short, -__SHRT_MAX__ - 1, __SHRT_MAX__)                          \
    DO(ushort, unsigned short, 0, (unsigned short)-1)                          \
    DO(int, int, -__INT_MAX__ - 1, __INT_MAX__)                                \
    DO(uint, unsigned, 0, -1u)                                                 \
    DO(unsigned, unsigned, 0, -1u)                                             \
    DO(long, long, -__LONG_MAX__ - 1, __LONG_MAX__)                            \
    DO(ulong, unsigned long, 0, -1ul)                                          \
    DO(longlong, long long, -__LONG_LONG_MAX__ - 1, __LONG_LONG_MAX__)         \
    DO(ulonglong, unsigned long long, 0, -1ull)
#define UCILK_C_NUMBERS(DO)                                                    \
    UCILK_C_INTEGERS(DO)                                                       \
    DO(float, float, -__builtin_inff(), __builtin_inff())                      \
    DO(double, double, -__builtin_inf(), __builtin_inf())                      \
    DO(longdouble, long double, -__builtin_infl(), __builtin_infl())

/* Defines the type cilk_c_reducer_KIND_NAME and its functions. */
#define UCILK_C_REDUCER_OF(KIND, NAME, T, IDENTITY, REDUCE)                    \
    typedef CILK_C_DECLARE_REDUCER(T) cilk_c_reducer_##KIND##_##NAME;          \
    static __inline__                                                          \
        __attribute__((unused)) void cilk_c_reducer_##KIND##_identity_##NAME(  \
            void *reducer, void *view)                                         \
    {                                                                          \
        T *v = (T *)view;                                                      \
        (void)reducer;                                                         \
        IDENTITY;                                                              \
    }                                                                          \
    static __inline__                                                          \
        __attribute__((unused)) void cilk_c_reducer_##KIND##_reduce_##NAME(    \
            void *reducer, void *left, void *right)                            \
    {                                                                          \
        T *l = (T *)left;                                                      \
        const T *r = (const T *)right;                                         \
        (void)reducer;                                                         \
        REDUCE;                                                                \
    }

#define UCILK_C_REDUCER_INIT(KIND, NAME, ...)                                  \
    UCILK_C_INIT(cilk_c_reducer_##KIND##_##NAME,                               \
                 cilk_c_reducer_##KIND##_reduce_##NAME,                        \
                 cilk_c_reducer_##KIND##_identity_##NAME,                      \
                 __cilkrts_hyperobject_noop_destroy, __VA_ARGS__)
#define UCILK_C_REDUCER(KIND, NAME, r, ...)                                    \
    cilk_c_reducer_##KIND##_##NAME r =                                         \
        UCILK_C_REDUCER_INIT(KIND, NAME, __VA_ARGS__)

#endif
