# Which libclang, and what is said of one that the tests have not passed with.

own_libclang() { realpath "$(sed -n 's/^LIBCLANG_LIBRARY:FILEPATH=//p' "$build/CMakeCache.txt")"; }

# The libclang of the build, which says that it is version 99.1.2.
make_libclang_99() {
    cat >shim.c <<'EOF'
struct string {
    const void *data;
    unsigned flags;
};
struct string clang_getClangVersion(void);
struct string clang_getClangVersion(void)
{
    return (struct string){"Some clang version 99.1.2 (x)", 0};
}
EOF
    local path
    path=$(own_libclang)
    gcc -shared -fPIC shim.c -Wl,--no-as-needed "$path" -Wl,-rpath,"${path%/*}" -o libclang99.so
    export UCILK_LIBCLANG=$PWD/libclang99.so
}

case_choice_of_libclang() {
    cp "$examples"/{fib.c,fib.h,answer.h} .
    UCILK_LIBCLANG=$(own_libclang) cc fib.c -o fib 2>err
    [ ! -s err ]
    UCILK_LIBCLANG=whatever run ./fib 10 # a program does not ask for it
    UCILK_LIBCLANG='' cc fib.c -o fib
    UCILK_LIBCLANG=$PWD/none.so fails 1 cc fib.c fib.c -o fib
    grep -q "^ucilkcc: error: libclang of UCILK_LIBCLANG=$PWD/none.so: .*No such file" err
    gcc -shared -fPIC -xc /dev/null -o other.so
    UCILK_LIBCLANG=$PWD/other.so fails 1 cc fib.c fib.c -o fib
    grep -q "^ucilkcc: error: libclang of UCILK_LIBCLANG=$PWD/other.so: .*undefined symbol: clang_" err
    echo 'int main(void) { return 0; }' >plain.c
    UCILK_LIBCLANG=$PWD/none.so cc plain.c -o plain
}

case_untested_libclang_is_noted() {
    cp "$examples"/{fib.c,fib.h,answer.h} .
    two_files
    make_libclang_99
    noted() { # once a compilation, and nothing else
        cc "$@" 2>err
        cat err >&2
        one_line err
        grep -q "^ucilkcc: note: libclang 99.1.2 is none of those .*14.*\[-Wucilk-untested-libclang\]$" err
    }
    noted -c fib.c
    noted -Werror -Wall -c fib.c
    noted main.c part.c -o program
    noted --ucilk-cluster -c fib.c
    noted -Wno-error=ucilk-untested-libclang -c fib.c
    noted -Wno-ucilk -Wucilk-untested-libclang -c fib.c
    for silent in -Wno-ucilk-untested-libclang -Wno-ucilk -w --ucilk-serial; do
        cc $silent -c fib.c 2>err
        [ ! -s err ]
    done
    cc -c plain.c 2>err # needs no libclang
    [ ! -s err ]
    rm -f fib.o
    fails 1 cc -Werror=ucilk-untested-libclang -c fib.c
    one_line err
    grep -q "^ucilkcc: error: libclang 99.1.2 .*\[-Werror=ucilk-untested-libclang\]$" err
    [ ! -e fib.o ]
    cc -fdiagnostics-format=json -c fib.c 2>err
    python3 - err <<'EOF'
import json, sys
[messages] = [json.loads(line) for line in open(sys.argv[1])]
[m] = messages
assert m["kind"] == "note" and m["option"] == "-Wucilk-untested-libclang"
assert m["message"].startswith("libclang 99.1.2 is none of those")
EOF
    # The self-test has it in its summary, once.
    cc --ucilk-self-test --ucilk-cluster >out 2>err
    [ ! -s err ]
    grep -qE '^self-test: ([0-9]+) of \1 programs for clusters right \(libclang 99\.1\.2, which is not of [0-9, ]+, gcc [0-9.]+\)$' out
}
