# Failures, messages, signals.

case_failures_leave_no_output() {
    printf '#include <ucilk/ucilk.h>\nvoid f(void);\nvoid g(void)\n{\n' >bad.c
    printf '    spawn f();\n    int x = "" * 2;\n}\n' >>bad.c
    printf '#include "nowhere.h"\nvoid f(void) { sync; }\n' >missing.c
    printf '#include <ucilk/ucilk.h>\nint f(int);\nint main(void)\n{\n' >link.c
    printf '    int x = spawn f(1);\n    sync;\n    return x;\n}\n' >>link.c
    for compiler in $compilers; do
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

# Without its partner a bracket leaves keywords outside of all functions: the compiler
# says where it is missing.
case_missing_brackets() {
    local code='#include <ucilk/ucilk.h>\nint f(int);\nint g(int n)\n{\n' compiler line
    for line in '    f(n;' '    f(n));' '    f(a[n);' '    if (n) {' '    f("n);' "    f('n);"; do
        printf "$code    int a[9] = {0};\n%s\n" "$line" >bad.c
        printf '    int x = spawn f(a[n]);\n    cilk_for (int i = 0; i < n; i++)\n' >>bad.c
        printf '        f(i);\n    sync;\n    return x;\n}\n' >>bad.c
        for compiler in $compilers; do
            fails 1 cc --ucilk-cc=$compiler -c bad.c
            grep -q '^bad\.c:[0-9]*:[0-9]*: error' err
            if grep -q 'outside of a function' err; then return 1; fi
        done
    done
}

case_source_is_not_overwritten() {
    cp "$examples/"{fib.c,fib.h,answer.h} .
    fails 1 cc -c fib.c -o fib.c
    fails 1 cc fib.c -o ./fib.c
    cmp fib.c "$examples/fib.c"
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
    printf '    return -spawn f(1);\n}\n' >>bad.c
    fails 1 cc -c bad.c
    lacks $'\033' err
    fails 1 cc -fdiagnostics-color=always -c bad.c
    grep -q $'\033' err
    fails 1 cc -fdiagnostics-color=always -fno-diagnostics-color -c bad.c
    lacks $'\033' err
}

# Inputs for the linker that are not there, or not used, beside a file with keywords.
case_inputs_that_are_missing() {
    printf '%s\n' '#include <ucilk/ucilk.h>' 'long f(long n);' \
        'long g(void) { long x = spawn f(1); sync; return x; }' >keywords.c
    echo 'int x;' >plain.c
    echo '@nowhere' >response
    mkdir folder
    ln -s nowhere dangling.o
    for compiler in $compilers; do
        $compiler -c plain.c -o there.o
        for input in missing.o missing.a missing @missing @response dangling.o folder there.o; do
            for mode in -c -S -fsyntax-only; do
                local expected=0 status=0
                $compiler $mode plain.c $input 2>err || expected=$?
                ucilkcc --ucilk-cc=$compiler $mode keywords.c $input 2>said || status=$?
                cat said >&2
                same "$status" "$expected"
                same "$(grep -c "${input#@res}" said)" "$(grep -c "${input#@res}" err)"
            done
        done
    done
    test -s keywords.o
}

case_warnings_at_the_users_place() {
    cat >warn.c <<'EOF'
#include <ucilk/ucilk.h>
long f(long n);
long g(void)
{
    long x = spawn f(1L << 70);
    sync;
    return x;
}
EOF
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler -c warn.c 2>err
        cat err >&2
        same "$(grep -c 'warning: ' err)" 1
        grep -q '^warn\.c:5:25: warning: .*\[-Wshift-count-overflow\]' err
    done
    printf '#warning careful\n' >>warn.c
    sed -i 's/1L << 70/1/' warn.c
    printf '#warning careful\nint x;\n' >plain.c
    for compiler in $compilers; do
        for source in warn plain; do
            cc --ucilk-cc=$compiler -c $source.c 2>err
            same "$(grep -c 'warning: ' err)" 1
        done
    done
    # behind a keyword whose operands come from a macro
    cat >behind.c <<'EOF'
#include <ucilk/ucilk.h>
#include <ucilk/reducers.h>
long g(long n)
{
    long UCILK_SUM(long) s = 0;
    cilk_for (long i = 0; i < n; i++) s += i;
    return s + nobody;
}
EOF
    for flag in -DPLAIN --ucilk-serial; do
        fails 1 ucilkcc $flag -c behind.c
        grep -q '^behind\.c:7:16: error: .*nobody' err
    done
    # of a whole function: that of the loop's body
    cat >passed.c <<'EOF'
#include <ucilk/ucilk.h>
void other(double *);
void relax(int n, double *restrict in, double *restrict out)
{
    cilk_for (int i = 0; i < n; i++) {
#pragma clang loop vectorize(enable)
        for (int j = 0; j < n; j++) {
            out[i * n + j] += in[j];
            other(&out[j]);
        }
    }
}
EOF
    for flag in restrict const; do
        sed "s/restrict in/$flag in/; s/restrict out/$flag out/" passed.c >passed_$flag.c
        cc --ucilk-cc=clang -O3 -c passed_$flag.c 2>err
        cat err >&2
        same "$(grep -c 'warning: ' err)" 1
        grep -q "^passed_$flag\.c:5:5: warning: .*\[-Wpass-failed" err
    done
}

case_keyword_without_the_tool() {
    for compiler in $compilers; do
        fails 1 $compiler "-I$include" -c "$examples/fib.c"
        same "$(grep -c 'error: .*ucilkcc' err)" 1
        $compiler "-I$include" -DUCILK_IDE -fsyntax-only "$examples/fib.c"
        $compiler "-I$include" -DUCILK_SERIAL -O2 "$examples/fib.c" -o fib
        run ./fib 15
    done
}

# A file says in comments what ucilkcc must print for it:
#     /* expect: 14:5: error: the words, or their beginning */
#     /* expect: +1:5: error: ... */     a line below the comment; +0 is its own

# expected FILE: as LINE:COLUMN: error: words
expected() {
    awk '
        match($0, /\/\* expect: .* \*\//) {
            text = substr($0, RSTART + 11, RLENGTH - 14)
            if (text ~ /^[+-]/)
                text = NR + text substr(text, index(text, ":"))
            print text
        }' "$1"
}

# agree FILE SAID EXPECTED: each message is there, at its place, and no other.
agree() {
    local line
    [ -s "$3" ] || { echo "$1: nothing is expected"; return 1; }
    while IFS= read -r line; do
        grep -qF -- "$1:$line" "$2" || { echo "not said: $line"; return 1; }
    done <"$3"
    [ "$(wc -l <"$2")" = "$(wc -l <"$3")" ] ||
        { echo "$1: more is said"; return 1; }
}

# Exactly the messages that the comments of a program expect.
case_expected_messages() {
    local n=0 file flags
    for file in "$here"/reject/*.c "$here"/warn/*.c; do
        n=$((n + 1))
        flags=$(sed -n 's|^/\* flags: \(.*\) \*/$|\1|p' "$file")
        for compiler in $(by_turns $n); do
            # shellcheck disable=SC2086 # the flags are words
            cc --ucilk-cc=$compiler $flags -c "$file" -o x.o 2>err || true
            grep -E '^[^ ]*:[0-9]+:[0-9]+: (error|warning): ' err >said || true
            expected "$file" >expected
            agree "$file" said expected
            if grep -q ': error: ' expected; then
                [ ! -e x.o ]
            fi
            rm -f x.o
        done
    done
    [ $n -gt 1 ]
}
