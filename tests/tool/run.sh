#!/usr/bin/env bash
# tests/tool/run.sh BUILD_DIR [--full] [CASE...]: what ucilkcc promises as a compiler.
# The cases are in cases/, by theme; -CASE... are all but these.  What a case does
# with gcc and with clang, it does with one of them, the other every other day; and
# half of the long cases have their turn every other day. With --full all is done.
#
# One line a case; the log of a case that fails follows it.  Every case runs
# in a fresh directory with a TMPDIR of its own, which must be empty at the
# end.
if [ $# -lt 1 ] || [ ! -d "$1" ]; then
    echo "usage: tests/tool/run.sh BUILD_DIR [--full] [CASE...|-CASE...]" >&2
    exit 2
fi
if [ -z "$UK_TEST_LIMITED" ]; then
    UK_TEST_LIMITED=1 exec timeout -k 10 1700 "$0" "$@"
fi
build=$(cd "$1" && pwd)
shift
full=
[ "${1-}" != --full ] || { full=1; shift; }
here=$(cd "$(dirname "$0")" && pwd)
examples=$(cd "$here/../../examples" && pwd)
include=$build/include
library=$build/lib/libucilk.a
export PATH=$build/bin:$PATH LC_ALL=C
unset CC UCILK_CC UCILK_SERIAL CFLAGS LDFLAGS MAKEFLAGS

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# Commands with a limit each.
cc() { timeout -k 5 60 ucilkcc "$@"; }
run() { UCILK_NWORKERS=2 timeout -k 5 60 "$@"; }
# fails STATUS COMMAND...: ends with this status, stderr in ./err.
fails() {
    local expected=$1 status=0
    shift
    "$@" >out 2>err || status=$?
    cat err >&2
    [ "$status" = "$expected" ] && [ -s err ]
}
one_line() { [ "$(wc -l <"$1")" = 1 ]; }
same() { [ "$1" = "$2" ]; }
lacks() { ! grep -q -- "$1" "$2"; }
script() { # NAME TEXT: an executable in the current directory
    printf '#!/bin/sh\n%s\n' "$2" >"$1"
    chmod +x "$1"
}
by_turns() { # N: the compilers for the Nth of something
    if [ -n "$full" ]; then
        echo gcc clang
    elif [ $((($1 + $(date +%s) / 86400) % 2)) = 0 ]; then
        echo gcc
    else
        echo clang
    fi
}
line_of() { grep -n -m1 -- "$1" "$2" | cut -d: -f1; }

two_files() { # main.c spawns part() of part.c, which spawns too
    cat >part.h <<'EOF'
long part(long n);
EOF
    cat >part.c <<'EOF'
#include <ucilk/ucilk.h>
#include "part.h"
long part(long n)
{
    if (n < 2)
        return n;
    long a = spawn part(n - 1);
    long b = part(n - 2);
    sync;
    return a + b;
}
EOF
    cat >main.c <<'EOF'
#include <stdio.h>
#include <ucilk/ucilk.h>
#include "part.h"
int main(void)
{
    long a, b;
    a = spawn part(10);
    b = spawn part(11);
    sync;
    printf("%ld\n", a + b);
    return 0;
}
EOF
    cat >plain.c <<'EOF'
#include <stdio.h>
#ifndef GREETING
#define GREETING "hello"
#endif
int main(void) { return puts(GREETING) < 0; }
EOF
}

run_case() { # NAME: the log is $work/log
    mkdir -p "$work/$1" "$work/tmp-$1"
    (
        set -e
        exec >"$work/log" 2>&1 9>&1
        BASH_XTRACEFD=9 # not into the stderr that a case looks at
        export TMPDIR=$work/tmp-$1
        cd "$work/$1"
        set -x
        "case_$1"
        set +x
        [ -z "$(ls "$TMPDIR")" ] || {
            echo "left in TMPDIR: $(ls -R "$TMPDIR")"
            exit 1
        }
    )
}

for file in "$here"/cases/*.sh; do
    # shellcheck source=/dev/null
    . "$file"
done
mapfile -t all < <(declare -F | sed -n 's/^declare -f case_//p')
if [[ ${1-} = -* ]]; then
    mapfile -t all < <(printf '%s\n' "${all[@]}" | grep -vxF "$(printf '%s\n' "${@#-}")")
    set --
fi
# Those that take ten seconds and more.
long=" apart cost expressions_of_thousands_of_terms files_as_the_compiler_leaves_them
 examples flags_of_warnings keywords_are_found programs_without_tasks_have_no_runtime
 standards static_and_shared_of_either_kind thousands_of_spawns_in_a_function
 untested_libclang_is_noted "
failed=0 n_cases=0 n_long=$(($(date +%s) / 86400))
for name in "${@:-${all[@]}}"; do
    n_cases=$((n_cases + 1))
    if [ $# = 0 ] && [ -z "$full" ] && [[ $long =~ [[:space:]]$name[[:space:]] ]]; then
        n_long=$((n_long + 1))
        [ $((n_long % 2)) = 0 ] || { echo "tomorrow: $name"; continue; }
    fi
    compilers=$(by_turns $n_cases)
    run_case "$name" # not in the condition: that would switch off set -e
    if [ $? -eq 0 ]; then
        echo "ok    $name"
    else
        echo "FAIL  $name"
        sed 's/^/      | /' "$work/log" | tail -25
        failed=$((failed + 1))
    fi
    rm -rf "${work:?}/$name" "${work:?}/tmp-$name"
done
[ $failed -eq 0 ] || echo "$failed failed"
[ $failed -eq 0 ]
