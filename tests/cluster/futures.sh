#!/bin/bash
# futures.sh BUILD: futures between nodes, over every network and strategy: the
# results are right, and deadlocks, but nothing else, are reported.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
. "$here/common.sh"
at_once=2
export UCILK_TEST_TIMEOUT=100
program=$scratch/futures
"$build/bin/ucilkcc" --ucilk-serial -O1 "$here/programs/futures.c" -o "$program.serial"
"$build/bin/ucilkcc" --ucilk-cluster -Wno-ucilk-shared-write -g -O1 -c "$here/programs/futures.c" -o "$program.o"
cc "$program.o" "$build/lib/libucilk_cluster_test.a" -pthread -lm -o "$program"
"$program.serial" >"$scratch/expected"
"$program.serial" 3 >"$scratch/expected_3"
export UCILK_PLUGINS=$build/lib/ucilk

# run NAME COMMAND...: prints what the serial elision prints.
run() {
    local name=$1 expected=$scratch/expected
    shift
    [ "${*: -1}" != 3 ] || expected+=_3
    # shellcheck disable=SC2016
    check "$name" 0 -- bash -c '"${@:2}" | diff "$1" -' - "$expected" "$@"
}

nic="env UCILK_TRANSPORT=nic UCILK_NWORKERS=3"
openmpi="mpirun.openmpi --oversubscribe -n 3"
mpich="mpirun.mpich -n 3"
seed=1
for way in "$nic" "$nic UCILK_NWORKERS=4 UCILK_NODE_SIZE=2" "$nic UCILK_NIC_DELAY=20" \
    "$nic UCILK_ATOMICS=native" "$nic UCILK_STEAL=onesided UCILK_ATOMICS=native UCILK_EMPTY_CHECK=0" \
    "$nic UCILK_ATOMICS=loopback UCILK_NIC_ATOMICS=own" \
    "$nic UCILK_ATOMICS=assist" "$nic UCILK_ATOMICS=am" "$nic UCILK_STEAL=message" \
    "$openmpi" "env UCILK_NODE_SIZE=1 $openmpi" "env UCILK_NODE_SIZE=1 $mpich"; do
    for steal in "" always; do
        run "${way#env } ${steal:+forced}" \
            env UCILK_TEST_STEAL=$steal UCILK_TEST_SEED=$seed $way "$program"
        seed=$((seed + 1))
    done
done
# N2: where words are changed by the network, none is by the CPU, on no rank.
run "loopback, promises too" env UCILK_STATS=json:"$scratch/json" \
    $nic UCILK_ATOMICS=loopback UCILK_NIC_ATOMICS=own "$program" 3
hits() {
    grep -o "\"$1\"[^}]*\"hits\": [0-9]*" "$scratch/json" | grep -o '[0-9]*$'
}
wait
[ "$(hits future_done)" = 0 ] && [ "$(hits future_far_fulfilled)" -gt 0 ] ||
    fail "loopback: $(hits future_done) futures or promises were fulfilled by the CPU"

# N15: where words are changed by message some gets of far futures take none, and
# every future is freed all the same.
run "assist, kept results" env UCILK_STATS=json:"$scratch/json" UCILK_TEST_STEAL=always \
    $nic UCILK_ATOMICS=assist "$program" 3
wait
[ "$(hits future_kept)" -gt 0 ] || fail "assist: no get took a result that was kept"
[ "$(hits future_asked)" -gt 0 ] || fail "assist: no get took a result that was asked for"

# N23: a lull begins though main lingers: out of one the two idle workers nap
# 1,000 times a second each.
check "main lingers and sleeps" 0 "^[0-9]+$" -- env UCILK_STATS=json:"$scratch/json" \
    UCILK_TEST_STEAL=always $nic "$program" calm 3
wait
naps=$(grep -o '"naps": [0-9]*' "$scratch/json" | head -1 | grep -o '[0-9]*$')
[ "$(hits home_lingers)" -gt 0 ] && [ "$naps" -lt 2000 ] ||
    fail "main sleeps 3 s, and idle workers napped $naps times"

if [ $has_window = yes ]; then
    run "blind steals, openmpi" env UCILK_NODE_SIZE=1 UCILK_STEAL=onesided UCILK_ATOMICS=native \
        UCILK_EMPTY_CHECK=0 UCILK_TEST_STEAL=always $openmpi "$program" 3
fi
run "two hosts" "$hosts" 2x1 -- mpirun.openmpi "$program"

# The self-test sees that TCP needs the target.  Here it is late: what the tester
# does before that must not count.
if [ $has_window = yes ]; then
    check "self-test on TCP" 0 "^0$" "network: .* because one-sided operations do not progress" -- \
        "$hosts" 2x1 -- mpirun.openmpi -x UCILK_VERBOSE=1 -x UCILK_ATOMICS=native "$program" busy 0
fi

# --- Deadlocks, and what is none ---

place='programs/futures.c:[0-9]+'
promise="$place: get of the promise made at .*$place"
for way in "$nic" "$openmpi" "env UCILK_NODE_SIZE=1 $openmpi"; do
    check "deadlock, ${way#env }" 1 "deadlock: no task .* 3 gets wait for" "$promise" -- \
        timeout 60 $way "$program" deadlock
    check "a get too many, ${way#env }" 1 "$place: get of a future that is used up" -- \
        $way "$program" twice
    check "a long task, ${way#env }" 0 "^12$" -- $way "$program" busy 6
    check "main reads, ${way#env }" 0 "^120$" -- \
        bash -c '(sleep 4; echo x) | "$@"' - $way "$program" read
done

# On hosts, too.  Where there are more ranks than CPUs, Linux 6.18 may let some
# processes wait for 15 s and more for a CPU, so neither the heartbeat nor the
# watchdog may be in a hurry.
for way in "mpirun.openmpi -x UCILK_TEST_TIMEOUT -x UCILK_SILENCE" mpirun.mpich; do
    patient=("$hosts" 2x2 -- env UCILK_TEST_TIMEOUT=100 UCILK_SILENCE=200 $way "$program")
    check "deadlock, 2x2 hosts, ${way%% *}" 1 "deadlock: no task .* 3 gets wait for" "$promise" -- \
        "${patient[@]}" deadlock
    check "a long task, 2x2 hosts, ${way%% *}" 0 "^12$" -- "${patient[@]}" busy 6
done

# All but the first process stand still for a while.
wait
$nic "$program" busy 5 >"$scratch/out" 2>&1 &
for ((try = 0; try < 200; try++)); do # the ranks and their cards
    others=$(pgrep -f "^$program busy" | grep -vx $!) || true
    [ "$(wc -w <<<"$others")" -lt 5 ] || break
    sleep 0.1
done
kill -STOP $others
sleep 5
kill -CONT $others
wait $! && grep -qx 10 "$scratch/out" || fail "stopped ranks"
echo "ok stopped ranks, $(wc -w <<<"$others")"

! pgrep -f "^$program" || fail "processes are left"
verdict
