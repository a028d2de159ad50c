#!/bin/bash
# plusplus.sh BUILD: the macro form in C++.  plusplus.cc prints what its serial
# elision prints, with all compilers, standards, optimizations, numbers of workers
# and forced steals; arguments that tasks cannot have are refused with a message, and
# so are exceptions that leave a task.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
[ $# = 1 ] || { echo "usage: plusplus.sh BUILD" >&2; exit 2; }
build=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
n_failed=0

fail() {
    echo "FAIL $*"
    n_failed=$((n_failed + 1))
}

# compile CC FLAGS...: of plusplus.cc, in both forms
compile() {
    local cc=$1
    shift
    "$cc" "$@" -Wall -Wextra -Werror -g -I"$build/include" \
        -DUCILK_SERIAL "$here/plusplus.cc" -o "$scratch/serial" &&
        "$cc" "$@" -Wall -Wextra -Werror -g -I"$build/include" \
            "$here/plusplus.cc" "$build/lib/libucilk_test.a" -pthread \
            -o "$scratch/parallel"
}

check() { # CC FLAGS...
    local workers steal
    if ! compile "$@" 2>"$scratch/log"; then
        fail "$*: does not compile"
        head "$scratch/log"
        return
    fi
    "$scratch/serial" >"$scratch/expected"
    for workers in 1 2 8; do
        for steal in "" always; do
            if ! UCILK_NWORKERS=$workers ${steal:+env UCILK_TEST_STEAL=$steal} \
                timeout 120 "$scratch/parallel" >"$scratch/out" 2>&1 ||
                ! cmp -s "$scratch/out" "$scratch/expected"; then
                fail "$*: $workers workers, forced steals ${steal:-no}"
                head -5 "$scratch/out"
            fi
        done
    done
}

# refused MESSAGE SOURCE...
refused() {
    local message=$1 cc
    shift
    printf '%s\n' "#include <ucilk/macros.h>" "#include <string>" "$@" \
        >"$scratch/refused.cc"
    for cc in g++ clang++; do
        if "$cc" -std=c++17 -I"$build/include" -c "$scratch/refused.cc" \
            -o "$scratch/refused.o" 2>"$scratch/log" ||
            ! grep -qF "$message" "$scratch/log"; then
            fail "$cc: not refused by \"$message\": $1"
            head -5 "$scratch/log"
        fi
    done
}

for cc in g++ clang++; do
    for flags in "-std=gnu++11 -O1" "-std=gnu++14 -O0" "-std=c++17 -O2" \
        "-std=gnu++20 -O3"; do
        # shellcheck disable=SC2086
        check $cc $flags
    done
done
refused "copied by their bytes" \
    "cilk_task(void, f, (std::string) s) { (void)s; }"
refused "copied by their bytes" \
    "cilk_loop(f, (int) i, (std::string) s) { (void)i; (void)s; }"

# An exception that leaves a task ends the program, although a caller catches it.
printf '%s\n' '#include <ucilk/macros.h>' \
    'cilk_task(void, fails) { throw 7; }' \
    'cilk_task(void, catches) { try { spawn(fails); sync; } catch (int) {} }' \
    'int main() { catches(); }' >"$scratch/leaves.cc"
for cc in g++ clang++; do
    for level in -O0 -O2; do
        "$cc" -std=c++17 $level -I"$build/include" "$scratch/leaves.cc" \
            "$build/lib/libucilk_test.a" -pthread -o "$scratch/leaves"
        status=0
        { # bash itself tells of signals
            (ulimit -c 0 && exec timeout 60 "$scratch/leaves") >"$scratch/log" 2>&1 || status=$?
        } 2>/dev/null
        [ $status = 134 ] && grep -q "SIGABRT in task .fails' spawned at" "$scratch/log" ||
            fail "$cc $level: an exception leaves a task: status $status"
    done
done

# headers SOURCE...: of Cilk, with g++ and clang++
headers() {
    local cc=$1
    shift
    printf '#include <%s>\n' "$@" >"$scratch/headers.cc"
    "$cc" -std=c++17 -Wall -Wextra -I"$build/include" \
        -I"$build/include/ucilk/compat" -fsyntax-only "$scratch/headers.cc" \
        2>"$scratch/log"
}
for cc in g++ clang++; do
    for header in cilk/cilk.h cilk/reducer.h cilk/reducer_opadd.h; do
        if headers $cc $header || ! grep -q '#error "ucilk: .* in C++' "$scratch/log"; then
            fail "$cc: <$header> does not say that it is for C"
            head -5 "$scratch/log"
        fi
    done
    headers $cc cilk/cilk_api.h cilk/cilksan.h cilk/cilkscale.h cilk/cilk_stub.h &&
        [ ! -s "$scratch/log" ] || fail "$cc: <cilk/cilk_api.h> and its kin"
done

[ $n_failed = 0 ] || { echo "$n_failed failed"; exit 1; }
echo "ok: C++"
