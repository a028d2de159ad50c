#!/bin/bash
# nightly.sh BUILD: .ci/nightly, which nobody watches, has not rotted.  Each of its
# commands is there and knows its options; the cheapest run passes; one that fails is
# told and gives status 1; and a name that it does not know, 2.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:?nightly.sh BUILD}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
n_failed=0

check() { # NAME COMMAND...
    if "${@:2}"; then
        echo "ok $1"
    else
        echo "FAIL $1"
        n_failed=$((n_failed + 1))
    fi
}

has_option() { # SCRIPT OPTION: names it where it reads options, not in its comments alone
    grep -qE -- "(^|[^-a-z])$2([^-a-z]|\$)" <(grep -v '^ *#' "$1")
}

n_runs=0
while read -r name minutes script words; do
    n_runs=$((n_runs + 1))
    check "$name: a limit" [ "$minutes" -gt 0 ]
    check "$name: tests/$script is a program" [ -x "$root/tests/$script" ]
    for word in $words; do
        [[ $word != --* ]] || check "$name: $script knows $word" \
            has_option "$root/tests/$script" "$word"
    done
done < <("$root/.ci/nightly" --list)
check "$n_runs runs" [ $n_runs -ge 10 ]

# nightly STATUS OPTION...: its output is in the file `said'
nightly() {
    local status=0
    "$root/.ci/nightly" --built --programs 2 --seed 1 "${@:2}" >"$scratch/said" 2>&1 || status=$?
    [ $status = "$1" ] || { cat "$scratch/said"; return 1; }
}

# Programs, libraries and logs: where a failed run of the night may have left its own.
for entry in "$build"/*; do
    [ "${entry##*/}" = nightly ] || ln -s "$entry" "$scratch/"
done
export UCILK_BUILD_DIR=$scratch
check "a run passes" nightly 0 race
check "it is told" grep -qE "^ok race, [0-9]+ s: .+" "$scratch/said"
check "no other is made" [ "$(grep -cE '^(ok|FAIL)' "$scratch/said")" = 1 ]
rm "$scratch/bin"
check "a run fails" nightly 1 race
check "a failure is told" grep -qE "^FAIL \(status [0-9]+\) race" "$scratch/said"
check "a name that is none" nightly 2 no_such_run
[ $n_failed = 0 ]
