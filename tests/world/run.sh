#!/bin/bash
# run.sh BUILD [NAME...]: programs that share memory, files, locks and process
# state between their tasks; each, through ucilkcc by gcc and clang, must print
# what its serial elision prints, on 1 to 8 workers, with and without forced
# steals.  Each has an empty working directory of its own and leaves nothing in
# /dev/shm.  A source may begin with /* flags: FLAG... */.  Where NAME.sh stands beside NAME.c it is run instead, with BUILD,
# the program and the directory: for what must be seen from outside.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { echo "usage: run.sh BUILD [NAME...]" >&2; exit 2; }
build=$(cd "$1" && pwd)
shift
[ -x "$build/bin/ucilkcc" ] || { echo "run.sh: no ucilkcc in $build" >&2; exit 2; }
names=("$@")
if [ ${#names[@]} = 0 ]; then
    for file in "$here"/*.c; do
        file=${file##*/}
        names+=("${file%.c}")
    done
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
n_failed=0

fail() { # MESSAGE FILE...: with the heads of what it printed
    echo "FAIL $1"
    shift
    head -q -n 15 "$@" 2>/dev/null | sed 's/^/     /'
    n_failed=$((n_failed + 1))
}

# in_directory SECONDS COMMAND...: stdout to $out, stderr to $out.err
in_directory() {
    rm -rf "$scratch/cwd" && mkdir "$scratch/cwd"
    (cd "$scratch/cwd" && timeout "$@" >"$out" 2>"$out.err" </dev/null)
}

# runs of the nth program by compiler c: WORKERS:STEAL:SEED
runs() {
    if [ $(($1 % 2)) = 0 ]; then
        echo 1:no:0 2:no:1 8:always:2 3:always:0
    else
        echo 2:always:3 8:no:4 3:no:0 2:always:0
    fi
}

k=0
for name in "${names[@]}"; do
    source=$here/$name.c out=$scratch/out n_runs=0 before=$n_failed
    flags=(-g -I"$here/../lang" -pthread)
    read -ra more < <(sed -n '1s|^/\* flags: \(.*\) \*/$|\1|p' "$source") || true
    flags+=("${more[@]}")
    if ! "$build/bin/ucilkcc" --ucilk-serial -O1 "${flags[@]}" "$source" \
        -o "$scratch/serial" -lm >"$out" 2>&1; then
        fail "$name: the serial elision does not compile" "$out"
        continue
    fi
    if [ ! -e "$here/$name.sh" ]; then
        if ! in_directory 120 "$scratch/serial"; then
            fail "$name: the serial elision fails" "$out" "$out.err"
            continue
        fi
        mv "$out" "$scratch/expected"
    fi
    for cc in "gcc -O2" "clang -O1"; do
        k=$((k + 1))
        program=$scratch/$name
        if ! "$build/bin/ucilkcc" --ucilk-cc="${cc% *}" "${cc#* }" \
            "${flags[@]}" -c "$source" -o "$scratch/o.o" >"$out" 2>&1 ||
            ! "${cc% *}" -g "$scratch/o.o" "$build/lib/libucilk_cluster_test.a" -lm \
                -pthread -o "$program" >"$out" 2>&1; then
            fail "$name: $cc does not compile it" "$out"
            continue
        fi
        if [ -e "$here/$name.sh" ]; then
            n_runs=$((n_runs + 1))
            in_directory 600 bash "$here/$name.sh" "$build" "$program" ||
                fail "$name.sh: status $?" "$out" "$out.err"
            continue
        fi
        for setting in $(runs $k); do
            IFS=: read -r workers steal seed <<<"$setting"
            [ "$steal" = always ] || steal=
            n_runs=$((n_runs + 1))
            status=0
            in_directory 120 env UCILK_NWORKERS="$workers" UCILK_TEST_SEED="$seed" \
                UCILK_TEST_STEAL="$steal" UCILK_TEST_TIMEOUT=100 "$program" ||
                status=$?
            if [ $status != 0 ]; then
                fail "$name by $cc, $setting: status $status" "$out.err" "$out"
            elif ! cmp -s "$out" "$scratch/expected"; then
                diff "$out" "$scratch/expected" >"$out.diff" || true
                fail "$name by $cc, $setting: not as the elision" "$out.diff"
            fi
        done
    done
    [ $n_failed != $before ] || echo "ok $name: $n_runs runs"
done
[ $n_failed = 0 ]
