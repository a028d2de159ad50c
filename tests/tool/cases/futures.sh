# cilk_future: an expression in every place, in each form of the program.

case_futures() {
    cp "$here/../lang/"{futures.c,check.h} .
    ulimit -S -s "$(ulimit -H -s)" # gcc keeps many results of 1 MiB in one frame
    cc --ucilk-serial -O1 futures.c -o serial
    run ./serial >expected
    same "$(tail -1 expected)" consumers
    for compiler in $compilers; do
        local lto=-flto n=0
        [ $compiler = gcc ] || { lto="-flto -fuse-ld=lld" n=2; }
        for flags in -O0 -O3 "-O2 $lto" "-std=gnu99 -Os"; do
            # Those that one compiler has as tasks, the other has as the elision.
            local form=--ucilk-serial
            [ $((n++ / 2 % 2)) = 0 ] || form=
            # shellcheck disable=SC2086 # the flags are words
            cc --ucilk-cc=$compiler $form -Wall -Wextra -pedantic -Wshadow \
                -Werror -Wno-overlength-strings $flags futures.c -o futures
            for workers in 1 2 8; do
                UCILK_NWORKERS=$workers timeout -k 5 60 ./futures >said
                cmp said expected
            done
        done
    done
    # Forced steals.
    cc -c futures.c
    gcc futures.o "${library%.a}_test.a" -pthread -o stolen
    for workers in 1 2 8; do
        UCILK_NWORKERS=$workers UCILK_TEST_STEAL=always \
            timeout -k 5 100 ./stolen >said
        cmp said expected
    done
}

# What the header brings must not cost a word of -pedantic, even in C90.
case_futures_in_old_c() {
    cat >old.c <<'EOT'
#include <ucilk/ucilk.h>
static long f(long n) { return n + 1; }
int main(void)
{
    long x;
    ucilk_future_t a = cilk_future(2) f(3);
    x = ucilk_future_get(long, a);
    x = x + ucilk_future_get(long, a);
    return x != 8;
}
EOT
    for compiler in $compilers; do
        for form in --ucilk-serial ""; do
            cc --ucilk-cc=$compiler $form -std=gnu90 -pedantic -Wall -Wextra \
                -Werror -save-temps -c old.c 2>err || cat err
            [ ! -s err ]
            cc $form old.o -o old
            run ./old
        done
        grep -q 'cilk_future(2)' old.i
        cc --ucilk-cc=$compiler -c old.i -o again.o
        cc again.o -o again
        run ./again
    done
}

case_futures_without_the_tool() {
    cp "$here/../lang/"{futures.c,check.h} .
    for compiler in $compilers; do
        fails 1 $compiler "-I$include" -DUCILK_SERIAL -c futures.c
        grep -q 'error: .*ucilkcc --ucilk-serial' err
        # An editor has nothing to say.
        $compiler "-I$include" -DUCILK_IDE -Wall -Wextra -Werror \
            -fsyntax-only futures.c
    done
    printf 'int f(int);\nvoid g(void)\n{\n    (void)cilk_future f(1);\n}\n' \
        >bare.c
    cc -Wall -c bare.c
    fails 1 cc --ucilk-serial -c bare.c
    grep -q '^bare\.c:4:11: error: cilk_future needs .#include <ucilk/ucilk.h>' err
}

# No keyword, but futures: one exec, and the runtime is linked.
case_futures_without_a_keyword() {
    cat >get.c <<'EOT'
#include <ucilk/ucilk.h>
int main(void)
{
    ucilk_promise_t p = ucilk_promise_make(int, 1);
    ucilk_promise_set(int, p, 3);
    return ucilk_future_get(int, ucilk_promise_future(p)) +
           ucilk_future_get(int, ucilk_future_from(int, 4)) - 7;
}
EOT
    script count 'echo x >>count.log; exec gcc "$@"'
    cc --ucilk-cc=./count -Wall -Wextra -Werror get.c -o get
    same "$(cat count.log)" x
    run ./get
    cc -c get.c
    cc get.o -o again
    run ./again
    cc --ucilk-serial get.c -o serial
    run ./serial
    cc --ucilk-serial -c get.c
    cc get.o -o elided
    run ./elided
    nm serial elided >symbols
    lacks "ucilk_abi_\|uci_" symbols
}

# The compiler's own message, at the handle's place.
case_futures_of_other_types() {
    cat >types.c <<'EOT'
#include <ucilk/ucilk.h>
long f(long n);
void v(void);
long g(int n)
{
    cilk_for (int i = 0; i < n; i++)
        f(i);
    long x;
    x = cilk_future v();
    return cilk_future(n) f(n);
}
EOT
    for compiler in $compilers; do
        fails 1 cc --ucilk-cc=$compiler -c types.c
        same "$(grep -c 'error: ' err)" 2
        same "$(grep -c 'warning: ' err)" 0
        grep -q '^types\.c:9:[79]: error: .*struct ucilk_future' err
        grep -q '^types\.c:10:12: error: .*struct ucilk_future' err
    done
    # The parser finds no function in the words; the compiler says it.
    printf '#include <ucilk/ucilk.h>\nlong f(long);\nlong g(int n)\n{\n' >bad.c
    printf '    static int a;\n    cilk_for (int i = 0; i < n; i++)\n' >>bad.c
    printf '        a = i;\n    return 0;\n}\nvoid h(void)\n{\n' >>bad.c
    printf '    ucilk_future_t x = cilk_future(nobody) f(1);\n}\n' >>bad.c
    fails 1 cc -c bad.c
    same "$(grep -c 'error: ' err)" 1
    grep -q '^bad\.c:12:36: error: .*nobody' err
}
