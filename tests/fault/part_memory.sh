# shellcheck shell=bash disable=SC2154,SC2034,SC2086,SC2053
# Part of run.sh: memory does not grow with the number of spawns, of regions,
# of migrations, or with time.

steady=$scratch/steady
gcc -g -O2 -DUCILK_CLUSTER -I"$build/include" "$here/steady.c" "$build/lib/libucilk_cluster.a" \
    -pthread -o "$steady"

# Per worker; what the largest of them may ever have had evacuated at once.
most_evacuated=$((4 << 20))

counter() { # NAME
    grep -o "\"$1\": [0-9]*" "$scratch/stats" | sed 's/.* //'
}

# steady NAME WORKERS SETTING... -- MODE ARGUMENT...
steady() {
    local name=$1 why="" status=0 setting=(UCILK_NWORKERS="$2")
    shift 2
    while [ "$1" != -- ]; do
        setting+=("$1")
        shift
    done
    shift
    rm -f "$scratch/stats"
    env UCILK_TEST_TIMEOUT=900 UCILK_STATS=json:"$scratch/stats" \
        "${setting[@]}" "$steady" "$@" >"$scratch/out" 2>"$scratch/err" ||
        status=$?
    if [ $status = 0 ]; then
        [ "$(counter records_made)" = "$(counter records_freed)" ] &&
            [ "$(counter segments_made)" = "$(counter segments_freed)" ] ||
            why+="; records or segments are left"
        [ "$(counter evac_high_water)" -le $most_evacuated ] ||
            why+="; the evacuation heap has grown"
        [ "$(counter steals)" -gt 0 ] || why+="; nothing was stolen"
    else
        why="; status $status"
    fi
    await 20 none_left "$steady" || why+="; processes left"
    [ -z "$why" ] || { fail "$name: ${why#; }"; return; }
    ok "$name: $(tail -1 "$scratch/out"), $(counter steals) steals," \
        "$(counter ready_taken) other migrations"
    head -n -1 "$scratch/out" | sed 's/^/     /'
}

steady "10^5 regions" 2 -- regions 100000 14
steady "10^6 spawns, forced steals" 8 UCILK_TEST_STEAL=always -- spawns 30
if [ -n "$nightly" ]; then
    steady "10^8 spawns" 8 -- spawns 39
    steady "10^4 regions, forced steals" 8 UCILK_TEST_STEAL=always \
        -- regions 10000 3
fi

# All workers on two cores; half of the time forced steals.
seconds=5
[ -z "$nightly" ] || seconds=300
cpus=$(taskset -cp $$ | sed -E 's/.*: *//')
first_two=$(python3 -c "
import os; print(*sorted(os.sched_getaffinity(0))[:2], sep=',')")
taskset -cp "$first_two" $$ >/dev/null
[ -z "$nightly" ] || steady "64 workers on 2 CPUs for $seconds s" 64 -- mix $seconds
steady "64 workers on 2 CPUs for $seconds s, forced steals" 64 \
    UCILK_TEST_STEAL=always -- mix $seconds
taskset -cp "$cpus" $$ >/dev/null
