# What --ucilk-force must not lose, which takes plain files through the rewriter.

# The comments that gcc looks for, in every place they have.
case_fall_through_comments() {
    cat >fall.c <<'END'
#include <ucilk/ucilk.h>
int g(int);
#ifdef SPAWN
int spawned(int x) { int y = spawn g(x); sync; return y; }
#endif
int f(int x)
{
    switch (x) {
    case 1:
        x = g(x);
        /* fall through */
    case 2:
        x = g(x + 1);
        // FALLTHRU */ /* odd
    case 3:
        g(x);






        /* something





         else: falls through */
    case 6:
        g(x);





        // fallthrough





    case 9:
        g(x); /* fallthrough */ case 10: g(2);
        /* fall through */
#pragma GCC diagnostic push
    case 11: g(2);
        /* fallthrough */
    label:
    case 15: g(5);
        /* no such thing */
    case 16: g(5);
        "/* fallthrough */";
    case 17: g(6); /* -fallthrough */ // and more
    default:
        g(2);
    case 19:
        g(2);
        if (x > 5)
            goto label;
    }
    return x;
}
END
    for level in "-Wall -Wextra" -Wimplicit-fallthrough=1 \
        -Wimplicit-fallthrough=2 -Wimplicit-fallthrough=4 \
        -Wimplicit-fallthrough=5; do
        # shellcheck disable=SC2086 # words
        gcc -DUCILK_SERIAL "-I$include" $level -c fall.c 2>plain
        # shellcheck disable=SC2086
        cc --ucilk-force $level -c fall.c 2>forced
        # shellcheck disable=SC2086
        cc -DSPAWN $level -c fall.c 2>spawned
        grep -q 'fall through' plain
        cmp plain forced
        cmp plain spawned
    done
}

# Directives and macros leave their mark on warnings.
case_same_warnings_without_macros_and_directives() {
    cat >marks.c <<'END'
#define A 1
#define EQ(x) (x == 2)
int g(int);
int f(int x)
{
    if (x)
        g(x);
    else
#ifdef FOO
    if (x > 2)
        g(2);
    else
#endif
        g(3);
#if A
    if (x == A)
        x = g(x);
# if A == 1 /* fall through */
      else
      x = 3;
# endif
        x += 2;
    if (EQ(x))
        g(4);
#endif
    switch (x) {
    case 1:
        g(1);
#ifdef A /* fall through */
    case 2:
#endif
        g(2);
        /* fall through */
#ifdef A
        /* fall through */
    case 3:
#endif
        g(3);
        if (x)
            g(4);
            g(5);
    }
    return x;
}
END
    for compiler in $compilers; do
        set -- -Wall -Wextra
        # gcc has none of these in any text with line markers.
        [ $compiler = clang ] || set -- "$@" -Wno-misleading-indentation
        $compiler "$@" -c marks.c 2>plain
        cc --ucilk-cc=$compiler --ucilk-force "$@" -c marks.c 2>forced
        grep 'warning: ' plain >plain.list
        grep 'warning: ' forced >forced.list
        diff plain.list forced.list
    done
}
