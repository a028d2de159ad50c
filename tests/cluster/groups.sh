#!/bin/bash
# groups.sh BUILD: groups on several nodes, over the simulated network, Open MPI and
# MPICH, and between hosts: results are right whatever leaves its node, mistakes are
# reported, and the job ends as it should.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
. "$here/common.sh"
at_once=2
export UCILK_TEST_TIMEOUT=60 UCILK_PLUGINS=$build/lib/ucilk
lang=$here/../lang
examples=$here/../../examples

# In keywords by the tool, in macros by the compiler alone, with delays at the
# protocols' points.
library=$build/lib/libucilk_groups_test.a
"$build/bin/ucilkcc" --ucilk-serial -O1 "$lang/groups.c" -o "$scratch/serial"
"$scratch/serial" >"$scratch/expected"
build_program() { # SOURCE NAME
    "$build/bin/ucilkcc" --ucilk-groups -g -O1 -c "$1" -o "$scratch/$2.o"
    cc "$scratch/$2.o" "$library" -pthread -ldl -lm -o "$scratch/$2"
}
build_program "$lang/groups.c" groups
"$lang/macros.py" "$scratch/macros" groups
cc -g -O2 -I"$build/include" -I"$lang" "$scratch/macros/groups_macros.c" "$library" -pthread -ldl -lm \
    -o "$scratch/groups_macros"
build_program "$here/programs/group_ends.c" ends
build_program "$examples/gfib.c" gfib
for name in gnqueens gmatmul gsort gwordcount; do
    build_program "$examples/$name.c" $name
done

: >"$scratch/empty"

# run NAME COMMAND...: prints what the serial elision prints.
run() {
    local name=$1
    shift
    # shellcheck disable=SC2016
    check "$name" 0 -- bash -c '"${@:2}" | diff "$1" -' - "$scratch/expected" "$@"
}

nic="env UCILK_TRANSPORT=nic"
openmpi="mpirun.openmpi --oversubscribe --bind-to none -n 3"
mpich="mpirun.mpich -n 3"
seed=1
run "one node" env "$scratch/groups"
run "one node, copies" env UCILK_TEST_GROUP=copy "$scratch/groups"
for mode in "" away copy; do
    for steal in "" always; do
        for way in "$nic UCILK_NODES=2 UCILK_NWORKERS=1" "$nic UCILK_NODES=3 UCILK_NWORKERS=2" \
            "$nic UCILK_NODES=2 UCILK_NWORKERS=2 UCILK_NIC_DELAY=100"; do
            for form in groups groups_macros; do
                run "$form${mode:+, $mode}${steal:+, forced steals}, ${way#env }" \
                    env UCILK_TEST_GROUP=$mode UCILK_TEST_STEAL=$steal \
                    UCILK_TEST_SEED=$seed $way "$scratch/$form"
                seed=$((seed + 1))
            done
        done
    done
done
for way in "$openmpi" "$mpich"; do
    run "groups, ${way%% *}" env UCILK_NWORKERS=2 $way "$scratch/groups"
    run "groups, away, ${way%% *}" env UCILK_NWORKERS=1 UCILK_TEST_GROUP=away $way \
        "$scratch/groups_macros"
done
for mpi in openmpi mpich; do
    check "gfib, two hosts, $mpi" 0 "^right" -- "$hosts" 2x1 -- mpirun.$mpi "$scratch/gfib" 27 17
    check "gnqueens, four hosts, $mpi" 0 "^right" -- \
        "$hosts" 4x1 -- mpirun.$mpi "$scratch/gnqueens" 9 2
done
for mode in "" away copy; do
    for policy in prefetch pull static switch; do
        way="env UCILK_TEST_GROUP=$mode UCILK_GROUPS=$policy $nic UCILK_NODES=3 UCILK_NWORKERS=1"
        check "gmatmul${mode:+, $mode}, $policy" 0 "^right" -- $way "$scratch/gmatmul" -n 150 -b 40
        check "gsort${mode:+, $mode}, $policy" 0 "^right" -- $way "$scratch/gsort" -n 200000
        check "gwordcount${mode:+, $mode}, $policy" 0 "^right" -- $way "$scratch/gwordcount" \
            -p 3000 -g 2 "$here"/*.sh "$scratch/empty"
    done
done
# An example whose tasks share memory, unchanged, as a group on another node: others are
# in stress/run.py --groups.  It writes variables of its own node: no warning is wanted.
"$build/bin/ucilkcc" --ucilk-groups -g -O1 -c "$here/programs/group_example.c" -o "$scratch/example.o"
"$build/bin/ucilkcc" --ucilk-groups -g -O1 -Wno-ucilk-group-write -Dmain=example_main \
    -c "$examples/lu.c" -o "$scratch/lu.o"
cc "$scratch/lu.o" "$scratch/example.o" "$library" -pthread -ldl -lm -o "$scratch/lu"
check "an example as a group" 0 "^right" "^on node 1 of 2" -- \
    env UCILK_TEST_GROUP=away UCILK_TEST_STEAL=always UCILK_TEST_SEED=$seed UCILK_NWORKERS=2 \
    $nic UCILK_NODES=2 "$scratch/lu" -n 100 -b 5
# A node may have more CPUs, and so workers, than another.
cpu=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
for mode in "" away; do
    check "nodes of unequal CPUs${mode:+, $mode}" 0 "^right" -- \
        env UCILK_TEST_GROUP=$mode mpirun.openmpi --oversubscribe --bind-to none -n 3 \
        "$here/by_rank.sh" "$scratch/gnqueens" 9 2 + taskset -c "$cpu" "$scratch/gnqueens" 9 2 + \
        "$scratch/gnqueens" 9 2
done
# Idle nodes get groups, also where workers nap at once, since there are more than CPUs.
for workers in 1 2 8; do
    check "groups go to idle nodes of $workers" 0 "^right" "groups sent to other nodes +[1-9]" -- \
        env UCILK_STATS=all UCILK_NWORKERS=$workers $nic UCILK_NODES=2 "$scratch/gnqueens" 13 2
done
# What each node has counted: every group runs on one of them.
count='$1 == "node" { n++; made += $3; run += $4; sent += $5; recalled += $6; waited += $8 }
    END { print n " nodes, " (made == run && made > 50 ? "all run" : made " made, " run " run") \
          (recalled <= sent && recalled > 0 && waited > 0 ? ", good" : ", bad") }'
# shellcheck disable=SC2016
for stats in 1 all; do
    check "UCILK_STATS=$stats of three nodes" 0 "^3 nodes, all run, good" -- \
        env UCILK_STATS=$stats UCILK_NWORKERS=1 $nic UCILK_NODES=3 \
        bash -c '"$1" 12 2 2>&1 | awk "$2"' - "$scratch/gnqueens" "$count"
done
for workers in 1 2; do
    check "groups go again to nodes of $workers that were idle" 0 "^again 4 of 4" -- \
        env UCILK_NWORKERS=$workers $nic UCILK_NODES=4 "$scratch/ends" again
done
# A few have left, where node 0 was slow.
for order in one_by_one in_order; do
    check "a get runs its group in place, $order" 0 "at a sync, [0-9]{1,2} at a get" -- \
        env UCILK_STATS=1 UCILK_NWORKERS=1 $nic UCILK_NODES=2 "$scratch/ends" $order
done
check "marks" 0 "^right" -- env UCILK_GROUP_LOW=3 UCILK_GROUP_HIGH=8 $nic UCILK_NODES=3 \
    "$scratch/gnqueens" 9 3
check "the low mark above the high one" 1 "UCILK_GROUP_LOW=9.* is above UCILK_GROUP_HIGH=2" -- \
    env UCILK_GROUP_LOW=9 UCILK_GROUP_HIGH=2 $nic "$scratch/gnqueens" 5 1
check "100,000 groups" 0 "^many right" -- env $nic UCILK_NODES=3 UCILK_NWORKERS=1 \
    "$scratch/ends" many 100000

# --- Ends ---

for way in "$nic UCILK_NODES=3 UCILK_NWORKERS=1" "env UCILK_NWORKERS=1 $openmpi" \
    "env UCILK_NWORKERS=1 $mpich"; do
    name=${way#env }
    away="env UCILK_TEST_GROUP=away $way"
    check "exit in a group, $name" 7 "!ucilk" -- $away "$scratch/ends" exit
    check "exit in main, $name" 5 "!ucilk" -- $way "$scratch/ends" main_exit
    check "futures left behind, $name" 0 "^main returns" "^left [0-9]+ on" -- $away \
        "$scratch/ends" left
    check "exit in a future left behind, $name" 3 "^main returns" "!ucilk" -- $away \
        "$scratch/ends" left_exit
    check "exit while bytes are sent, $name" 5 "!ucilk" -- $away "$scratch/ends" bytes_exit
    check "a node is killed, $name" "[1-9][0-9]*" -- $away "$scratch/ends" kill
    check "a node is stopped, $name" 1 \
        "rank 1 on host .* not been heard of for 2 s by rank 2 .* process [0-9]+ is stopped" -- \
        env UCILK_SILENCE=2 $away "$scratch/ends" stop
done
one="$nic UCILK_NODES=2 UCILK_NWORKERS=1"
check "exit while another task holds stdout" 9 "!ucilk" -- \
    env UCILK_TEST_GROUP=away $nic UCILK_NODES=2 UCILK_NWORKERS=2 "$scratch/ends" held
check "a group in a thread of the program" 0 "^thread 42" -- $one "$scratch/ends" thread
check "bytes above a thread's stack" 0 "^sum 0" -- "$scratch/ends" below
check "a fork of main" 0 "^child 42 of 1" "^parent 42 of 2" -- $one "$scratch/ends" fork
check "deadlock on node 0" 1 "deadlock: no task can run any more" -- $one "$scratch/ends" deadlock
check "no deadlock while a group is away" 0 "^slept" -- env UCILK_TEST_GROUP=away $one \
    "$scratch/ends" sleep

# --- Mistakes ---

for way in "env UCILK_NWORKERS=2" "$one"; do
    check "bytes on a stack, ${way#env }" 1 "the group of .sum. is given bytes that lie on a stack" -- \
        $way "$scratch/ends" stack
done
check "a result that is an argument's" 1 "returns bytes that are its arguments'" -- \
    env UCILK_TEST_GROUP=away $one "$scratch/ends" same
check "a result's bytes twice" 1 "twice_the_same. returns the same bytes twice" -- \
    env UCILK_TEST_GROUP=away $one "$scratch/ends" twice
check "bytes without end" 1 "no memory for 18446744073709551615 bytes of groups" -- \
    env UCILK_TEST_GROUP=away $one "$scratch/ends" huge
check "a reducer of the file" 1 "has updated a reducer that it has not declared itself" -- \
    env UCILK_TEST_GROUP=away $one "$scratch/ends" reducer
cp "$scratch/ends" "$scratch/other"
printf x >>"$scratch/other"
check "two programs" 1 "node 1 runs another program than node 0" -- \
    mpirun.openmpi --oversubscribe -n 2 "$here/by_rank.sh" "$scratch/ends" left + "$scratch/other" left
wait
[ ! -e "$scratch/failures" ]
