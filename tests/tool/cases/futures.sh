# cilk_future: an expression in every place, in each form of the program.

futures_everywhere() { # places.c, which prints the same in every form
    cat >places.c <<'EOT'
#include <stdio.h>
#include <string.h>
#include <ucilk/ucilk.h>

struct big {
    char bytes[1 << 17];
    const int n;
};
struct holder {
    ucilk_future_t f;
    int n;
};
union either {
    float x;
    int n;
};

static int made, numbers, table[8];
static long inc(long n) { made++; return n + 1; }
static double half(float x) { return x / 2; }
static void mark(int *p, int by) { *p += by; }
static struct big fill(struct big b, char c)
{
    struct big r = {{0}, b.n + 1};
    memset(r.bytes, b.bytes[0] + c, sizeof r.bytes);
    return r;
}
static union either flip(union either e) { e.n = -e.n; return e; }
static long two(ucilk_future_t a, ucilk_future_t b)
{
    return 10 * ucilk_future_get(long, a) + ucilk_future_get(long, b);
}
static ucilk_future_t later(long n) { return cilk_future inc(n); }
static int number(void) { numbers++; return 3; }
static long (*chosen)(long) = inc;
static long (*choose(int n))(long) { return n ? inc : chosen; }
static inline ucilk_future_t inlined(int n) { return cilk_future(2) inc(n); }
static long chain(int n)
{
    if (n == 0)
        return 1;
    ucilk_future_t rest = cilk_future chain(n - 1);
    return n + ucilk_future_get(long, rest);
}

#define MACRO(f, x) cilk_future(1) f(x)
#define GET(f) ucilk_future_get(long, f)

int main(void)
{
    ucilk_future_t a = cilk_future inc(1), b, all[3] = {
        cilk_future inc(10), MACRO(inc, 20), cilk_future (inc)(30)};
    struct holder h = {.n = 1, .f = cilk_future(2) inc(40)}, *hp = &h;
    struct big big = {"A", 5};
    b = cilk_future fill(big, 1);
    printf("%ld %ld %ld %ld\n", GET(a), GET(all[0]), GET(all[1]), GET(all[2]));
    struct big filled = ucilk_future_get(struct big, b);
    printf("%c%c %d\n", filled.bytes[0], filled.bytes[131071], filled.n);
    printf("%ld %ld\n", GET(hp->f), GET(h.f));
    printf("%ld\n", GET(cilk_future two(cilk_future inc(3),
                                        MACRO(inc, GET(MACRO(inc, 4))))));
    printf("%g\n", ucilk_future_get(double, cilk_future half(5)));
    union either e = {.n = 7};
    e = ucilk_future_get(union either, cilk_future flip(e));
    printf("%d\n", e.n);
    a = cilk_future mark(&table[0], 5);
    ucilk_future_get(void, a);
    hp->f = cilk_future(number()) (*chosen)(50);
    for (int i = 0; i < 3; i++)
        printf("%ld ", GET(hp->f));
    printf("%d %d\n", numbers, table[0]);
    *(&all[1]) = cilk_future choose(table[0])(60);
    a = cilk_future (*choose(0))(61);
    b = cilk_future(1) (choose)(0)(62);
    printf("%ld %ld %ld\n", GET(all[1]), GET(a), GET(b));
    a = inlined(70);
    b = made ? cilk_future inc(71) : later(0);
    printf("%ld %ld %ld %ld\n", GET(a), GET(a), GET(b), GET(later(72)));
    if (GET(cilk_future inc(80)) == 81)
        do
            a = (b = cilk_future inc(81), cilk_future inc(GET(b)));
        while (GET(a) != 83);
    long x = spawn two(cilk_future inc(1), later(1)), y;
    y = spawn inc(GET(cilk_future(1) inc(90)));
    sync;
    printf("%ld %ld\n", x, y);
    static ucilk_future_t kept[8];
    cilk_for (int i = GET(cilk_future inc(-1)); i < (int)GET(later(7)); i++) {
        int own = i;
        kept[i] = cilk_future(h.n + 1) inc(own + h.n);
        table[i] += (int)GET(kept[i]);
    }
    long sum = 0;
    for (int i = 0; i < 8; i++)
        sum += GET(kept[i]) * table[i];
    printf("%ld\n", sum);
    __extension__ __auto_type deduced = cilk_future chain(30);
    cilk_scope {
        a = cilk_future chain(10);
        printf("%ld\n", GET(a) + GET(deduced));
    }
    a = cilk_future snprintf(NULL, 0, "%d%s", 123, "four");
    printf("%d\n", ucilk_future_get(int, a));
    (void)cilk_future mark(&table[7], 1000);
    switch (GET(cilk_future inc(100)))
    case 101:
        return ucilk_future_get(int, cilk_future printf("end\n")) != 4;
    return 1;
}
EOT
}

case_futures() {
    futures_everywhere
    cc --ucilk-serial -O1 places.c -o serial
    run ./serial >expected
    same "$(tail -1 expected)" end
    for compiler in gcc clang; do
        local lto=-flto
        [ $compiler = gcc ] || lto="-flto -fuse-ld=lld"
        for flags in -O0 -O3 "-O2 $lto" "-std=gnu99 -Os"; do
            # shellcheck disable=SC2086 # the flags are words
            for form in "" --ucilk-serial; do
                cc --ucilk-cc=$compiler $form -Wall -Wextra -pedantic -Wshadow \
                    -Werror -Wno-overlength-strings $flags places.c -o places
                for workers in 1 2 8; do
                    UCILK_NWORKERS=$workers timeout -k 5 60 ./places >said
                    cmp said expected
                done
            done
        done
    done
    # Forced steals.
    cc -c places.c
    gcc places.o "${library%.a}_test.a" -pthread -o stolen
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
    for compiler in gcc clang; do
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
    futures_everywhere
    for compiler in gcc clang; do
        fails 1 $compiler "-I$include" -DUCILK_SERIAL -c places.c
        grep -q 'error: .*ucilkcc --ucilk-serial' err
        # An editor has nothing to say.
        $compiler "-I$include" -DUCILK_IDE -Wall -Wextra -Werror \
            -fsyntax-only places.c
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
    nm serial >symbols
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
    for compiler in gcc clang; do
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
