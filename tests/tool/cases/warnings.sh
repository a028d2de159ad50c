# The tool's own warnings, and the forms of its messages.

one_warning() { # in local.c
    cat >local.c <<'EOT'
#include <ucilk/ucilk.h>
int n;
void f(int *p); void g(void)
{
	f(&n);  sync; /* ä */
}
EOT
}

case_flags_of_warnings() {
    one_warning
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler -c local.c 2>err
        same "$(grep -c 'warning: .* \[-Wucilk-needless-sync\]$' err)" 1
        for quiet in -Wno-ucilk-needless-sync -Wno-ucilk -Wno-ucilk-all -w \
            "-Werror -w" "-Werror=ucilk-needless-sync -Wno-ucilk-needless-sync"; do
            # shellcheck disable=SC2086 # the flags are words
            cc --ucilk-cc=$compiler $quiet -c local.c 2>err
            [ ! -s err ]
        done
        rm local.o
        for strict in -Werror=ucilk-needless-sync -Werror=ucilk -Werror \
            "-Wno-ucilk -Werror=ucilk-needless-sync"; do
            # shellcheck disable=SC2086
            fails 1 cc --ucilk-cc=$compiler $strict -c local.c
            grep -q 'error: .* \[-Werror=ucilk-needless-sync\]$' err
            [ ! -e local.o ]
        done
        for warned in "-Werror -Wno-error=ucilk-needless-sync" \
            "-Werror -Wno-error=ucilk" "-Werror -Wno-error" \
            "-Wno-ucilk -Wucilk-needless-sync" "-Wno-ucilk -Wucilk"; do
            # shellcheck disable=SC2086
            cc --ucilk-cc=$compiler $warned -c local.c 2>err
            grep -q 'warning: .* \[-Wucilk-needless-sync\]$' err
        done
    done
    cc --ucilk-serial -c local.c 2>err
    [ ! -s err ]
    fails 2 cc -Wucilk-local-adress -c local.c
    grep -q "did you mean -Wucilk-local-address?.*--ucilk-help-warnings" err
    cc -Wno-ucilk-sparkle -Wno-ucilk -c local.c 2>err
    grep -q "warning: unknown warning '-Wno-ucilk-sparkle'" err
    # Makefiles may name those that there were.
    for former in lost-result returned-spawn unused-future thread-local errno setjmp; do
        cc -Wno-ucilk -Wucilk-$former -Werror=ucilk-$former -Wno-ucilk-$former -c local.c 2>err
        [ ! -s err ]
    done
    # The table is the help; what it says is off is off.
    cc --ucilk-help-warnings >help
    same "$(grep -c 'Wucilk-' help)" "$(grep -c '^WARNING(' \
        "$here/../../tools/ucilkcc/diagnostics/warnings.def")"
    cc --help | grep -q -- -Wucilk-NAME
}

# For clusters, pointers that hold in one process only are errors.
case_errors_for_clusters() {
    cat >pointers.c <<'EOT'
#include <stdlib.h>
#include <ucilk/ucilk.h>
int total;
int f(int *p);
int g(int n)
{
    int x = spawn f(malloc(4));
    total = spawn f(NULL);
    spawn f(&n);
    sync;
    return x;
}
EOT
    local names=(malloc shared-write local-address) name
    for compiler in $compilers; do
        look() { cc --ucilk-cc=$compiler "$@" -c pointers.c 2>err; }
        look
        [ ! -s err ]
        rm pointers.o
        fails 1 look --ucilk-cluster
        same "$(grep -c 'error: .* \[-Werror=ucilk-' err)" 3
        [ ! -e pointers.o ]
        for name in "${names[@]}"; do
            fails 1 look --ucilk-cluster -Wno-error=ucilk-$name
            same "$(grep -c 'error: ' err)" 2
            grep -q "warning: .* \[-Wucilk-$name\]$" err
            fails 1 look -Wno-ucilk-$name --ucilk-cluster
            same "$(grep -c 'error: ' err)" 2
            lacks "ucilk-$name\]" err
        done
        # What is said of all errors says nothing of these, as in gcc.
        fails 1 look --ucilk-cluster -Wno-error
        same "$(grep -c 'error: ' err)" 3
        look --ucilk-cluster -Wno-error=ucilk
        same "$(grep -c 'warning: ' err)" 3
        look --ucilk-cluster -Wno-ucilk
        [ ! -s err ]
        rm pointers.o
        # Without the flag they can be had one by one, as warnings.
        look -Wucilk-malloc
        grep -q 'warning: .* \[-Wucilk-malloc\]$' err
    done
}

case_looks_of_messages() {
    one_warning
    look() { cc -c local.c "$@" 2>err; }
    look
    grep -q '^local\.c:5:17: warning: ' err # as gcc counts: tabs are 8 wide
    grep -q '^    5 |         f(&n);  sync; /\* ä \*/$' err
    grep -q '^      |                 ^$' err
    look --ucilk-cc=clang
    grep -q '^local\.c:5:10: warning: ' err # as clang counts: bytes
    look -fdiagnostics-column-unit=byte
    grep -q '^local\.c:5:10: warning: ' err
    look -ftabstop=4
    grep -q '^local\.c:5:13: warning: ' err
    look -fno-diagnostics-show-caret
    lacks '|' err
    look -fno-diagnostics-show-option
    lacks Wucilk err
    look -fno-diagnostics-show-line-numbers
    grep -q '^ *f(&n);  sync;' err
    look -fno-show-column
    grep -q '^local\.c:5: warning: ' err
    look --ucilk-cc=clang -fdiagnostics-format=vi
    grep -q '^local\.c +5:10: warning: ' err
    look --ucilk-cc=clang -fdiagnostics-format=msvc
    grep -q '^local\.c(5,10): warning: ' err
    look -fdiagnostics-color=always
    grep -q $'\033' err
    look -fdiagnostics-color=always -fdiagnostics-plain-output
    lacks $'\033' err
    lacks '|' err
}

# One array a source, as gcc prints them.
case_messages_as_json() {
    one_warning
    sed 's/f(&n)/char x = 300; f(\&n)/' local.c >two.c
    printf '#include <ucilk/ucilk.h>\nint f(void);\nint g(void)\n{\n' >bad.c
    printf '#warning "\\"quoted\\""\n    return -spawn f();\n}\n' >>bad.c
    cat >check.py <<'EOT'
import json, sys
expected = sys.argv[1:]
said, arrays = sys.stdin.read(), []
while said:
    if said[0] == "[": # of several lines by gcc 14
        array, end = json.JSONDecoder().raw_decode(said)
        arrays.append(array)
        said = said[end:]
    said = said.partition("\n")[2]
found = [" ".join([m["kind"], m.get("option", "-"),
                   "%(file)s:%(line)d:%(column)d" % m["locations"][0]["caret"],
                   str(len(m["children"]))]) for a in arrays for m in a]
print(len(arrays), found)
assert found == expected, expected
assert len(arrays) == 1
EOT
    json() { cc -c "$@" 2>err || true; cat err; }
    json -fdiagnostics-format=json local.c
    python3 check.py 'warning -Wucilk-needless-sync local.c:5:17 0' <err
    json -fdiagnostics-format=json two.c
    python3 check.py 'warning -Wucilk-needless-sync two.c:5:31 0' \
        'warning -Woverflow two.c:5:18 0' <err
    json -fdiagnostics-format=json bad.c
    python3 check.py 'warning -Wcpp bad.c:5:2 0' 'error - bad.c:6:13 0' <err
    [ ! -e bad.o ]
    json --ucilk-diagnostics=json --ucilk-cc=clang two.c
    python3 check.py 'warning -Wucilk-needless-sync two.c:5:24 0' <err
    grep -q '^two\.c:5:11: warning: .*\[-Wconstant-conversion\]' err
    json -fdiagnostics-format=json -Wno-ucilk local.c
    same "$(cat err)" "[]"
    fails 2 cc --ucilk-diagnostics=xml -c local.c
    grep -q 'text and json' err
}

# The compiler's own messages are those of the serial elision.
case_messages_of_the_compiler() {
    timeout -k 5 300 "$here/corpus.py" "$build"
}

# The compiler knows what the parser does not: no plain call in silence.
case_more_than_the_parser_knows() {
    cat >raw.c <<'EOT'
#include <ucilk/ucilk.h>
int f(int n);
int g(int n)
{
    const char *raw = R"(a"b)";
    int x = spawn f(n + raw[0]);
    sync;
    return x;
}
EOT
    if cc --ucilk-cc=gcc -std=gnu11 -c raw.c; then
        return # libclang 19 and later know raw strings
    fi
    touch raw.o
    fails 1 cc --ucilk-cc=gcc -std=gnu11 -c raw.c
    same "$(grep -c 'error: ' err)" 1
    grep -q '^raw\.c:6:13: error: this spawn cannot be translated' err
    [ ! -e raw.o ]
    printf 'int f(int n) { return n; }\nint main(void) { return 0; }\n' >main.c
    fails 1 cc --ucilk-cc=gcc -std=gnu11 raw.c main.c -o raw
    same "$(grep -c 'error: ' err)" 1
    grep -q '^raw\.c:6:13: error: this spawn cannot be translated' err
    [ ! -e raw ]
    fails 1 cc --ucilk-cc=gcc -std=gnu11 -fdiagnostics-format=json -c raw.c
    python3 -c 'import json, sys; [m] = json.load(sys.stdin); m["kind"]' <err
    # Where the compiler finds errors, there are no others.
    sed -i 's/raw\[0\]/nothing/' raw.c
    fails 1 cc --ucilk-cc=gcc -std=gnu11 -c raw.c
    same "$(grep -c 'error: ' err)" 1
    grep -q '^raw\.c:6:25: error: .*nothing' err
}

# What is clean as plain C is clean.
case_clean_code_stays_clean() {
    strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual
        -Wdeclaration-after-statement -Wc++-compat -Waddress -Wundef -Werror"
    for compiler in $compilers; do
        for level in -O0 -O2; do
            for form in -DUCILK_SERIAL -UUCILK_SERIAL; do
                # shellcheck disable=SC2086 # words
                $compiler -std=c11 $strict $level $form -I"$include" -c "$here/clean/macros.c" \
                    -o macros.o
            done
            for form in --ucilk-serial --ucilk-pedigrees ""; do
                # shellcheck disable=SC2086 # words
                cc --ucilk-cc=$compiler -std=c11 $strict $level $form "$here/clean/keywords.c" \
                    -o keywords
            done
        done
        run ./keywords
    done
}
