# Within a build: make, cmake, dependencies.

case_dependencies() {
    cp "$examples/"{fib.c,fib.h,answer.h} .
    mkdir out
    for compiler in $compilers; do
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
