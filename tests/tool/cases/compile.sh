# What one call makes: programs, objects, assembler, preprocessed text.

# As tasks and as the elision, without the runtime: plain C to both compilers, of which clang
# has no functions in functions.
case_examples() {
    while read -r name arguments; do
        for compiler in $compilers; do
            for flags in "-O3 -g" "-O0 -std=c99 -pedantic"; do
                # shellcheck disable=SC2086 # words
                for form in "" --ucilk-serial -DUCILK_SERIAL; do
                    cc --ucilk-cc=$compiler $form $flags -Wall -Wextra -Wshadow -Wno-empty-body \
                        -Werror "$examples/$name.c" -o $name
                    same "$(run ./$name $arguments | tail -1)" right
                    nm $name >symbols
                    [ "$form" = "" ] || lacks "ucilk_abi_\|uci_" symbols
                done
            done
        done
    done <<'END'
fib 20
nqueens 8
btc 8 2
queens 10
connect 4 4
END
}

case_several_files() {
    two_files
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler -O2 main.c part.c -o both -lm
        same "$(run ./both)" 144
        cc --ucilk-cc=$compiler -c main.c part.c plain.c
        cc --ucilk-cc=$compiler main.o part.o
        same "$(run ./a.out)" 144
        cc --ucilk-cc=$compiler main.o part.c -omixed -lm
        same "$(run ./mixed)" 144
        rm -f ./*.o both mixed a.out
    done
    mkdir a b # sources of one name
    cp main.c a/x.c
    cp part.c b/x.c
    cc -I. a/x.c b/x.c -o both
    same "$(run ./both)" 144
    [ -z "$(find . -name '*.o')" ]
}

case_plain_file_is_untouched() {
    two_files
    cc plain.c -o plain
    same "$(run ./plain)" hello
    cc '-DGREETING="a b"' -x c plain.c -o plain
    same "$(run ./plain)" "a b"
    cc --ucilk-serial -c plain.c -o tool.o
    gcc -c plain.c -o gcc.o
    cmp tool.o gcc.o
}

case_assembler() {
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler -S -O2 "$examples/fib.c"
        grep -q ucilk_abi fib.s
        cc --ucilk-cc=$compiler -S -O2 "$examples/fib.c" -o - >again.s
        cmp fib.s again.s
        cc --ucilk-cc=$compiler fib.s -o fib
        run ./fib 15
        rm fib.s
    done
}

case_preprocess_and_compile_again() {
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler -E "$examples/fib.c" >fib.i
        grep -q 'spawn fib' fib.i
        cc --ucilk-cc=$compiler -E "$examples/fib.c" -o again.i
        cmp fib.i again.i
        cc --ucilk-cc=$compiler -O2 fib.i -o fib
        run ./fib 15
        cc --ucilk-cc=$compiler -O1 -save-temps -c "$examples/fib.c"
        grep -q 'spawn fib' fib.i
        cc --ucilk-cc=$compiler -O2 -x cpp-output fib.i -o fib
        run ./fib 15
    done
}

case_standard_input() {
    two_files
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler "-I$examples" -x c - -o fib \
            <"$examples/fib.c"
        run ./fib 15
        cc --ucilk-cc=$compiler -x c - -o plain <plain.c
        same "$(run ./plain)" hello
        cc --ucilk-cc=$compiler -x c <(cat plain.c) -o plain
        same "$(run ./plain)" hello
    done
}

case_dialects() {
    cat >plus.c <<'EOF'
#if !defined(__cilk) || __cilk < 200
#error no Cilk
#endif
#include <cilk/cilk.h>
#include <cilk/cilksan.h>
#include <cilk/cilkscale.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_opadd.h>
#include <stdio.h>
int main(void)
{
    CILK_C_REDUCER_OPADD(sum, long, 0);
    CILK_C_REDUCER_MAX(most, int, 0);
    CILK_C_REGISTER_REDUCER(sum);
    CILK_C_REGISTER_REDUCER(most);
    cilk_for (int i = 0; i < 1000; i++) {
        REDUCER_VIEW(sum) += i;
        CILK_C_REDUCER_MAX_CALC(most, i % 77);
    }
    CILK_C_UNREGISTER_REDUCER(sum);
    CILK_C_UNREGISTER_REDUCER(most);
    printf("%ld %d\n", sum.value, most.value);
}
EOF
    cat >asks.c <<'EOF'
int puts(const char *text);
int main(void)
{
#ifdef __cilk
    return puts("Cilk") < 0;
#endif
}
EOF
    for compiler in $compilers; do
        for how in -O1 --ucilk-serial; do
            cc --ucilk-cc=$compiler $how -Wall -Wextra -Werror plus.c -o plus
            same "$(run ./plus)" "499500 76"
            cc --ucilk-cc=$compiler $how asks.c -o asks
            same "$(run ./asks)" Cilk
        done
        cc --ucilk-cc=$compiler -Wall -Wextra -Werror "$here/../lang/manuals/opencilk/stub.c" -o stub
        run ./stub
    done
    fails 1 cc --ucilk-cluster -c plus.c
    grep -q 'no <cilk/reducer.h> for clusters' err
    for name in reducer_list reducer_string reducer_ostream reducer_vector reducer_file holder \
        opadd_reducer ostream_reducer unique_ptr_reducer metaprogramming hyperobject_base \
        cilk_undocumented cilk_api_linux; do
        echo "#include <cilk/$name.h>" >refused.c
        fails 1 cc -c refused.c
        grep -qE "#error .?ucilk: <cilk/$name.h> is (of C\+\+, which|about the inside of)" err
    done
    for name in cilkview=scale cilkscreen=race fake_mutex=race lock_guard=race; do
        echo "#include <cilktools/${name%=*}.h>" >refused.c
        fails 1 cc -c refused.c
        grep -q "#error .*<cilktools/${name%=*}.h> is Cilk.*--ucilk-tool=${name#*=}'" err
    done
    # The user's own header comes first.
    mkdir -p own/cilk
    echo '#error the own one' >own/cilk/cilk.h
    fails 1 cc -Iown -c plus.c
    grep -q 'the own one' err
}

# They are plain calls, and all that the tool changes.
case_spawns_in_returns_alone() {
    cat >returned.c <<'EOT'
long twice(long n) { return 2 * n; }
long g(long n) { return cilk_spawn twice(n); }
int main(void) { return g(4) != 8; }
EOT
    for compiler in $compilers; do
        for how in -O1 --ucilk-cluster --ucilk-serial; do
            cc --ucilk-cc=$compiler $how returned.c -o returned 2>err
            run ./returned
        done
    done
}

case_flags_with_arguments() {
    two_files
    mkdir inc
    mv part.h inc/
    echo '#define ELEVEN 11' >inc/eleven.h
    sed -i 's/11/ELEVEN + ZERO/' main.c
    for compiler in $compilers; do
        cc --ucilk-cc $compiler -I inc -include eleven.h -D ZERO=0 -std=gnu11 \
            -U NOTHING -isystem inc -mno-avx -Xlinker --as-needed -Wl,-z,now \
            -L . -z relro -u main main.c part.c -o both
        same "$(run ./both)" 144
    done
    echo "-Iinc -include eleven.h '-DZERO=0' -o both" >flags
    cc @flags main.c part.c
    same "$(run ./both)" 144
}

case_keep() {
    cp "$examples/"{fib.c,fib.h,answer.h} .
    mkdir out
    cc --ucilk-keep -c fib.c
    grep -q ucilk_abi fib.ucilk.c
    cc --ucilk-keep -c fib.c -o out/x.o
    cmp fib.ucilk.c out/x.ucilk.c
    gcc -O2 -c out/x.ucilk.c -o y.o
    cc y.o -o fib
    run ./fib 15
    two_files
    cc --ucilk-keep main.c part.c -o out/both
    [ -s out/main.ucilk.c ] && [ -s out/part.ucilk.c ]
}

case_debug_information() {
    cp "$examples/"{fib.c,fib.h,answer.h} .
    local line
    line=$(line_of 'spawn fib' fib.c)
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler -O0 -g -c fib.c
        objdump --dwarf=decodedline fib.o >lines
        grep -q "^fib\.c  *$line " lines
        objdump --dwarf=info fib.o >info
        grep -q 'DW_AT_name.*: fib\.c$' info
        same "$(strings -a fib.o | grep -c 'ucilkcc-')" 0
    done
}

# Inline functions of a header that spawn, in two files, in C99's way.
case_inline_functions_in_two_files() {
    cat >inline.h <<'EOT'
#include <ucilk/ucilk.h>
struct box { long v[3]; };
static inline long fib(int n)
{
    long a, b;
    if (n < 2)
        return n;
    a = spawn fib(n - 1);
    b = spawn fib(n - 2);
    sync;
    return a + b;
}
inline struct box boxed(long n)
{
    struct box b = {{n, n, n}};
    b.v[0] = spawn fib((int)n);
    sync;
    return b;
}
inline long sum(struct box b, double d)
{
    struct box c;
    c = spawn boxed(b.v[0]);
    long x = spawn fib(5);
    sync;
    return c.v[0] + x + (long)d;
}
long other(long n);
EOT
    cat >one.c <<'EOT'
#include <stdio.h>
#include "inline.h"
int main(void)
{
    long a = spawn sum((struct box){{10}}, 1.5), b = spawn other(11);
    sync;
    printf("%ld\n", a + b);
    return 0;
}
EOT
    cat >two.c <<'EOT'
#include "inline.h"
extern inline struct box boxed(long n);
extern inline long sum(struct box b, double d);
long other(long n)
{
    struct box b;
    long x;
    b = spawn boxed(n);
    x = spawn sum((struct box){{n - 1}}, 2.5);
    sync;
    return b.v[0] + x;
}
EOT
    for compiler in $compilers; do
        for flags in -O0 "-O3 -flto" "-O2 -std=c99 -pedantic"; do
            [ $compiler = gcc ] || flags=${flags/-flto/-flto -fuse-ld=lld}
            # shellcheck disable=SC2086 # the flags are words
            cc --ucilk-cc=$compiler -Wall -Wextra -Werror $flags \
                one.c two.c -o both
            same "$(run ./both)" 212
        done
    done
}

# The program of K&R definitions and declarations that come first, as each
# standard, and the other flags that change the language.
case_standards() {
    local lang=$here/../lang compiler=gcc
    runs() { # NAME PRINTED FLAGS: by each compiler in turn
        # shellcheck disable=SC2086 # the flags are words
        cc --ucilk-cc=$compiler -w -O1 $3 "$lang/$1.c" -o "$1"
        same "$(run "./$1")" "$2"
        if [ $compiler = gcc ]; then compiler=clang; else compiler=gcc; fi
    }
    for flags in -std=c89 -std=gnu89 -std=gnu99 -std=c99 -std=c11 -std=c17 \
        -ansi "-ansi -pedantic-errors" -funsigned-char \
        "-fshort-enums -fwrapv"; do
        runs old 144 "$flags"
    done
    for flags in -std=gnu99 -std=gnu2x -fshort-enums -funsigned-char \
        "-std=gnu11 -trigraphs -fms-extensions"; do
        runs declared "done 1" "$flags"
    done
}

# To libclang _Float32 is float: what would choose by it is no constant, and no type.
case_types_that_are_two() {
    cat >two.c <<'EOT'
#include <ucilk/ucilk.h>
_Float32 f;
void show(int);
static int of(float g) { return _Generic(g, _Float32: 1, float: 2) + _Generic(1, int: 3); }
int main(void)
{
    const int kind = WHICH;
    spawn { show(kind + of(0)); }
    sync;
}
EOT
    for which in '_Generic(f, _Float32: 1, float: 2)' '_Generic(f, float: 1, default: 2)' \
        '__builtin_types_compatible_p(float, __typeof__(f))'; do
        fails 1 cc -DWHICH="$which" -c two.c
        grep -q 'two.c:7:.*cannot tell float and double from _Float32' err
    done
    cc -DWHICH='_Generic(1, int: 3)' -c two.c
    sed -i 's/^_Float32/float/' two.c
    sed -i '/static int of/s/_Float32/double/' two.c
    cc -DWHICH='_Generic(f, float: 1, default: 2)' -c two.c
}

# What gcc has of C23 already.
case_c23() {
    cat >c23.c <<'EOT'
#include <stdio.h>
#include <ucilk/ucilk.h>
[[gnu::noinline]] static int f(int n) { return n + 1; }
static int g [[gnu::pure]] (int n) { return n; }
static int h(int n) [[gnu::aligned(8)]];
static int h(int n) { return n * 2; }
int main(void)
{
    int x, y = 3;
    switch (y) {
    case 3:
        x = spawn f(1'000);
        [[fallthrough]];
    default:
        y = spawn g(0b11);
    }
    [[maybe_unused]] int z = spawn h(5);
    sync;
    const char *name = "x";
    printf("%d %d %d %s\n", x, y, z, name);
}
EOT
    cc --ucilk-cc=gcc -std=gnu2x -w c23.c -o c23
    same "$(run ./c23)" "1001 3 10 x"
}

# Children run on stacks of their own where the caller's cannot be below.
case_apart() {
    local declared='long f(long n); void see(void *p); '
    local body='long g(long n) { long x = cilk_spawn f(n); '
    local head=$declared$body
    spawns() { # NAME CODE FLAG...
        printf '%s %s cilk_sync; return x; }\n' "$head" "$2" >a.c
        for compiler in $compilers; do
            cc --ucilk-cc=$compiler -w "${@:3}" -c a.c -o a.o
            same "$(nm a.o | grep -o 'ucilk_abi_.*spawn_1')" "$1"
        done
    }
    spawns ucilk_abi_spawn_1 'double (*p)[n] = 0; see(p);'
    spawns ucilk_abi_spawn_1 '_Alignas(64) int a; see(&a);'
    # It becomes a function of its own.
    spawns ucilk_abi_spawn_1 'cilk_spawn { see(__builtin_alloca(n)); int a[n]; see(a); }'
    spawns ucilk_abi_spawn_1 '' -mavx
    spawns ucilk_abi_spawn_1 '' -DUNUSED -march=haswell
    for code in 'int a[n]; see(a);' 'int a[4][n]; see(a);' \
        'see(__builtin_alloca(n));' \
        'void *j[5]; if (__builtin_setjmp(j)) return 1;' \
        'cilk_for (int i = 0; i < n; i++) { int a[i + 1]; see(a); }' \
        'cilk_spawn { int a[n]; see(a); cilk_spawn f(3); }'; do
        spawns ucilk_abi_apart_spawn_1 "$code"
    done
    # What alloca gives before the first spawn stays where it is.
    local alloca='see(__builtin_alloca(n));' loop='for (; n > 0; n--)'
    begins() { # NAME CODE
        local head="$declared long g(long n) { long x = 0; $2"
        spawns "$1" ''
    }
    begins ucilk_abi_spawn_1 "$alloca if (n > 2) { x = cilk_spawn f(n); }"
    begins ucilk_abi_spawn_1 "if (n < 2) return 3; $alloca $loop x = cilk_spawn f(n);"
    begins ucilk_abi_apart_spawn_1 "$loop { $alloca x = cilk_spawn f(n); }"
    begins ucilk_abi_apart_spawn_1 "$loop x += (__builtin_alloca(n), 1); x = cilk_spawn f(n);"
    begins ucilk_abi_apart_spawn_1 "again: $alloca x = cilk_spawn f(n); if (n-- > 0) goto again;"
    local plain='long f(long n);' task=$body
    # What is written out would have to say that it changes registers which gcc does not know.
    printf '%s\n' "$plain __attribute__((target(\"avx512f\"))) $task cilk_sync; return x; }" >a.c
    fails 1 ucilkcc --ucilk-cc=gcc -O2 -c a.c
    grep -q "AVX-512: compile the file with -mavx512f" err
    cc --ucilk-cc=gcc -O2 -mavx512f -c a.c
    printf '%s\n' "$plain static inline $task cilk_sync; return x; }
        __attribute__((target(\"avx512f\"))) long wide(long n) { return g(n); }" >a.c
    fails 1 ucilkcc --ucilk-cc=gcc -O2 -c a.c
    grep -q "AVX-512: compile the file with -mavx512f" err
}

# Vectors in registers of AVX-512 that a spawn's asm may change: clang knows its names in any
# file, and gcc does not inline the function that spawns.
case_functions_for_avx512_keep_their_vectors() {
    cat >a.c <<'END'
#include <stdio.h>
typedef double d8 __attribute__((vector_size(64)));
static long leaf(long n) { return n + 1; }
static long two(long n) { long x = cilk_spawn leaf(n); long y = leaf(n); cilk_sync; return x + y; }
__attribute__((noinline, target("avx512f"))) static void calls(const d8 *p, long n, long *out, d8 *to)
{
    d8 a = p[0] + p[1], b = p[0] * p[1], c = a * b;
    *out = two(n);
    *to = a * p[1] + b * c;
}
#ifdef __clang__
__attribute__((noinline, target("avx512f"))) static void spawns(const d8 *p, long n, long *out, d8 *to)
{
    d8 a = p[0] + p[1];
    *out = cilk_spawn leaf(n);
    leaf(n);
    cilk_sync;
    *to = a * p[1];
}
#endif
int main(void)
{
    static d8 p[2], r;
    long o = 0;
    for (int i = 0; i < 16; i++)
        ((double *)p)[i] = i;
    if (!__builtin_cpu_supports("avx512f"))
        return 0;
    calls(p, 1, &o, &r);
    for (int i = 0; i < 8; i++)
        printf("%g ", r[i]);
    printf("%ld\n", o);
#ifdef __clang__
    spawns(p, 1, &o, &r);
    for (int i = 0; i < 8; i++)
        printf("%g ", r[i]);
    printf("%ld\n", o);
#endif
}
END
    for compiler in $compilers; do
        for level in -O1 -O2 -O3; do
            cc --ucilk-cc="$compiler" $level a.c -o a
            ./a >out
            grep -q avx512f /proc/cpuinfo || continue
            [ "$(head -1 out)" = "64 900 4920 15400 37056 76284 141400 242880 4" ]
            [ "$(sed -n 2p out)" = "64 90 120 154 192 234 280 330 2" ] || [ "$(wc -l <out)" = 1 ]
        done
    done
}

# What the end of an array of variable length wants stands before the next statement, also
# where no blank is between.
case_statements_directly_behind_an_array() {
    local next
    for next in 'v[0] = cilk_spawn f(n);' 'cilk_spawn f(n);' 'long x = cilk_spawn f(n), w[n];w[0] = x;' \
        'for (long i = cilk_spawn f(n); i < 2; i++)cilk_spawn f(i);' 'cilk_spawn {f(n);}' \
        '{ cilk_spawn f(n); }' 'const long x = cilk_spawn f(n);(void)x;' 'if (n) v[0] += cilk_spawn f(n);'; do
        echo "static long f(long n) { return n + 1; } long g(long n) {
            cilk_spawn f(1);long v[n];$next cilk_sync; return v[0]; }" >a.c
        for compiler in $compilers; do
            cc --ucilk-cc="$compiler" -w -O1 -c a.c
        done
    done
}

# Marked are the statements that wait for other children: results whose order
# matters, for what may be one object.
case_only_results_in_order_wait() {
    cat >order.c <<'EOF'
#include <ucilk/ucilk.h>
struct pair { long a, b; };
long f(long n);
static long global;
long all(long *p, struct pair *q, struct pair *r, long n)
{
    long x, y, count = 0, product = 1, table[4], other[4];
    struct pair g = {0, 0};
    x = spawn f(1);
    y = spawn f(2);
    for (long i = 0; i < n; i++) {
        count += spawn f(i);
        p[i] = spawn f(i);
        product *= spawn f(i);
        count -= spawn f(i);
    }
    sync;
    table[0] = spawn f(3);
    table[1] += spawn f(4);
    sync;
    table[0] = spawn f(3);
    other[n] *= spawn f(4);
    sync;
    table[n] += spawn f(5);
    table[1] *= spawn f(4); /* waits */
    q->b *= spawn f(4); /* waits */
    sync;
    q->a = spawn f(4);
    r->b += spawn f(5);
    sync;
    g.a = spawn f(4);
    g.b += spawn f(4);
    (g).a += spawn f(4); /* waits */
    sync;
    for (long i = 0; i < n; i++) {
        long z = spawn f(i);
        sync;
        z *= spawn f(i);
        x ^= spawn f(i);
        sync;
        x += spawn f(i);
        sync;
    }
    for (long i = 0; i < n; i++) {
        y *= spawn f(i);
        if (i == 7)
            continue;
        y += spawn f(i); /* waits */
        sync;
    }
    global = spawn f(n);
    *p += spawn f(n); /* waits */
    sync;
    return count + product + x + y + table[1] + other[0] + g.a;
}
EOF
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler --ucilk-keep -c order.c
        awk '/^# [0-9]+ "order.c"/ { line = $2; next }
             /} else { ucilk_abi_join/ { print line }
             { line++ }' order.ucilk.c | sort -nu >waiting
        grep -n 'waits' order.c | cut -d: -f1 >wanted
        diff wanted waiting
    done
}

# As from an installation: the compiler takes macros of its headers for the
# system's.
case_keywords_out_of_macros_of_system_headers() {
    mkdir -p system user
    cp -r "$include/ucilk" system/
    cat >system/words.h <<'EOF'
#define GO spawn
#define GO_TO(f, ...) spawn f(__VA_ARGS__)
#define WAIT sync
#define WAIT_NOW sync;
#define EACH cilk_for
static inline int none_here(int sync)
{
    sync;
    return sync + 1;
}
EOF
    sed 's/none_here/nor_here/; /define/d; 1i #pragma GCC system_header' \
        system/words.h >user/marked.h
    cat >words.c <<'EOF'
#include <stdio.h>
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>
#include <words.h>
#include <marked.h>
static long UCILK_SUM(long) total = 0, UCILK_MAX(long) most = 0;
static long fib(long n)
{
    long a, b;
    if (n < 2)
        return n;
    a = GO fib(n - 1);
    b = GO_TO(fib, n - 2);
    WAIT;
    EACH (int i = 0; i < 2; i++) total += 1;
    GO_TO(none_here, 1); WAIT_NOW
    return a + b;
}
int main(void)
{
    UCILK_MIN(long) long least = 9;
    EACH (long i = 0; i < 100; i++) {
        total += i;
        most = most < i ? i : most;
        least = least < i ? least : i;
    }
    printf("%ld ", fib(10));
    printf("%ld %ld %ld %d\n", total, most, least, none_here(1) + nor_here(1));
    return 0;
}
EOF
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler -w -O2 -isystem system -Iuser words.c -o words
        same "$(run ./words)" "55 5126 99 0 4"
        printf 'int f(int);\nint g(int n)\n{\n    return -GO f(n);\n}\n' >>words.c
        fails 1 cc --ucilk-cc=$compiler -isystem system -Iuser -c words.c
        grep -q "words.c:$(grep -n 'return -GO' words.c | cut -d: -f1):13: error: spawn cannot" err
        sed -i '/^int f(int);/,$d' words.c
    done
}

# The tool's own part, without the compiler's: some 3 s, and minutes if it were quadratic.
case_thousands_of_spawns_in_a_function() {
    script fake 'for a; do
    [ "$a" != -E ] && [ "$a" != -dM ] || exec gcc "$@"
done'
    spawns() { # STATEMENT: with K for the number
        {
            printf '#include <ucilk/ucilk.h>\nlong f(long n);\nlong table[9];\n'
            printf 'void all(long *p)\n{\n    long x = 1;\n'
            seq 20000 | sed "s|.*|    $1|"
            printf '    sync;\n    p[0] = x;\n}\n'
        } | awk '{ gsub(/K/, NR); print }' >many.c
        # Seconds of CPU time; kilobytes, with a stack of 256 MiB (deep.c).
        (ulimit -t 20 -d 760000 && cc --ucilk-cc="$PWD/fake" -w -c many.c)
    }
    spawns 'x += spawn f(K);'
    spawns 'x += spawn f(K); x *= spawn f(K);'
    spawns 'p[K] = spawn f(K); table[K % 9] += spawn f(K);'
    spawns 'long xK = spawn f(K);'
    spawns '{ long y = spawn f(K); sync; }'
    spawns 'cilk_scope { spawn f(K); }'
}

case_expressions_of_thousands_of_terms() {
    {
        printf '#include <ucilk/ucilk.h>\n#include <stdio.h>\nlong f(long n) { return n; }\n'
        printf 'int main(void)\n{\n    long x, n = 1;\n    x = spawn f(1);\n    n = '
        yes 'n +' | head -12000 | tr -d '\n'
        printf ' 0;\n    sync;\n    x += n;\n    sync;\n    n = spawn f(x);\n    sync;\n'
        printf '    printf("%%ld\\n", n);\n    return 0;\n}\n'
    } >terms.c
    cc terms.c -o terms
    same "$(run ./terms)" 12001
    # In the parser's own thread 50,000 ended the tool without a word.
    sed 's/n = n.*/&/; s/^    n = .* 0;$/    n = '"$(yes 'n +' | head -20000 | tr -d '\n')"' 0;/' \
        terms.c >more.c
    cc -c more.c
}

# The tool's folder is gone (run.sh looks), and somebody says why.
case_signals_leave_nothing() {
    printf '#include <ucilk/ucilk.h>\nint f(int);\nint g(int n)\n{\n' >big.c
    seq 3000 | sed 's/.*/    spawn f(&);/' >>big.c
    printf '    sync;\n    return n;\n}\n' >>big.c
    local status=0
    (ulimit -f 40 && cc -c big.c) || status=$?
    [ $status = 153 ] # SIGXFSZ
    script crash 'for a; do
    [ "$a" != -E ] && [ "$a" != -dM ] || exec gcc "$@"
done
kill -SEGV "$PPID"; sleep 1'
    fails 139 cc --ucilk-cc="$PWD/crash" -c big.c
    grep -q 'error: libclang crashed: is an expression' err
    sed -i 's/SEGV/FPE/' crash # libclang 14 and __bf16 were one
    fails 136 cc --ucilk-cc="$PWD/crash" -c big.c
    grep -q 'error: libclang crashed: is an expression' err
}

# Nothing of not_defined is left where the optimizer sees in a cilk_for's body what
# it sees in a plain loop's.
case_bodies_keep_constants_and_restrict() {
    cat >known.c <<'EOT'
#include <ucilk/ucilk.h>
void not_defined(void);
static void constants(long *out, int n)
{
    int limit = 200;
    static const long least = -3;
    cilk_for (int i = 0; i < n; i++) {
        if (limit != 200 || least > 0)
            not_defined();
        out[i] = limit;
    }
}
struct pair {
    int from[2];
};
static void apart(int *restrict to, const int *restrict from,
                  const struct pair *restrict pair, int n)
{
    to[0] = from[1] + pair->from[0] + *to; /* elements: no other pointer */
    cilk_for (int i = 0; i < n; i++) {
        int was = from[0] + pair->from[1];
        to[i] = i;
        if (from[0] + pair->from[1] != was)
            not_defined();
    }
}
static void rows(int n, int (*restrict to)[n], int (*restrict from)[n])
{
    cilk_for (int i = 0; i < n; i++)
        cilk_for (int j = 0; j < n; j++) {
            int was = from[0][0];
            to[i][j] = j;
            if (from[0][0] != was)
                not_defined();
        }
}
int main(void)
{
    long out[9];
    int a[9] = {0}, b[9] = {0};
    struct pair pair = {{0}};
    volatile int n = 3;
    constants(out, 3 * n);
    apart(a, b, &pair, 3 * n);
    rows(n, (void *)b, (void *)a);
    return out[8] != 200 || a[8] != 8 || b[8] != 2;
}
EOT
    for compiler in $compilers; do
        for flags in -O2 -O3; do
            cc --ucilk-cc=$compiler -Wall -Wextra -Werror $flags known.c -o known
            run ./known
        done
    done
}

# <cilk/cilk.h> alone declares none of the runtime's functions: a program's own declarations
# may be of other types.
case_own_declarations_of_other_types() {
    cat >own.c <<'EOT'
#include <cilk/cilk.h>
extern int __cilkrts_set_param(char *, char *);
extern unsigned __cilkrts_get_nworkers(void);
long f(long n);
long f(long n) { return n + 1; }
int main(void)
{
    char name[] = "nworkers", value[] = "none";
    long x = cilk_spawn f(2);
    cilk_sync;
    return x != 3 || __cilkrts_get_nworkers() < 1u || __cilkrts_set_param(name, value) != 3;
}
EOT
    for compiler in $compilers; do
        for form in -O0 -O2 --ucilk-serial; do
            cc --ucilk-cc=$compiler $form -w own.c -o own
            run ./own
        done
        $compiler -w -DUCILK_SERIAL "-I$include" "-I$include/ucilk/compat" own.c -o own
        run ./own
    done
}
