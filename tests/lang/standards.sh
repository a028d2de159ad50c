#!/bin/bash
# standards.sh BUILD [--full]: the programs of standards/, each in the standards
# of C of its first line, by every gcc and clang here that knows them, through
# ucilkcc and through the macros, on 4 workers with forced steals.  They print
# what their serial elision prints.  --full takes every libclang of the tested
# ones that is installed, too, and each compiler with each standard; without, every
# other compiler takes a program, in one standard, and the next day the others.
#
# A compiler that does not compile the serial elision does not know what the
# program is about: these are counted, and named with --full.
#
# An old libclang may refuse a program, if it says at a line of the program that
# it does not understand it: that is counted, too.  Nothing else may differ.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || {
    echo "usage: standards.sh BUILD [--full]" >&2
    exit 2
}
build=$(cd "$1" && pwd)
mode=${2:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export UCILK_NWORKERS=4 UCILK_TEST_STEAL=always UCILK_TEST_TIMEOUT=60

compilers() {
    local cc
    for cc in gcc clang {gcc,clang}-{11..24}; do
        command -v "$cc" >"$scratch/path" || continue
        readlink -f "$(cat "$scratch/path")"
    done | awk '!seen[$0]++'
}

libclangs() { # "" is that of the build
    echo build
    [ "$mode" = --full ] || return 0
    local version
    for version in {13..24}; do
        ls "/usr/lib/llvm-$version/lib/libclang.so" 2>/dev/null || true
    done
}

knows() { # CC STANDARD
    "$1" -std="$2" -fsyntax-only -x c /dev/null 2>/dev/null
}

n_ran=0 n_unknown=0 n_refused=0 failed=0
declare -A refused_by=()

fail() { # WHAT, with the log
    echo "FAIL $*"
    head -8 "$scratch/log" | sed 's/^/     /'
    failed=1
}

check() { # PROGRAM; it is linked as $scratch/program
    if ! timeout 90 "$scratch/program" >"$scratch/out" 2>"$scratch/log"; then
        fail "$1: does not run"
    elif ! diff "$scratch/out" "$scratch/expected" >"$scratch/log"; then
        fail "$1: differs"
    else
        n_ran=$((n_ran + 1))
    fi
}

link() { # CC
    "$1" "$scratch/object.o" "$build/lib/libucilk_test.a" -lm -pthread \
        -o "$scratch/program"
}

try() { # FILE CC STANDARD
    local file=$1 cc=$2 standard=$3 libclang what
    what="$(basename "$file"), $(basename "$cc") -std=$standard"
    if ! "$cc" -std="$standard" -w -DUCILK_SERIAL -I"$build/include" \
        "$file" -o "$scratch/elision" -lm 2>"$scratch/log"; then
        n_unknown=$((n_unknown + 1))
        [ "$mode" != --full ] ||
            echo "     $what: $(grep -m1 -o 'error: .*' "$scratch/log")"
        return
    fi
    timeout 90 "$scratch/elision" >"$scratch/expected"
    if [[ $file = *_macros.c ]]; then
        if "$cc" -std="$standard" -O1 -w -I"$build/include" -c "$file" \
            -o "$scratch/object.o" 2>"$scratch/log" &&
            link "$cc" 2>"$scratch/log"; then
            check "$what"
        else
            fail "$what: does not compile"
        fi
        return
    fi
    for libclang in $(libclangs); do
        [ "$libclang" = build ] && unset UCILK_LIBCLANG || export UCILK_LIBCLANG=$libclang
        if "$build/bin/ucilkcc" --ucilk-cc="$cc" -std="$standard" -O1 -w -Wno-ucilk \
            -c "$file" -o "$scratch/object.o" 2>"$scratch/log" &&
            link "$cc" 2>"$scratch/log"; then
            check "$what, libclang of $libclang"
        elif grep -q "$(basename "$file"):[0-9]*:[0-9]*: error: .*libclang [0-9.]* does not understand" \
            "$scratch/log"; then
            n_refused=$((n_refused + 1))
            refused_by["$(basename "$file") with $libclang"]=1
        else
            fail "$what, libclang of $libclang: does not compile"
        fi
    done
}

mapfile -t all < <(compilers)
n_files=0
for file in "$here"/standards/*.c; do
    read -r -a standards < <(sed -n '1s,^/\* std: ,,p' "$file")
    [ ${#standards[@]} -gt 0 ] || {
        echo "FAIL $file: no standards in its first line"
        failed=1
    }
    n_files=$((n_files + 1))
    n=$(($(date +%s) / 86400 + n_files))
    for cc in "${all[@]}"; do
        n=$((n + 1))
        [ "$mode" = --full ] || [ $((n % 3)) = 0 ] || continue
        known=()
        for standard in "${standards[@]}"; do
            if knows "$cc" "$standard"; then known+=("$standard"); fi
        done
        if [ ${#known[@]} = 0 ]; then
            n_unknown=$((n_unknown + 1))
        elif [ "$mode" = --full ]; then
            for standard in "${known[@]}"; do try "$file" "$cc" "$standard"; done
        else
            try "$file" "$cc" "${known[n / 2 % ${#known[@]}]}"
        fi
    done
done
for what in "${!refused_by[@]}"; do echo "     refused: $what"; done | sort
[ $n_ran -gt 0 ] || {
    echo "FAIL nothing ran"
    failed=1
}
[ $failed != 0 ] || echo "ok standards: $n_ran runs by ${#all[@]} compilers," \
    "$n_refused refused by an old libclang, $n_unknown not known to a compiler"
[ $failed = 0 ]
