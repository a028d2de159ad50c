#!/bin/bash
# run.sh BUILD: the installed tree works for a CMake project, with pkg-config
# and with the installed ucilkcc, under any prefix, and by components; so does
# ucilk as part of a project.  No installed file refers to the build tree; each
# public header compiles alone; and the archive keeps the runtime's own variables
# out of the data that workers share.
. "$(dirname "$0")/../steps.sh"

prefix=$scratch/prefix
# step_says NAME PATTERN COMMAND...
step_says() { says "$1" 0 "${@:2}"; }

# Where nobody sees the build tree.
without_build=(unshare -m sh -c 'mount -t tmpfs none "$0" && exec "$@"' "$build")

step "cmake --install" cmake --install "$build" --prefix "$prefix"

# --- What is installed ---

installed() { (cd "$1" && find . -mindepth 1 | sort); }
for component in runtime development tool; do
    step "the component $component" cmake --install "$build" \
        --prefix "$scratch/components" --component $component
    [ $component != runtime ] || installed "$scratch/components" >"$scratch/runtime"
done
step "make the whole" diff <(installed "$prefix") <(installed "$scratch/components")
only_runtime() {
    ! grep -vE '/(share|man|man7|ucilk\.7|lib[^/]*|[^/]*-linux-gnu|ucilk|pkgconfig|libucilk\.so\.[0-9.]+|ucilk_[a-z]+\.so)$' "$scratch/runtime"
}
step "the runtime has libraries and plug-ins alone" only_runtime
for component in runtime development; do
    cmake --install "$build" --prefix "$scratch/untooled" --component $component >/dev/null
done

# Debug information may name the sources.
cp -a "$prefix" "$scratch/stripped"
mapfile -t binaries < <(find "$scratch/stripped" -type f \( -name '*.so*' -o -path '*/bin/ucilk*' \))
mapfile -t archives < <(find "$scratch/stripped" -name 'libucilk*.a')
strip --strip-debug "${binaries[@]}" "${archives[@]}"
no_build_tree() { ! grep -rF -e "$build" "$scratch/stripped"; }
step "nothing names the build tree" no_build_tree
for binary in "${binaries[@]}"; do
    hardened() { readelf -lW "$1" | grep -w GNU_RELRO && readelf -dW "$1" | grep -w NOW; }
    step "${binary##*/} has full RELRO" hardened "$binary"
done

# --- Consumers of the installed tree ---

cat >"$scratch/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(consumer LANGUAGES C)
find_package(ucilk 0.1 REQUIRED)
add_executable(fib fib.c)
target_link_libraries(fib PRIVATE ucilk::ucilk)
EOF
cp "$root/examples/fib_macros.c" "$scratch/fib.c"
cp "$root/examples/"{fib.h,answer.h} "$scratch/"
consume() {
    cmake -S "$scratch" -B "$scratch/consumer" \
        -DCMAKE_PREFIX_PATH="$prefix" &&
        cmake --build "$scratch/consumer" --verbose
}
step "a CMake project finds and builds" consume
step_says "and runs" "fib(20) = 6765" "$scratch/consumer/fib" 20
flags_of_ours() { # none of our own flags leaks
    ! grep -hE "fib\.c" -r "$scratch/consumer/CMakeFiles/fib.dir/flags.make" \
        "$scratch/consumer/build.ninja" 2>/dev/null |
        grep -E -- "-W[a-z]|-fno-common|-O[0-9]|UCI_"
}
step "no compiler flag leaks to the project" flags_of_ours

step "a CMake project without the tool" \
    cmake -S "$scratch" -B "$scratch/untooled_consumer" -DCMAKE_PREFIX_PATH="$scratch/untooled"

pc=$(dirname "$(find "$prefix" -name ucilk.pc)")
package() { PKG_CONFIG_PATH=$pc pkg-config "$@"; }
consume_by_pkg_config() { # PACKAGE PROGRAM
    # shellcheck disable=SC2046
    gcc -O2 $(package --cflags "$1") "$scratch/fib.c" $(package --libs "$1") \
        -o "$scratch/$2"
}
step "pkg-config" consume_by_pkg_config ucilk fib_pc
step_says "and runs" "fib(20) = 6765" "$scratch/fib_pc" 20
step "pkg-config, for clusters" consume_by_pkg_config ucilk_cluster fib_pc_cluster
step_says "and runs" "fib(20) = 6765" "$scratch/fib_pc_cluster" 20
mv "$prefix" "$prefix.moved"
cmake --install "$build" --prefix "$prefix" --component runtime >/dev/null
step_says "and with the runtime alone" "fib(20) = 6765" "$scratch/fib_pc" 20
rm -rf "$prefix"
pc=${pc/#"$prefix"/"$prefix.moved"}
step "pkg-config, moved elsewhere" consume_by_pkg_config ucilk fib_pc_moved
step_says "and runs" "fib(20) = 6765" "$scratch/fib_pc_moved" 20
blanks="$scratch/a prefix with blanks"
mv "$prefix.moved" "$blanks"
pc=${pc/#"$prefix.moved"/"$blanks"}
consume_quoted() { # PACKAGE: pkg-config quotes, and eval reads that
    eval "gcc -O2 $(package --cflags "$1") \"$scratch/fib.c\" $(package --libs "$1") -o \"$scratch/fib_blanks\""
}
for package in ucilk ucilk_groups ucilk_cluster ucilk_scale ucilk_sim ucilk_child ucilk_child_sim; do
    step "pkg-config, $package with blanks in its prefix" consume_quoted $package
    step_says "and runs" "fib(20) = 6765" "$scratch/fib_blanks" 20
done
mv "$blanks" "$prefix"
pc=${pc/#"$blanks"/"$prefix"}

if [ -x "$build/bin/ucilkcc" ]; then
    # One target by ucilkcc, the other by the project's own compiler.
    mkdir "$scratch/keywords"
    cp "$root/examples/"{fib.c,fib.h,answer.h} "$scratch/keywords/"
    cat >"$scratch/keywords/plain.c" <<'EOF'
#include <stdio.h>
#ifdef UCILK_COMPILER
#error compiled by ucilkcc
#endif
int main(void) { return puts("plain") < 0; }
EOF
    cat >"$scratch/keywords/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(keywords LANGUAGES C)
find_package(ucilk 0.1 REQUIRED)
ucilk_add_executable(fib fib.c)
ucilk_add_executable(loop loop.c)
add_executable(plain plain.c)
EOF
    # Installed headers are the system's to the compiler, and so are keywords
    # that their macros expand to.
    awk '/^<!-- file: loop.c -->/ { is = 1; getline; next }
         is && /^```$/ { exit } is { print }' "$root/README.md" \
        >"$scratch/keywords/loop.c"
    for cc in gcc clang; do
        consume_keywords() {
            cmake -S "$scratch/keywords" -B "$scratch/keywords/$cc" \
                -DCMAKE_C_COMPILER=$cc -DCMAKE_PREFIX_PATH="$prefix" "$@" &&
                cmake --build "$scratch/keywords/$cc" -j2
        }
        step "ucilk_add_executable over $cc" consume_keywords
        step_says "and its program runs" "fib(20) = 6765" \
            "$scratch/keywords/$cc/fib" 20
        step_says "and the other target's" "plain" \
            "$scratch/keywords/$cc/plain"
        step_says "and that with macros of our headers" "333283335000000000" \
            "$scratch/keywords/$cc/loop"
        touch "$scratch/keywords/answer.h"
        step_says "and it depends on its headers" "fib.c.o" \
            cmake --build "$scratch/keywords/$cc"
        step "and with UCILK_PROFILE" consume_keywords -DUCILK_PROFILE=scale
        step_says "its work is measured" " 10945" "$scratch/keywords/$cc/fib" 20
    done
    step "the installed ucilkcc" env PATH=/usr/bin:/bin \
        "$prefix/bin/ucilkcc" -O2 "$root/examples/fib.c" -o "$scratch/fib_kw"
    step_says "and its program runs" "fib(20) = 6765" "$scratch/fib_kw" 20
    step "the installed ucilkcc, for clusters" env PATH=/usr/bin:/bin \
        "$prefix/bin/ucilkcc" --ucilk-cluster -O2 "$root/examples/fib.c" -o "$scratch/fib_cluster"
    step "and for a simulation" env PATH=/usr/bin:/bin \
        "$prefix/bin/ucilkcc" --ucilk-tool=sim -O2 "$root/examples/fib.c" -o "$scratch/fib_sim"
    step_says "and its program runs" "fib(20) = 6765" env UCILK_NWORKERS=100 "$scratch/fib_sim" 20
    mv "$prefix" "$prefix.moved"
    step "the installed ucilkcc, moved elsewhere" \
        "$prefix.moved/bin/ucilkcc" --ucilk-cluster -O2 "$root/examples/fib.c" \
        -o "$scratch/fib_moved"
    mv "$prefix.moved" "$prefix"

    # What README shows, from an installation alone.
    if "${without_build[@]}" true 2>/dev/null; then
        step "programs of README" "${without_build[@]}" "$here/programs.sh" "$prefix" "$root/README.md"
        # A /usr/local of our own.
        if command -v cmake make gcc python3 pkg-config mpirun | grep -q ^/usr/local/; then
            echo "note: /usr/local is in use"
        else
            # shellcheck disable=SC2016
            step "make, pkg-config and CMake, /usr/local" unshare -m bash -ec 'mount -t tmpfs none /usr/local
                cmake --install "$1" --prefix /usr/local
                mount -t tmpfs none "$1"
                "$2/programs.sh" /usr/local' - "$build" "$here"
        fi
    else
        step "programs of README" "$here/programs.sh" "$prefix" "$root/README.md"
        echo "note: no mount namespaces for /usr/local and to hide the build tree in"
    fi

    # clangd sees the elision: by its sample, and by what CMake says of a target.
    if command -v clangd >/dev/null; then
        mkdir "$scratch/editor"
        cp "$root/examples/"{fib.c,fib.h,answer.h} "$scratch/editor/"
        sed "s|/usr/local|$prefix|" "$prefix/share/ucilk/clangd.yaml" >"$scratch/editor/.clangd"
        step_says "the sample for clangd" " 0 errors" clangd --check="$scratch/editor/fib.c"
        step "compile_commands.json" cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "$scratch/keywords/gcc"
        step_says "and clangd" " 0 errors" clangd --check="$scratch/keywords/fib.c" \
            --compile-commands-dir="$scratch/keywords/gcc"
    else
        echo "note: no clangd"
    fi
    # shellcheck disable=SC2046
    step "pkg-config's flags for editors" gcc -fsyntax-only \
        $(package --variable=ide_cflags ucilk) "$root/examples/fib.c"
else
    echo "note: no ucilkcc in this build"
fi

# --- Part of another project ---

mkdir "$scratch/part" "$scratch/fetched"
cp "$root/examples/"{fib.c,fib_macros.c,fib.h,answer.h} "$scratch/part/"
cp "$root/examples/"{fib_macros.c,fib.h,answer.h} "$scratch/fetched/"
cat >"$scratch/part/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.20)
project(part LANGUAGES C)
add_subdirectory($root ucilk EXCLUDE_FROM_ALL)
add_executable(macros fib_macros.c)
target_link_libraries(macros PRIVATE ucilk::ucilk)
if(TARGET ucilk::ucilkcc)
  ucilk_add_executable(fib fib.c)
endif()
EOF
cat >"$scratch/fetched/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.20)
project(fetched LANGUAGES C)
include(FetchContent)
FetchContent_Declare(ucilk SOURCE_DIR $root)
FetchContent_MakeAvailable(ucilk)
add_executable(macros fib_macros.c)
target_link_libraries(macros PRIVATE ucilk::ucilk)
EOF
part() { # PROJECT TARGET OPTION...
    cmake -S "$scratch/$1" -B "$scratch/$1/build" "${@:3}" && cmake --build "$scratch/$1/build" -j2 --target "$2"
}
step "add_subdirectory" part part all -DCMAKE_BUILD_TYPE=Debug
step_says "and runs" "fib(20) = 6765" "$scratch/part/build/macros" 20
[ ! -x "$build/bin/ucilkcc" ] ||
    step_says "and runs, in keywords" "fib(20) = 6765" "$scratch/part/build/fib" 20
step "FetchContent" part fetched macros
step_says "and runs" "fib(20) = 6765" "$scratch/fetched/build/macros" 20

# --- Under mpirun ---

# Two ranks are one program, which prints once and has opened this plug-in.
started() { # DIRECTORY MPI COMMAND...
    local plugin=$1/ucilk_$2.so mpi=$2 said
    shift 2
    said=$(OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
        OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe \
        UCILK_VERBOSE=1 timeout -k 5 60 \
        mpirun.$mpi -n 2 "$@" 2>&1) || said="$said (status $?)"
    echo "$said"
    [ "$(grep -cF "fib(20) = 6765" <<<"$said")" = 1 ] &&
        [ "$(realpath "$(sed -n 's/^ucilk: plug-in //p' <<<"$said")")" = "$(realpath "$plugin")" ]
}
library=$(find "$prefix" -name libucilk_cluster.a)
library=${library:-$build/lib/libucilk_cluster.a}
plugins=${library%/*}/ucilk
for mpi in openmpi mpich; do
    [ -e "$build/lib/ucilk/ucilk_$mpi.so" ] || continue
    for program in fib_pc_cluster fib_cluster; do
        [ ! -e "$scratch/$program" ] ||
            step "$program opens the installed plug-in of $mpi" \
                started "$plugins" $mpi "$scratch/$program" 20
    done
    if "${without_build[@]}" true 2>/dev/null; then
        step "also without the build tree" started "$plugins" $mpi \
            "${without_build[@]}" "$scratch/fib_pc_cluster" 20
    else
        echo "note: no mount namespaces to hide the build tree in"
    fi
    [ -e "$scratch/fib_moved" ] || continue
    mv "$prefix" "$prefix.moved"
    moved=${plugins/#"$prefix"/"$prefix.moved"}
    step "and what is linked after a move, the moved one" \
        started "$moved" $mpi "$scratch/fib_moved" 20
    step "and what was before, by UCILK_PLUGINS" \
        started "$moved" $mpi env UCILK_PLUGINS="$moved" "$scratch/fib_pc_cluster" 20
    mv "$prefix.moved" "$prefix"
done

script=$prefix/share/ucilk/gdb/ucilk-gdb.py
step_says "gdb loads the installed script" "ucilk tasks -- " \
    gdb -nx -batch -x "$script" -ex "help ucilk"

# --- Public headers ---

headers=$prefix/include
[ -d "$headers/ucilk" ] || headers=$build/include
for name in abi.h futures.h macros.h reducers.h workers.h random.h dotmix.h scale.h ucilk.h \
    futures.h:-DUCILK_SERIAL macros.h:-DUCILK_SERIAL ucilk.h:-DUCILK_SERIAL \
    scale.h:-DUCILK_ABI_SCALE macros.h:-DUCILK_ABI_RACE; do
    header=${name%%:*}
    keywords=()
    [ "$header" = "$name" ] || keywords=("${name#*:}")
    # Keywords by a plain compiler are an error of ucilk.h's, by design; an
    # editor sees the serial elision.
    [ "$name" != ucilk.h ] || keywords=(-DUCILK_IDE)
    for compile in "gcc -std=c11 -x c" "clang -std=c11 -x c" \
        "gcc -std=gnu99 -x c" "g++ -std=c++17 -x c++" \
        "clang++ -std=c++17 -x c++"; do
        command -v "${compile%% *}" >/dev/null || continue
        echo "#include <ucilk/$header>" >"$scratch/alone"
        # shellcheck disable=SC2086
        step "$name alone, ${compile% -x*}" $compile -Wall -Wextra -Werror \
            -pedantic-errors -Wno-variadic-macros -Wno-long-long \
            "${keywords[@]}" -I"$headers" -fsyntax-only "$scratch/alone"
    done
done

for compile in gcc "gcc -O2" clang "clang -O2"; do
    for elision in "" -DUCILK_SERIAL; do
        # shellcheck disable=SC2086
        step "macros in macros, $compile $elision" $compile $elision -Wall \
            -Wextra -Wshadow -Wredundant-decls -Wpedantic -Werror \
            -I"$headers" -c "$here/nested.c" -o "$scratch/nested.o"
    done
done

# Without gcc's extensions the elision is all there but for futures.
for compile in "gcc -U__GNUC__" clang; do
    # shellcheck disable=SC2086
    step "the elision in C99 alone, $compile" $compile -std=c99 -Wall -Wextra \
        -pedantic-errors -Werror -DUCILK_SERIAL -DUCILK_NO_SHORT_NAMES \
        -I"$headers" "$here/plain.c" -o "$scratch/plain"
    step "and it runs" "$scratch/plain"
done

# --- The archive ---

# Every symbol that can be written lies in the section ucilk_private, but for
# what each thread has of its own (T), and what only the linker writes (DW.ref).
writable_sections() {
    readelf -SW "$library" | sed -nE 's/^ *\[ *[0-9]+\] //p' |
        awk '$1 !~ /^(\.rela|\.data\.rel\.ro|\.init_array|\.fini_array|ucilk_private$|ucilk_shared$|\.data\.rel\.local\.DW\.ref\.)/ &&
             $7 ~ /W/ && $7 !~ /T/ && $5 !~ /^0+$/ { print $1, "of", $5, "bytes" }'
}
only_private() { local sections; sections=$(writable_sections) && echo "$sections" && [ -z "$sections" ]; }
step "nothing that can be written is outside of ucilk_private, but what is ucilk_shared" only_private
# And so it is in a program.
check_program() {
    local start end name address
    start=$(nm "$1" | awk '$3 == "uci_private_start" { print $1 }')
    end=$(nm "$1" | awk '$3 == "uci_private_end" { print $1 }')
    [ -n "$start" ] && [ -n "$end" ] || { echo "no section"; return 1; }
    nm "$1" | while read -r address type name; do
        [[ $name == uci_* && $type == [dDbBC] ]] || continue
        [[ $name == uci_private_end ]] ||
            [[ ! 0x$address -lt 0x$start && 0x$address -lt 0x$end ]] ||
            { echo "$name is outside"; return 1; }
    done
    (((0x$start & 4095) == 0 && (0x$end & 4095) == 0)) ||
        { echo "not whole pages"; return 1; }
}
for linker in bfd gold lld; do
    if command -v "ld.$linker" >/dev/null; then
        step "whole pages of private words, ld.$linker" gcc -O2 -DUCILK_CLUSTER \
            -fuse-ld=$linker -I"$headers" "$scratch/fib.c" "$library" \
            -pthread -o "$scratch/fib_$linker"
        step "and all of them are there" check_program "$scratch/fib_$linker"
        step_says "and it runs" "fib(20) = 6765" \
            env UCILK_TEST_STEAL=always UCILK_NWORKERS=2 \
            "$scratch/fib_$linker" 20
    fi
done
[ $n_failed = 0 ]
