#!/bin/bash
# nightly.sh BUILD: .ci/nightly, which nobody watches, has not rotted.  Each of its
# commands is there and knows its options; the cheapest run passes; one that fails is
# told and gives status 1; and a name that it does not know, 2.
. "$(dirname "$0")/../steps.sh"

has_option() { # SCRIPT OPTION: names it where it reads options, not in its comments alone
    grep -qE -- "(^|[^-a-z])$2([^-a-z]|\$)" <(grep -v '^ *#' "$1")
}

n_runs=0
while read -r name minutes script words; do
    n_runs=$((n_runs + 1))
    step "$name: a limit" [ "$minutes" -gt 0 ]
    step "$name: tests/$script is a program" [ -x "$root/tests/$script" ]
    for word in $words; do
        [[ $word != --* ]] || step "$name: $script knows $word" \
            has_option "$root/tests/$script" "$word"
    done
done < <("$root/.ci/nightly" --list)
step "$n_runs runs" [ $n_runs -ge 10 ]

nightly=("$root/.ci/nightly" --built --programs 2 --seed 1)

# Programs, libraries and logs: where a failed run of the night may have left its own.
for entry in "$build"/*; do
    [ "${entry##*/}" = nightly ] || ln -s "$entry" "$scratch/"
done
export UCILK_BUILD_DIR=$scratch
says "a run passes, and it is told" 0 "^ok race, [0-9]* s: ." "${nightly[@]}" race
step "no other is made" [ "$(grep -cE '^(ok|FAIL)' "$scratch/log")" = 1 ]
rm "$scratch/bin"
says "a run fails, and it is told" 1 "^FAIL (status [0-9]*) race" "${nightly[@]}" race
says "a name that is none" 2 "no run is called no_such_run" "${nightly[@]}" no_such_run
[ $n_failed = 0 ]
