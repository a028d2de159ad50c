#!/bin/bash
# pedigrees.sh [--all] BUILD: the programs of pedigrees/, compiled by `ucilkcc
# --ucilk-pedigrees': with all compilers, flags, numbers of workers and forced
# steals they print what their serial elision prints.  A program that asks for a
# pedigree that was not kept ends with a message.
#
#   --all   each compiler takes all of the flags with each program, not an eighth of them, others every day
set -euo pipefail

here=$(cd "$(dirname "$0")/pedigrees" && pwd)
all=no
[ "${1-}" != --all ] || { all=yes; shift; }
[ $# = 1 ] || { echo "usage: pedigrees.sh [--all] BUILD" >&2; exit 2; }
build=$(cd "$1" && pwd)
tool=$build/bin/ucilkcc
library=$build/lib/libucilk_test.a
include=$build/include
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
n_failed=0
# For the elisions of deep recursions.
ulimit -S -s "$(ulimit -H -s)"

fail() {
    echo "FAIL $*"
    n_failed=$((n_failed + 1))
}

# keep CC FLAGS...: a compilation with warnings as errors.
keep() {
    "$tool" --ucilk-cc="$1" --ucilk-pedigrees -Wall -Wextra -Wshadow -Werror "${@:2}"
}

# --- the same numbers ---

# agree NAME CC FLAGS...
agree() {
    local name=$1 cc=$2 label="$1 by ${*:2}" n
    local flags=("${@:3}")
    keep "$cc" "${flags[@]}" --ucilk-serial "$here/$name.c" -o serial -pthread
    ./serial >said
    cmp -s said "$name.expected" || fail "$label: the serial elision"
    keep "$cc" "${flags[@]}" -c "$here/$name.c" -o program.o
    "$cc" "${flags[@]}" program.o "$library" -pthread -lm -o program
    for n in 1 2 8; do
        { UCILK_NWORKERS=$n timeout 120 ./program >said &&
            cmp -s said "$name.expected"; } || fail "$label: $n workers"
        { UCILK_NWORKERS=$n UCILK_TEST_STEAL=always UCILK_TEST_SEED=$n \
            timeout 120 ./program >said && cmp -s said "$name.expected"; } ||
            fail "$label: $n workers, every spawn stolen"
    done
}

n=$(($(date +%s) / 86400))
for name in strands numbers inlets late types; do
    n=$((n + 1))
    late=
    [ $name != late ] || late=-Wno-ucilk-unsynced
    keep gcc --ucilk-serial -O1 $late "$here/$name.c" -o serial -pthread
    ./serial >$name.expected
    for cc in gcc clang; do
        chosen=()
        [ $all$cc = noclang ] || chosen+=(-O0 -Os "-O3 -march=native" "-O2 -flto")
        [ $all$cc = nogcc ] || chosen+=(-O1 -O2 "-O2 -DUCILK_ABI_APART" "-std=gnu99 -O2")
        for flags in "${chosen[@]}"; do
            n=$((n + 1))
            [ $all = yes ] || [ $((n % 4)) = 0 ] || continue
            case "$cc $flags" in *clang*-flto*) flags+=" -fuse-ld=lld" ;; esac
            # shellcheck disable=SC2086 # the flags are words
            agree $name $cc $flags $late
        done
    done
done
echo "compared strands, numbers, inlets, late, types"

# Memory of a task that is gone is not read.
keep gcc -g -O1 -fsanitize=address,undefined "$here/strands.c" -o sanitized -pthread
UCILK_NWORKERS=4 timeout 120 ./sanitized >said 2>err ||
    fail "AddressSanitizer: $(head -3 err)"
cmp -s said strands.expected || fail "AddressSanitizer: other numbers"

# --- what is refused ---

# says TEXT COMMAND...: ends with this message.
says() {
    local text=$1 status=0
    shift
    timeout 60 "$@" >out 2>err || status=$?
    if [ $status = 0 ] || [ $status -gt 2 ] || ! grep -qF -- "$text" err; then
        fail "status $status instead of \"$text\": $*"
        head -5 err
    fi
}

# No file keeps them.
gcc -I"$include" "$here/none.c" "$library" -pthread -lm -o none
says "no file of this program keeps pedigrees: compile those that spawn with ucilkcc --ucilk-pedigrees" \
    ./none

# One file does not.
keep gcc "$here/mixed.c" "$here/later.c" -o mixed
"$tool" -c "$here/later.c" -o without.o
keep gcc -c "$here/mixed.c" -o mixed.o
gcc mixed.o without.o "$library" -pthread -lm -o forced
for what in before behind child future around; do
    UCILK_NWORKERS=4 timeout 60 ./mixed $what >expected
    case $what in
    before | around)
        { UCILK_NWORKERS=4 UCILK_TEST_STEAL=always timeout 60 ./forced $what >said &&
            cmp -s said expected; } || fail "mixed $what" ;;
    future)
        says "the pedigree is lost behind the spawn of" ./forced $what ;;
    *)
        says "the pedigree is lost behind the spawn of \`without' at $here/later.c:10: compile that file with ucilkcc --ucilk-pedigrees, too" \
            env UCILK_NWORKERS=4 UCILK_TEST_STEAL=always ./forced $what ;;
    esac
done

# Where there are none.
says "--ucilk-pedigrees needs workers that share memory: not with --ucilk-cluster" \
    "$tool" --ucilk-pedigrees --ucilk-cluster -c "$here/mixed.c"
says "programs for clusters keep no pedigrees" \
    "$tool" --ucilk-cluster -c "$here/mixed.c"
says "serial, too, random.h needs" "$tool" --ucilk-serial -c "$here/mixed.c"
says "serial, too, random.h needs" gcc -DUCILK_SERIAL -I"$include" -c "$here/none.c"
printf '#include <ucilk/macros.h>\n#include <ucilk/random.h>\n' >macros.c
says "macros keep no pedigrees" gcc -I"$include" -c macros.c
printf '#include <ucilk/macros.h>\n' >macros.c
says "macros keep no pedigrees" "$tool" --ucilk-pedigrees -c macros.c

# OpenCilk's flag.
"$tool" -fopencilk-enable-pedigrees "$here/strands.c" -o opencilk -pthread
UCILK_NWORKERS=2 timeout 60 ./opencilk >said
cmp -s said strands.expected || fail "-fopencilk-enable-pedigrees"

[ $n_failed = 0 ] || exit 1
echo "ok pedigrees: the same numbers, and the messages"
