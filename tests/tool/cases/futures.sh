# cilk_future: what compilers say of it.

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
            cc --ucilk-cc=$compiler $form -std=gnu99 -pedantic -Wall -Wextra -Wshadow -Werror \
                -Wno-overlength-strings -Os -c "$here/../lang/futures.c" -o places.o
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
    cp "$here/../lang/"{futures_waits.c,check.h} .
    for compiler in $compilers; do
        fails 1 $compiler "-I$include" -DUCILK_SERIAL -c futures_waits.c
        grep -q 'error: .*ucilkcc --ucilk-serial' err
        # An editor has nothing to say.
        $compiler "-I$include" -DUCILK_IDE -Wall -Wextra -Werror \
            -fsyntax-only futures_waits.c
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
