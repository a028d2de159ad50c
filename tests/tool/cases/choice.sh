# The command line, and which compiler is underneath.

case_showme() {
    same "$(cc --showme:compile)" "-I$include -idirafter$include/ucilk/compat -DUCILK_COMPILER=1 -D__cilk=200"
    exit=-Wl,--wrap=exit,--undefined=__wrap_exit,--eh-frame-hdr
    runtime="$library -pthread $exit"
    same "$(cc --showme:link)" "$runtime"
    same "$(cc --showme:link --ucilk-cluster)" \
        "${library%.a}_cluster.a -pthread -Xlinker -rpath -Xlinker ${library%/*}/ucilk"
    same "$(cc --showme:link -shared)" \
        "${library%.a}.so -pthread $exit -Xlinker -rpath -Xlinker ${library%/*}"
    same "$(cc --showme:link --ucilk-serial)" "${library%.a}_serial.a"
    same "$(cc --showme:compile --ucilk-serial)" \
        "-I$include -idirafter$include/ucilk/compat -DUCILK_COMPILER=1 -D__cilk=200 -DUCILK_SERIAL=1"
    same "$(cc --showme -O2 'a b.c' -o x)" \
        "gcc -O2 'a b.c' -o x -I$include -idirafter$include/ucilk/compat -DUCILK_COMPILER=1 -D__cilk=200 $runtime"
    same "$(cc --showme -c x.c)" \
        "gcc -c x.c -I$include -idirafter$include/ucilk/compat -DUCILK_COMPILER=1 -D__cilk=200"
    same "$(cc --showme --ucilk-cc='clang -m64' x.o)" \
        "clang -m64 x.o $runtime"
}

case_help_and_version() {
    cc --help | grep -q -- --ucilk-cc
    cc --version | head -1 | grep -q '^ucilkcc [0-9]'
    same "$(cc --version | tail -1)" "$(gcc --version | head -1)"
    fails 1 cc # the compiler says it
    grep -q 'no input files' err
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
