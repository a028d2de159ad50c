#!/usr/bin/env bash
# tests/tool/run.sh BUILD_DIR [CASE...]: what ucilkcc promises as a compiler.
#
# One line a case; the log of a case that fails follows it.  Every case runs
# in a fresh directory with a TMPDIR of its own, which must be empty at the
# end.
if [ $# -lt 1 ] || [ ! -d "$1" ]; then
    echo "usage: tests/tool/run.sh BUILD_DIR [CASE...]" >&2
    exit 2
fi
if [ -z "$UK_TEST_LIMITED" ]; then
    UK_TEST_LIMITED=1 exec timeout -k 10 900 "$0" "$@"
fi
build=$(cd "$1" && pwd)
shift
here=$(cd "$(dirname "$0")" && pwd)
examples=$(cd "$here/../../examples" && pwd)
include=$build/include
library=$build/lib/libucilk.a
export PATH=$build/bin:$PATH LC_ALL=C
unset CC UCILK_CC UCILK_SERIAL CFLAGS LDFLAGS MAKEFLAGS

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# Commands with a limit each.
cc() { timeout -k 5 60 ucilkcc "$@"; }
run() { UCILK_NWORKERS=2 timeout -k 5 60 "$@"; }
# fails STATUS COMMAND...: ends with this status, stderr in ./err.
fails() {
    local expected=$1 status=0
    shift
    "$@" >out 2>err || status=$?
    cat err >&2
    [ "$status" = "$expected" ] && [ -s err ]
}
one_line() { [ "$(wc -l <"$1")" = 1 ]; }
same() { [ "$1" = "$2" ]; }
lacks() { ! grep -q -- "$1" "$2"; }
script() { # NAME TEXT: an executable in the current directory
    printf '#!/bin/sh\n%s\n' "$2" >"$1"
    chmod +x "$1"
}
line_of() { grep -n -m1 -- "$1" "$2" | cut -d: -f1; }

two_files() { # main.c spawns part() of part.c, which spawns too
    cat >part.h <<'EOF'
long part(long n);
EOF
    cat >part.c <<'EOF'
#include <ucilk/ucilk.h>
#include "part.h"
long part(long n)
{
    if (n < 2)
        return n;
    long a = spawn part(n - 1);
    long b = part(n - 2);
    sync;
    return a + b;
}
EOF
    cat >main.c <<'EOF'
#include <stdio.h>
#include <ucilk/ucilk.h>
#include "part.h"
int main(void)
{
    long a, b;
    a = spawn part(10);
    b = spawn part(11);
    sync;
    printf("%ld\n", a + b);
    return 0;
}
EOF
    cat >plain.c <<'EOF'
#include <stdio.h>
#ifndef GREETING
#define GREETING "hello"
#endif
int main(void) { return puts(GREETING) < 0; }
EOF
}

case_examples() {
    for compiler in gcc clang; do
        for level in -O0 -O3; do
            cc --ucilk-cc=$compiler $level -g -Wall -Wextra -Werror \
                "$examples/fib.c" -o fib
            run ./fib 20
            cc --ucilk-cc=$compiler $level -Wall -Wextra -Werror \
                "$examples/nqueens.c" -o nqueens
            run ./nqueens 8
            cc --ucilk-cc=$compiler $level -Wall -Wextra -Werror \
                "$examples/btc.c" -o btc
            run ./btc 8 2
        done
    done
}

case_object_then_link() {
    for compiler in gcc clang; do
        cc --ucilk-cc=$compiler -c "$examples/fib.c"
        [ -f fib.o ]
        cc --ucilk-cc=$compiler -c -O2 "$examples/fib.c" -o other.o
        cc --ucilk-cc=$compiler fib.o -o fib
        run ./fib 15
        cc --ucilk-cc=$compiler -ofib2 other.o -lm
        run ./fib2 15
        rm fib.o fib
    done
}

case_several_files() {
    two_files
    for compiler in gcc clang; do
        cc --ucilk-cc=$compiler -O2 main.c part.c -o both -lm
        same "$(run ./both)" 144
        cc --ucilk-cc=$compiler -c main.c part.c plain.c
        cc --ucilk-cc=$compiler main.o part.o
        same "$(run ./a.out)" 144
        cc --ucilk-cc=$compiler main.o part.c -o mixed
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
    for compiler in gcc clang; do
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
    for compiler in gcc clang; do
        cc --ucilk-cc=$compiler -E "$examples/fib.c" >fib.i
        grep -q 'spawn fib' fib.i
        cc --ucilk-cc=$compiler -E "$examples/fib.c" -o again.i
        cmp fib.i again.i
        cc --ucilk-cc=$compiler -O2 fib.i -o fib
        run ./fib 15
        cc --ucilk-cc=$compiler -O2 -x cpp-output fib.i -o fib
        run ./fib 15
    done
}

case_standard_input() {
    two_files
    for compiler in gcc clang; do
        cc --ucilk-cc=$compiler "-I$examples" -x c - -o fib \
            <"$examples/fib.c"
        run ./fib 15
        cc --ucilk-cc=$compiler -x c - -o plain <plain.c
        same "$(run ./plain)" hello
        cc --ucilk-cc=$compiler -x c <(cat plain.c) -o plain
        same "$(run ./plain)" hello
    done
}

# Programs in other spellings, and names that are keywords elsewhere.
case_dialects() {
    cat >fib.h <<'EOF'
#include <stdio.h>
struct cilk { int cilk, SYNCHED; };
EOF
    cat >opencilk.c <<'EOF'
#include <cilk/cilk.h>
#include "fib.h"
static long fib(int n)
{
    if (n < 2)
        return n;
    long x, y;
    cilk_scope {
        x = cilk_spawn fib(n - 1);
        y = fib(n - 2);
    }
    return x + y;
}
int main(void)
{
    struct cilk s = {.cilk = 20, .SYNCHED = 1};
    printf("%ld\n", fib(s.cilk) + s.SYNCHED);
}
EOF
    cat >cilk5.c <<'EOF'
#include <cilk-lib.cilkh>
#include "fib.h"
cilk long fib(int n)
{
    long x, y;
    if (n < 2)
        return n;
    x = spawn fib(n - 1);
    y = spawn fib(n - 2);
    sync;
    return x + y * SYNCHED;
}
cilk int main(int argc, char *argv[])
{
    long x;
    struct cilk cilk = {argc, argv == 0};
    x = spawn fib(19 + cilk.cilk);
    sync;
    printf("%ld\n", x + 1);
}
EOF
    sed 's/<cilk-lib.cilkh>/<cilk.h>/' cilk5.c >cilk6.c
    for compiler in gcc clang; do
        for name in opencilk cilk5 cilk6; do
            cc --ucilk-cc=$compiler -O1 -Wall -Wextra -Werror $name.c -o $name
            same "$(run ./$name)" 6766
            cc --ucilk-cc=$compiler --ucilk-serial $name.c -o $name
            same "$(run ./$name)" 6766
        done
    done
    # The user's own header comes first.
    mkdir -p own/cilk
    echo '#error the own one' >own/cilk/cilk.h
    fails 1 cc -Iown -c opencilk.c
    grep -q 'the own one' err
}

case_syntax_only() {
    cc -fsyntax-only "$examples/fib.c"
    same "$(ls)" ""
}

case_flags_with_arguments() {
    two_files
    mkdir inc
    mv part.h inc/
    echo '#define ELEVEN 11' >inc/eleven.h
    sed -i 's/11/ELEVEN + ZERO/' main.c
    for compiler in gcc clang; do
        cc --ucilk-cc $compiler -I inc -include eleven.h -D ZERO=0 -std=gnu11 \
            -U NOTHING -isystem inc -mno-avx -Xlinker --as-needed -Wl,-z,now \
            -L . -z relro -u main main.c part.c -o both
        same "$(run ./both)" 144
    done
    echo "-Iinc -include eleven.h '-DZERO=0' -o both" >flags
    cc @flags main.c part.c
    same "$(run ./both)" 144
}

case_options_of_the_optimizer() {
    for compiler in gcc clang; do
        for flags in "-O2 -flto" "-O2 -march=native" "-Os -fPIE -pie" \
            "-O1 -fno-pie -no-pie" "-g3 -O0" "-O2 -D_FORTIFY_SOURCE=2"; do
            # shellcheck disable=SC2086 # the flags are words
            cc --ucilk-cc=$compiler $flags "$examples/fib.c" -o fib
            run ./fib 15
        done
    done
}

case_dependencies() {
    cp "$examples/fib.c" "$examples/answer.h" .
    mkdir out
    for compiler in gcc clang; do
        cc --ucilk-cc=$compiler -MMD -c fib.c
        grep -q '^fib\.o: fib\.c' fib.d
        grep -q 'answer\.h' fib.d
        cc --ucilk-cc=$compiler -MD -MP -c fib.c -o out/x.o
        grep -q '^out/x\.o: fib\.c' out/x.d
        grep -q stdio.h out/x.d
        grep -q '^answer\.h:' out/x.d
        cc --ucilk-cc=$compiler -MMD -MF out/deps -MT target -c fib.c
        grep -q '^target: fib\.c' out/deps
        cc --ucilk-cc=$compiler -MMD fib.c -o out/fib
        grep -q '^out/fib: fib\.c' out/fib.d
        cc --ucilk-cc=$compiler -Wp,-MMD,out/wp -c fib.c -o out/x.o
        grep -q 'answer\.h' out/wp
        cc --ucilk-cc=$compiler -MM fib.c >mm
        grep -q '^fib\.o: fib\.c' mm
        lacks 'ucilkcc-' fib.d
        rm -r fib.d fib.o out/*
    done
}

case_showme() {
    same "$(cc --showme:compile)" "-I$include -idirafter$include/ucilk/compat -DUCILK_COMPILER=1"
    same "$(cc --showme:link)" "$library -pthread"
    same "$(cc --showme:link --ucilk-serial)" ""
    same "$(cc --showme:compile --ucilk-serial)" \
        "-I$include -idirafter$include/ucilk/compat -DUCILK_COMPILER=1 -DUCILK_SERIAL=1"
    same "$(cc --showme -O2 'a b.c' -o x)" \
        "gcc -O2 'a b.c' -o x -I$include -idirafter$include/ucilk/compat -DUCILK_COMPILER=1 $library -pthread"
    same "$(cc --showme -c x.c)" \
        "gcc -c x.c -I$include -idirafter$include/ucilk/compat -DUCILK_COMPILER=1"
    same "$(cc --showme --ucilk-cc='clang -m64' x.o)" \
        "clang -m64 x.o $library -pthread"
}

case_help_and_version() {
    cc --help | grep -q -- --ucilk-cc
    cc --version | head -1 | grep -q '^ucilkcc [0-9]'
    same "$(cc --version | tail -1)" "$(gcc --version | head -1)"
    fails 1 cc # the compiler says it
    grep -q 'no input files' err
}

case_keep() {
    cp "$examples/fib.c" "$examples/answer.h" .
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

case_serial() {
    two_files
    for compiler in gcc clang; do
        for flag in --ucilk-serial -DUCILK_SERIAL; do
            cc --ucilk-cc=$compiler $flag -O2 -Wall -Wextra -Werror \
                "$examples/fib.c" -o fib
            run ./fib 20
            nm fib >symbols
            lacks ucilk symbols
            cc --ucilk-cc=$compiler $flag main.c part.c -o both
            same "$(run ./both)" 144
        done
    done
}

case_make() {
    two_files
    cat >Makefile <<'EOF'
CFLAGS = -O2 -MMD
both: main.o part.o
	$(CC) $(LDFLAGS) $^ -o $@
-include main.d part.d
EOF
    run make -j4 CC=ucilkcc
    same "$(run ./both)" 144
    touch part.h
    run make -j4 CC=ucilkcc >second
    grep -q 'part\.c' second
    rm both ./*.o
    CC=ucilkcc run make -e -j4
    same "$(run ./both)" 144
}

case_cmake() {
    two_files
    cat >CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(parts C)
add_library(part part.c)
add_executable(both main.c)
target_link_libraries(both part m)
EOF
    run cmake -S . -B b -DCMAKE_C_COMPILER=ucilkcc -DCMAKE_BUILD_TYPE=Debug
    run cmake --build b -j4
    same "$(run b/both)" 144
}

case_choice_of_the_compiler() {
    mkdir bin
    export PATH=$PWD/bin:$PATH
    for name in one two three; do
        script bin/$name "echo $name \"\$@\""
    done
    answers() { same "$(cc "${@:2}" --version | tail -1)" "$1 --version"; }
    CC=three UCILK_CC=two answers one --ucilk-cc=one
    CC=three UCILK_CC=two answers one --ucilk-cc one
    CC=three UCILK_CC=two answers two
    CC=three answers three
    CC="three -m64" answers "three -m64"
    UCILK_CC="  'three'  a" answers "three a"
    same "$(cc --version | tail -1)" "$(gcc --version | head -1)"
}

case_compiler_is_the_tool_itself() {
    ln -s "$build/bin/ucilkcc" linked
    for itself in ucilkcc "$build/bin/ucilkcc" ./linked "env ucilkcc -O2"; do
        same "$(CC=$itself cc --version | tail -1)" \
            "$(gcc --version | head -1)"
    done
    CC=ucilkcc cc "$examples/fib.c" -o fib
    run ./fib 10
    fails 1 cc --ucilk-cc=ucilkcc -c "$examples/fib.c"
    one_line err
    UCILK_CC=./linked fails 1 cc -c "$examples/fib.c"
    grep -q UCILK_CC err
}

case_missing_compiler() {
    fails 1 cc --ucilk-cc=no-such-cc -c "$examples/fib.c"
    one_line err
    grep -q "no-such-cc" err
    CC=/nowhere/cc fails 1 cc -c "$examples/fib.c"
    grep -q "/nowhere/cc.*CC" err
    UCILK_CC=$TMPDIR fails 1 cc -c "$examples/fib.c"
    fails 2 cc --ucilk-cc= -c "$examples/fib.c"
    fails 2 cc -c "$examples/fib.c" --ucilk-cc
}

case_missing_installation() {
    mkdir -p a/bin a/include/ucilk
    cp "$build/bin/ucilkcc" a/bin/
    rm -r a/include
    fails 1 timeout 60 a/bin/ucilkcc -c "$examples/fib.c"
    one_line err
    grep -q "a/include/ucilk/abi.h" err
    mkdir a/include
    cp -r "$include/ucilk" a/include/
    timeout 60 a/bin/ucilkcc -c "$examples/fib.c"
    fails 1 timeout 60 a/bin/ucilkcc fib.o
    one_line err
    grep -q "a/lib.*/libucilk.a" err
}

case_unknown_flag() {
    for flag in --ucilk-sparkle --ucilk --showme:all --ucilk-keeper; do
        fails 2 cc $flag -c "$examples/fib.c"
        one_line err
        grep -q -- "'$flag'.*--help" err
    done
    fails 1 cc -fno-such-flag-at-all -c "$examples/fib.c" # the compiler's
    [ ! -e fib.o ]
}

case_no_temporary_directory() {
    TMPDIR=/nonexistent/x fails 1 cc -c "$examples/fib.c"
    one_line err
    grep -q "/nonexistent/x.*TMPDIR" err
    [ ! -e fib.o ]
}

case_failures_leave_no_output() {
    printf '#include <ucilk/ucilk.h>\nvoid f(void);\nvoid g(void)\n{\n' >bad.c
    printf '    spawn f();\n    int x = "" * 2;\n}\n' >>bad.c
    printf '#include "nowhere.h"\n' >missing.c
    printf '#include <ucilk/ucilk.h>\nint f(int);\nint main(void)\n{\n' >link.c
    printf '    int x = spawn f(1);\n    sync;\n    return x;\n}\n' >>link.c
    for compiler in gcc clang; do
        for source in bad missing; do
            touch $source.o
            fails 1 cc --ucilk-cc=$compiler -c $source.c
            [ ! -e $source.o ]
            grep -q "^$source\.c:[0-9]*:[0-9]*: \(fatal \)\?error" err
            fails 1 cc --ucilk-cc=$compiler $source.c -o program
            [ ! -e program ]
        done
        fails 1 cc --ucilk-cc=$compiler link.c -o program
        [ ! -e program ]
        fails 1 cc --ucilk-cc=$compiler -c bad.c "$examples/fib.c"
        [ -f fib.o ]
        rm fib.o
    done
    fails 1 cc -c no-such-file.c
    fails 1 cc -c link.c bad.c -o x.o # the compiler says it
    grep -q -- "-o" err
    fails 1 cc -c "$examples/fib.c" -o
    [ ! -e fib.o ]
}

case_source_is_not_overwritten() {
    cp "$examples/fib.c" "$examples/answer.h" .
    fails 1 cc -c fib.c -o fib.c
    fails 1 cc fib.c -o ./fib.c
    cmp fib.c "$examples/fib.c"
}

case_files_beside_the_output() {
    cp "$examples/fib.c" "$examples/answer.h" .
    for compiler in gcc clang; do
        cc --ucilk-cc=$compiler --coverage --ucilk-serial -c fib.c
        [ -f fib.gcno ]
        cc --ucilk-cc=$compiler -gsplit-dwarf fib.c -o fib
        run ./fib 10
        rm fib.gcno
    done
}

case_signals() {
    script slow 'case " $* " in *" -E "*) exec gcc "$@";; esac; exec sleep 20'
    for signal in TERM HUP INT; do
        # a background job of a script would ignore SIGINT
        env --default-signal=INT ucilkcc --ucilk-cc=./slow -c \
            "$examples/fib.c" &
        local pid=$! tries=0
        until [ -n "$(ls "$TMPDIR")" ] || [ $((tries += 1)) -gt 100 ]; do
            sleep 0.05
        done
        sleep 0.2
        kill -$signal $pid
        local status=0
        wait $pid || status=$?
        [ $status -gt 128 ]
        same "$(ls "$TMPDIR")" ""
        [ ! -e fib.o ]
    done
}

case_colour() {
    printf '#include <ucilk/ucilk.h>\nint f(int);\nint g(void)\n{\n' >bad.c
    printf '    return spawn f(1);\n}\n' >>bad.c
    fails 1 cc -c bad.c
    lacks $'\033' err
    fails 1 cc -fdiagnostics-color=always -c bad.c
    grep -q $'\033' err
    fails 1 cc -fdiagnostics-color=always -fno-diagnostics-color -c bad.c
    lacks $'\033' err
}

case_warnings_at_the_users_place() {
    cat >warn.c <<'EOF'
#include <ucilk/ucilk.h>
long f(long n);
long g(void)
{
    long x = spawn f("text");
    sync;
    return x;
}
EOF
    for compiler in gcc clang; do
        cc --ucilk-cc=$compiler -c warn.c 2>err
        cat err >&2
        same "$(grep -c 'warning: ' err)" 1
        grep -q '^warn\.c:5:22: warning: .*\[-Wint-conversion\]' err
    done
    printf '#warning careful\n' >>warn.c
    sed -i 's/"text"/1/' warn.c
    printf '#warning careful\nint x;\n' >plain.c
    for compiler in gcc clang; do
        for source in warn plain; do
            cc --ucilk-cc=$compiler -c $source.c 2>err
            same "$(grep -c 'warning: ' err)" 1
        done
    done
}

case_keyword_without_the_tool() {
    for compiler in gcc clang; do
        fails 1 $compiler "-I$include" -c "$examples/fib.c"
        same "$(grep -c 'error: .*ucilkcc' err)" 1
        $compiler "-I$include" -DUCILK_IDE -fsyntax-only "$examples/fib.c"
        $compiler "-I$include" -DUCILK_SERIAL -O2 "$examples/fib.c" -o fib
        run ./fib 15
    done
}

case_rejected() {
    local n=0 file expected
    for file in "$here"/reject/*.c; do
        n=$((n + 1))
        for compiler in gcc clang; do
            cc --ucilk-cc=$compiler -c "$file" -o x.o 2>err || true
            grep -E '^[^ ]*:[0-9]+:[0-9]+: (error|warning): ' err >said || true
            grep -o '/\* expect: .* \*/' "$file" |
                sed 's|^/\* expect: ||; s| \*/$||' >expected
            [ -s expected ]
            same "$(wc -l <said)" "$(wc -l <expected)"
            while IFS= read -r expected; do
                grep -qF -- "$file:$expected" said
            done <expected
            if grep -q ': error: ' expected; then
                [ ! -e x.o ]
            fi
            rm -f x.o
        done
    done
    [ $n -gt 1 ]
}

case_debug_information() {
    cp "$examples/fib.c" "$examples/answer.h" .
    local line
    line=$(line_of 'spawn fib' fib.c)
    for compiler in gcc clang; do
        cc --ucilk-cc=$compiler -O0 -g -c fib.c
        objdump --dwarf=decodedline fib.o >lines
        grep -q "^fib\.c  *$line " lines
        objdump --dwarf=info fib.o >info
        grep -q 'DW_AT_name.*: fib\.c$' info
        same "$(strings -a fib.o | grep -c 'ucilkcc-')" 0
    done
}

case_same_bytes_every_time() {
    for compiler in gcc clang; do
        for flags in "-O2 -g" "-O0 -S"; do
            # shellcheck disable=SC2086 # the flags are words
            cc --ucilk-cc=$compiler $flags -c "$examples/fib.c" -o one.o
            # shellcheck disable=SC2086
            cc --ucilk-cc=$compiler $flags -c "$examples/fib.c" -o one.o2
            cmp one.o one.o2
        done
    done
}

run_case() { # NAME: the log is $work/log
    mkdir -p "$work/$1" "$work/tmp-$1"
    (
        set -e
        exec >"$work/log" 2>&1 9>&1
        BASH_XTRACEFD=9 # not into the stderr that a case looks at
        export TMPDIR=$work/tmp-$1
        cd "$work/$1"
        set -x
        "case_$1"
        set +x
        [ -z "$(ls "$TMPDIR")" ] || {
            echo "left in TMPDIR: $(ls -R "$TMPDIR")"
            exit 1
        }
    )
}

[ $# -gt 0 ] || mapfile -t all < <(declare -F | sed -n 's/^declare -f case_//p')
failed=0
for name in "${@:-${all[@]}}"; do
    run_case "$name" # not in the condition: that would switch off set -e
    if [ $? -eq 0 ]; then
        echo "ok    $name"
    else
        echo "FAIL  $name"
        sed 's/^/      | /' "$work/log" | tail -25
        failed=$((failed + 1))
    fi
    rm -rf "${work:?}/$name" "${work:?}/tmp-$name"
done
[ $failed -eq 0 ] || echo "$failed failed"
[ $failed -eq 0 ]
