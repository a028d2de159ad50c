#!/bin/bash
# programs.sh PREFIX [FILE...]: with the installation under PREFIX the programs and
# commands of these FILEs work, and make, pkg-config and CMake build fib.  An
# installation under /usr/local or /usr is found without naming the prefix.
. "$(dirname "$0")/../steps.sh"

prefix=$build
unset PKG_CONFIG_PATH CMAKE_PREFIX_PATH LD_LIBRARY_PATH
if [ "$prefix" != /usr/local ] && [ "$prefix" != /usr ]; then
    export PATH=$prefix/bin:$PATH CMAKE_PREFIX_PATH=$prefix
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name ucilk.pc)")
    export PKG_CONFIG_PATH
fi

cd "$scratch" # the folder of before may be hidden
tree=$prefix
if [ ! -e "$prefix/lib/libucilk.a" ]; then # lib64, lib/x86_64-linux-gnu
    tree=$scratch/tree
    mkdir "$tree"
    ln -s "$prefix/bin" "$prefix/include" "$tree"
    ln -s "$(pkg-config --variable=libdir ucilk)" "$tree/lib"
fi
[ $# = 0 ] || "$root/tests/docs/run.py" "$tree" --once "$@"

cp "$root/examples/"{fib.c,fib_macros.c,fib.h,answer.h} .
runs() { "$1" 20 | grep -xF "fib(20) = 6765" || { echo "$1 prints otherwise"; exit 1; }; }

make CC=ucilkcc CFLAGS=-O2 fib
runs ./fib
for package in ucilk ucilk_groups ucilk_cluster ucilk_study ucilk_scale ucilk_sim ucilk_child ucilk_child_sim; do
    # shellcheck disable=SC2046
    gcc $(pkg-config --cflags $package) fib_macros.c $(pkg-config --libs $package) -o fib_$package
    runs ./fib_$package
done
cat >CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(fib LANGUAGES C)
find_package(ucilk REQUIRED)
ucilk_add_executable(keywords fib.c)
foreach(library ucilk ucilk_shared ucilk_groups ucilk_cluster ucilk_study ucilk_scale ucilk_sim ucilk_child ucilk_child_sim)
  add_executable(${library}_macros fib_macros.c)
  target_link_libraries(${library}_macros PRIVATE ucilk::${library})
endforeach()
EOF
cmake -S . -B cmake
cmake --build cmake
for program in keywords ucilk_macros ucilk_shared_macros ucilk_cluster_macros \
    ucilk_study_macros ucilk_scale_macros ucilk_sim_macros; do
    runs cmake/$program
done
