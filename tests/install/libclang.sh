#!/bin/bash
# libclang.sh BUILD: which libclang CMake takes (tools/ucilkcc/libclang.cmake): what the
# user says, or the llvm-config on the PATH, or the newest one that the tests have passed
# with; and what it says where headers and library do not go together, or where none can
# be loaded.
. "$(dirname "$0")/../steps.sh"

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
include=$(cached LIBCLANG_INCLUDE_DIR)
library=$(cached LIBCLANG_LIBRARY)
tested=$(sed -n 's/^set(UCILK_TESTED_LIBCLANGS \([0-9 ]*\))$/\1/p' "$root/tools/ucilkcc/libclang.cmake")
[ -n "$include" ] && [ -n "$library" ] && [ -n "$tested" ] || { echo "no libclang in $build" >&2; exit 1; }

# Headers of the version in the build, and of others by their word alone.
headers() { # FOLDER VERSION
    mkdir -p "$1/clang/Basic"
    ln -sfn "$include/clang-c" "$1/clang-c"
    echo "#define CLANG_VERSION $2" >"$1/clang/Basic/Version.inc"
}
llvm_config() { # VERSION INCLUDE LIBRARIES: a program in $scratch/bin
    mkdir -p "$scratch/bin"
    printf '#!/bin/sh\ncase $1 in\n--version) echo %s ;;\n--includedir) echo "%s" ;;\n--libdir) echo "%s" ;;\nesac\n' \
        "$@" >"$scratch/bin/llvm-config"
    chmod +x "$scratch/bin/llvm-config"
}
mkdir "$scratch/project"
cat >"$scratch/project/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.20)
project(choice LANGUAGES C)
include($root/tools/ucilkcc/libclang.cmake)
message(STATUS "taken: \${LIBCLANG_INCLUDE_DIR} \${LIBCLANG_LIBRARY}")
EOF

# takes NAME PATTERN COMMAND...: what a configuration says, whose lines CMake breaks.
takes() { says "$1" 0 "$2" configure "${@:3}"; }
configure() {
    rm -rf "$scratch/build"
    { "$@" cmake -S "$scratch/project" -B "$scratch/build" "${options[@]}" 2>&1 || true; } | tr -s ' \n' ' '
}
with_config=(env PATH="$scratch/bin:$PATH")
own_version=$("$build/bin/ucilkcc" --ucilk-self-test --ucilk-cluster | sed -n 's/.*(libclang \([0-9.]*\).*/\1/p')

options=(-DLIBCLANG_INCLUDE_DIR="$include" -DLIBCLANG_LIBRARY="$library")
takes "what the user says is taken" "taken: $include $library" env
takes "also with an llvm-config on the PATH" "taken: $include $library" "${with_config[@]}"
options=(-DLIBCLANG_LIBRARY="$library")
takes "the headers are found beside the library" "taken: $include $library" env
options=(-DLIBCLANG_INCLUDE_DIR="$include")
takes "and the library beside the headers" "taken: $include [^ ]*/libclang" env

headers "$scratch/99" 99.1.0
options=(-DLIBCLANG_INCLUDE_DIR="$scratch/99" -DLIBCLANG_LIBRARY="$library")
takes "headers and library of two versions are named" \
    "libclang's library is ${own_version//./\\.} (.*), and its headers are 99\.1\.0 ($scratch/99)" env
echo "no library" >"$scratch/libclang.so"
options=(-DLIBCLANG_INCLUDE_DIR="$include" -DLIBCLANG_LIBRARY="$scratch/libclang.so")
takes "so is a library that cannot be loaded" "libclang cannot be loaded: $scratch/libclang.so: .*name another one" env

options=()
mkdir "$scratch/lib"
ln -s "$library" "$scratch/lib/libclang.so"
headers "$scratch/include" "$own_version"
llvm_config "$own_version" "$scratch/include" "$scratch/lib"
takes "the llvm-config on the PATH is asked" "taken: $scratch/include $scratch/lib/libclang.so" "${with_config[@]}"
llvm_config 99.0.0 "$scratch/include" "$scratch/lib"
for newest in $(tr ' ' '\n' <<<"$tested" | sort -rn); do
    [ ! -e "/usr/lib/llvm-$newest/include/clang-c/Index.h" ] || [ ! -e "/usr/lib/llvm-$newest/lib/libclang.so" ] || break
done
if [ -e "/usr/lib/llvm-$newest/lib/libclang.so" ]; then
    takes "but not if its version is none of the tested: then the newest of those is taken" \
        "taken: /usr/lib/llvm-$newest/include /usr/lib/llvm-$newest/lib/libclang.so" "${with_config[@]}"
fi
llvm_config "$own_version" "$scratch/none" "$scratch/none"
takes "and not where it has no libclang" "taken: [^ ]* [^ ]*/libclang" "${with_config[@]}"

# Where a distribution has one libclang, in the system's own folders: Fedora, Arch.
cat >"$scratch/system.sh" <<'EOF'
for folder in /usr/lib/llvm-* /usr/local; do mount -t tmpfs none "$folder"; done
mkdir -p /usr/local/include /usr/local/lib
cp -r "$1/clang-c" /usr/local/include
cp "$1/libclang.so" /usr/local/lib
shift
exec "$@"
EOF
if command -v cmake | grep -q ^/usr/local/ || ! unshare -m true 2>/dev/null; then
    echo "note: the system's own folders are not tried: no mount namespaces, or cmake is in /usr/local"
else
    mkdir "$scratch/kept"
    cp -rL "$include/clang-c" "$library" "$scratch/kept"
    mv "$scratch/kept/${library##*/}" "$scratch/kept/libclang.so" 2>/dev/null || true
    options=(-DUCILK_LLVM_CONFIG=UCILK_LLVM_CONFIG-NOTFOUND)
    takes "the system's own folders" "taken: /usr/local/include /usr/local/lib/libclang.so" \
        unshare -m bash -e "$scratch/system.sh" "$scratch/kept"
fi

# An untested version is named, and the self-test in its warning.
sed "s/^set(UCILK_TESTED_LIBCLANGS .*/set(UCILK_TESTED_LIBCLANGS 9 98)/" "$root/tools/ucilkcc/libclang.cmake" \
    >"$scratch/project/libclang.cmake"
cp "$root/tools/ucilkcc/libclang_version.c" "$scratch/project/"
sed -i "s|^include.*|include(libclang.cmake)|" "$scratch/project/CMakeLists.txt"
options=(-DLIBCLANG_INCLUDE_DIR="$include" -DLIBCLANG_LIBRARY="$library")
takes "an untested version is warned of" \
    "libclang ${own_version//./\\.} is none of those .*(9, 98).*--ucilk-self-test" env
[ $n_failed = 0 ]
