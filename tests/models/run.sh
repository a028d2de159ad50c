#!/usr/bin/env bash
# tests/models/run.sh [--full|--sample N] [--jobs N] [MODEL[:MISTAKE]...]
# Checks the protocol models (*.pml) of this folder with spin: each model must
# pass in every size that its header names, and the checker must find an error
# for each mistake that can be seeded.  Ends non-zero otherwise.
#
#   --full          the bigger sizes as well (up to 20 minutes)
#   --sample N      one in N of the mistakes, others every day: a model that has not
#                   changed finds them as before
#   --jobs N        runs at a time (2)
#   MODEL           only this one, for example deque
#   MODEL:MISTAKE   only this mistake, and print how it goes wrong
#
# README.md describes the header of a model.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
depth=3000000 # steps; a longer path fails the run
limit=1200    # seconds a run

usage() { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; }
die() { echo "run.sh: $*" >&2; exit 2; }

full=no jobs=2 sample=1 models=()
while [ $# -gt 0 ]; do
    case $1 in
    --help) usage; exit 0 ;;
    --full) full=yes ;;
    --jobs) shift; jobs=${1:?} ;;
    --sample) shift; sample=${1:?} ;;
    -*) die "unknown option $1 (see --help)" ;;
    *) models+=("$1") ;;
    esac
    shift
done
if [ ${#models[@]} = 0 ]; then
    for f in "$here"/*.pml; do models+=("$(basename "$f" .pml)"); done
fi
# Most searches take less time than a compiler that optimizes.
compile=(gcc -O1)
if [ $full = no ] && command -v tcc >/dev/null; then compile=(tcc); fi
command -v spin >/dev/null || die "no spin (apt-get install spin)"
tmp=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$tmp"' EXIT

# header MODEL KEY: the values of the header lines "// KEY: value".
header() { sed -n "s|^// $2: *||p" "$here/$1.pml"; }

# --- The runs: a line each in $tmp/runs: model|expected|name|-D flags ---
add() { printf '%s|%s|%s|%s\n' "$@" >>"$tmp/runs"; }
: >"$tmp/runs"
turn=$(($(date +%s) / 86400))
for m in "${models[@]}"; do
    model=${m%%:*} only=
    [ "$model" = "$m" ] || only=${m#*:}
    [ -f "$here/$model.pml" ] || die "no model $model"
    sizes=$(header "$model" check)
    [ "$full" = no ] || sizes+=$'\n'$(header "$model" full)
    if [ -z "$only" ]; then
        while read -r flags; do
            [ -z "$flags" ] || add "$model" pass "$flags" "$flags"
        done <<<"$sizes"
    fi
    while read -r name rest; do
        [ -n "$name" ] || continue
        [ -z "$only" ] || [ "$only" = "$name" ] || continue
        turn=$((turn + 1))
        [ $((turn % sample)) = 0 ] || continue
        flags=
        while [[ $rest = -D* ]]; do
            flags+="${rest%% *} " rest=${rest#* }
        done
        [ -n "$flags" ] || flags=$(header "$model" check | head -1)
        add "$model" error "$name" "$flags -DMISTAKE_$name"
    done <<<"$(header "$model" mistake)"
done
[ -s "$tmp/runs" ] || die "nothing to run"

# check DIR MODEL EXPECTED NAME FLAGS: one run; prints its line.
check() {
    local dir=$1 model=$2 expected=$3 name=$4 flags=$5 verdict what states seconds
    local short='' search=()
    mkdir "$dir"
    cd "$dir"
    : >out
    # Clearing memory for a big hash table and long paths takes longer than most
    # searches: the table grows from 8 MiB, and the first search has short paths.
    if [ $expected != pass ]; then
        read -ra search <<<"$(header "$model" search)"
        short=$(header "$model" short)
    fi
    # COLLAPSE compresses states without loss.
    # shellcheck disable=SC2086
    if ! { spin -a $flags "$here/$model.pml" &&
        "${compile[@]}" ${search[@]+"${search[@]}"} -w -DSAFETY -DCOLLAPSE -DMEMLIM=5000 \
            -o pan pan.c; } >log 2>&1; then
        verdict="FAILED: does not compile"
    else
        timeout "$limit" ./pan -w20 "-m${short:-200000}" >out 2>&1 || true
        ! grep -q 'max search depth too small' out || grep -q 'errors: [1-9]' out ||
            timeout "$limit" ./pan -w20 -m$depth >out 2>&1 || true
        what=$(sed -n 's/^pan:[0-9]*: //p' out | sed 's/ (at depth.*//' | head -1 | cut -c-60)
        if grep -Eq 'max search depth too small|Search not completed' out &&
            ! grep -q 'errors: [1-9]' out; then
            verdict="FAILED: search not complete"
        elif ! grep -q 'errors: ' out; then
            verdict="FAILED: no result (time or memory)"
        elif grep -q 'errors: 0$' out; then
            verdict=pass
            [ $expected = pass ] || verdict="FAILED: not caught"
        elif ! grep -Eq '^pan:.*(assertion violated|invalid end state)' out; then
            verdict="FAILED: ${what:-unknown error}"
        elif [ $expected = pass ]; then
            verdict="FAILED: $what"
        else
            verdict="caught: $what"
        fi
    fi
    states=$(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' out 2>/dev/null)
    seconds=$(sed -n 's/^pan: elapsed time \([0-9.]*\).*/\1/p' out 2>/dev/null)
    printf '%-8s %-34s %12.0f states %7.1f s  %s\n' "$model" "$name" \
        "${states:-0}" "${seconds:-0}" "$verdict"
    case $verdict in
    FAILED*) ;;
    *) : >passed ;;
    esac
    if [ -f "$model.pml.trail" ] && { [ $expected = pass ] || [ -n "$trail" ]; }; then
        # shellcheck disable=SC2086
        { echo "--- how $model $name goes wrong (the last steps) ---"
          spin -t -p -k "$model.pml.trail" $flags "$here/$model.pml" | tail -120; } >trail
    fi
    rm -f pan pan.?
}

trail=
case ${models[*]} in *:*) trail=yes ;; esac
n=0
while IFS='|' read -r model expected name flags; do
    n=$((n + 1))
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || true; done
    (check "$tmp/$n" "$model" "$expected" "$name" "$flags") &
done <"$tmp/runs"
wait

for i in $(seq "$n"); do
    [ -f "$tmp/$i/passed" ] || cat "$tmp/$i/log" 2>/dev/null || true
    cat "$tmp/$i/trail" 2>/dev/null || true
done
passed=$(find "$tmp" -name passed | wc -l)
echo "$n runs, $((n - passed)) failed"
[ "$passed" = "$n" ]
