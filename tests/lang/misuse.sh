#!/bin/bash
# misuse.sh BUILD: a program that uses futures wrongly ends with status 1 and
# one message, which begins as misuse/futures.c says; in the serial elision and
# on any number of workers.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
[ $# = 1 ] || { echo "usage: misuse.sh BUILD" >&2; exit 2; }
build=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
source=$here/misuse/futures.c
n_failed=0

gcc -w -g -DUCILK_SERIAL -I"$build/include" "$source" -o "$scratch/serial"
gcc -w -g -I"$build/include" "$source" "$build/lib/libucilk.a" -pthread \
    -o "$scratch/parallel"

# The same in keywords.
tool=$build/bin/ucilkcc
if [ -x "$tool" ]; then
    { echo "#line 1 \"$source\""; sed -E '
        s/macros\.h/ucilk.h/
        s/^cilk_task\((\w+), (\w+)\)/\1 \2(void)/
        s/^cilk_task\((\w+), (\w+), \((\w+)\) (\w+)\)/\1 \2(\3 \4)/
        s/cilk_future_k\((.*), (\w+), (\w+)\);/cilk_future(\1) \2(\3);/
        s/cilk_future\(([a-z]\w*), (\w+)\)/cilk_future \1(\2)/
        s/cilk_future\(([a-z]\w*)\)/cilk_future \1()/' "$source"; } >"$scratch/keywords.c"
    "$tool" -w -g "$scratch/keywords.c" -o "$scratch/keywords"
    "$tool" --ucilk-serial -w -g "$scratch/keywords.c" -o "$scratch/keywords.serial"
fi

made=$(grep -n 'f = cilk_future(one, 1)' "$source" | cut -d: -f1)

# say_so NAME MISTAKE MESSAGE COMMAND...
say_so() {
    local name=$1 mistake=$2 message=$3 status=0
    shift 3
    timeout 60 "$@" "$mistake" >"$scratch/out" 2>"$scratch/err" || status=$?
    if [ $status != 1 ] || [ -s "$scratch/out" ] ||
        [[ $(cat "$scratch/err") != "ucilk: $message"* ]] ||
        [ "$(wc -l <"$scratch/err")" != 1 ]; then
        echo "FAIL mistake $mistake, $name: status $status, not \"$message\""
        cat "$scratch/out" "$scratch/err"
        n_failed=$((n_failed + 1))
    fi
}

n=0
while IFS=: read -r line text; do
    text=${text#*/\* }
    text=${text% \*/}
    text=${text//HERE/$source:$((line + 1))}
    text=${text//MADE+1/$source:$((made + 1))}
    text=${text//MADE/$source:$made}
    n=$((n + 1))
    say_so "elision" $n "$text" "$scratch/serial"
    [ ! -x "$tool" ] ||
        say_so "elision by the tool" $n "$text" "$scratch/keywords.serial"
    for workers in 1 2 8; do
        # Where a thief was quick it is the list of all that wait.
        [ $workers = 1 ] || [[ $text != deadlock* ]] || continue
        say_so "$workers workers" $n "$text" \
            env UCILK_NWORKERS=$workers "$scratch/parallel"
        [ ! -x "$tool" ] ||
            say_so "$workers workers, keywords" $n "$text" \
                env UCILK_NWORKERS=$workers "$scratch/keywords"
    done
done < <(grep -nE '/\* (deadlock: )?HERE: ' "$source")
[ "$n" = "$(grep -cE '^ +case [0-9]+:' "$source")" ]
[ $n_failed = 0 ] || exit 1
echo "ok $n mistakes"
