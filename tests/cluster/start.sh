#!/bin/bash
# start.sh BUILD: a program starts and ends as ranks of mpirun, on one machine,
# and says so if it cannot.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
. "$here/common.sh"
at_once=2
export UCILK_TEST_TIMEOUT=100
openmpi="mpirun.openmpi --oversubscribe"
mpich=mpirun.mpich
bin=$scratch/bin
mkdir "$bin"

for name in child data exit large regions; do
    "$build/bin/ucilkcc" --ucilk-cluster -Wno-ucilk-shared-write -O1 "$here/programs/$name.c" -o "$bin/$name"
done
"$build/bin/ucilkcc" --ucilk-cluster -O2 -fstack-protector-all "$here/programs/data.c" -o "$bin/protected"
"$build/bin/ucilkcc" --ucilk-cluster -O2 -no-pie "$here/programs/data.c" -o "$bin/no_pie"
"$build/bin/ucilkcc" --ucilk-cluster -O1 "$here/../../examples/fib.c" -o "$bin/fib"
"$build/bin/ucilkcc" --ucilk-cluster -O1 "$here/../trace/program.c" -o "$bin/program"
cc -O1 "$here/../fault/confine.c" -o "$bin/confine"
refuse="$bin/confine personality EPERM"

# --- What main writes; the end ---

# ends WAY CRASHED LAUNCHER...: also, what main prints comes in its order.
ends() {
    local way=$1 crashed=$2
    shift 2
    # MPICH may put what one rank prints into a line of another's.
    # shellcheck disable=SC2016
    check "$way exit" 7 "main.*handler" "leaves" "!not reached" -- \
        bash -o pipefail -c '"$@" 2>&1 | tr "\n" " "' - "$@" "$bin/exit"
    check "$way crash" "$crashed" "SIGSEGV at address 0x8 " -- "$@" "$bin/program" crash_away
}

for way in "$openmpi -n 3" "env UCILK_NODE_SIZE=1 $openmpi -n 3" "$mpich -n 3" \
    "env UCILK_TRANSPORT=nic UCILK_NWORKERS=3"; do
    short=${way/ --oversubscribe/}
    crashed=139
    [[ $way != *mpich* ]] || crashed='139|9' # hydra kills the others
    for program in data protected no_pie; do
        check "$short $program" 0 "^wrong 0$" -- \
            env UCILK_SILENCE=29 $way "$bin/$program" one "two words"
    done
    check "$short large" 0 "^wrong 0$" -- $way "$bin/large"
    ends "$short" "$crashed" $way
done
for way in "mpirun.openmpi -x UCILK_SILENCE=29" "env UCILK_SILENCE=29 $mpich"; do
    crashed=139
    [[ $way != *mpich* ]] || crashed='139|9'
    short="1+2+1 hosts, ${way/ UCILK_SILENCE=29/}"
    check "$short data" 0 "^wrong 0$" -- $hosts 1+2+1 -- $way "$bin/data" one "two words"
    ends "$short" "$crashed" $hosts 1+2+1 -- $way
done

nic="env UCILK_TRANSPORT=nic UCILK_NWORKERS=3"
check "exit in a child of a task" 7 "^leaves$" "^handler$" -- $nic "$bin/exit" fork
for way in "$nic" "env UCILK_NWORKERS=3"; do
    check "exit while a thread holds stdin: $way" 7 "^leaves$" -- timeout 30 $way "$bin/exit" held
    check "end while a thread holds stdin: $way" 8 -- timeout 30 $way "$bin/exit" end
done

# --- Statistics ---

apart="env UCILK_STATS=all UCILK_NODE_SIZE=1"
cpu=$(taskset -cp $$ | sed -E 's/.*: *([0-9]+).*/\1/')
check "futures never got" 0 "workers  *3$" "futures never got  *24$" \
    "one of them: the future of .leaf. " -- $apart $openmpi -n 3 "$bin/regions" left 1 0.02
check "the end asks for nothing" 0 "never spawned" "gets from other nodes  *0$" -- \
    env UCILK_STEAL=message $apart $openmpi -n 3 "$bin/fib" 1
check "workers of a node that share a CPU" 0 "limited: 3 workers shared 1 CPUs" -- \
    env UCILK_STATS=1 taskset -c $cpu $openmpi --bind-to none -n 3 "$bin/fib" 20
check "workers of other nodes share no CPU" 0 "workers  *3$" "! shared " -- \
    taskset -c $cpu $apart $openmpi --bind-to none -n 3 "$bin/fib" 20

# --- Which transport ---

check "one rank" 0 "workers  *1$" "= 832040" -- \
    env UCILK_STATS=all $openmpi -n 1 "$bin/fib" 30
check "one rank of MPICH" 0 "workers  *1$" "= 832040" -- \
    env UCILK_STATS=all $mpich -n 1 "$bin/fib" 30
check "one rank opens no MPI" 1 -- \
    bash -c "LD_DEBUG=files $openmpi -n 1 $bin/fib 20 2>&1 | grep 'calling init.*libmpi'"
check "no launcher opens no MPI" 1 -- \
    bash -c "LD_DEBUG=files $bin/fib 20 2>&1 | grep 'calling init.*libmpi'"
check "inside an allocation" 0 "= 6765" -- \
    env SLURM_JOB_ID=1 SLURM_NTASKS=8 SLURM_PROCID=0 "$bin/fib" 20
check "srun without MPI" 1 "Slurm has started 4 tasks that do not know.*srun --mpi=pmix" -- \
    env SLURM_JOB_ID=1 SLURM_STEP_NUM_TASKS=4 "$bin/fib" 20
check "shm all the same" 0 "= 6765" -- \
    env UCILK_TRANSPORT=shm SLURM_STEP_NUM_TASKS=4 "$bin/fib" 20
check "shm under mpirun" 0 "= 6765" -- env UCILK_TRANSPORT=shm $openmpi -n 2 "$bin/fib" 20
check "MPI of another launcher" 1 "launcher has started 2 ranks, but .* sees only one" -- \
    env UCILK_MPI=openmpi $mpich -n 2 "$bin/fib" 20
check "Open MPI with MPICH's plug-in" 1 "launcher has started 2 ranks, but MPICH .* sees only one" -- \
    env UCILK_MPI=mpich $openmpi -n 2 "$bin/fib" 20
check "no plug-in" 1 "cannot open the plug-in for Open MPI.*UCILK_PLUGINS" -- \
    env UCILK_PLUGINS=/nowhere $openmpi -n 2 "$bin/fib" 20
check "a wrong word" 1 "UCILK_TRANSPORT=tcp: allowed is auto, shm, mpi, nic" -- \
    env UCILK_TRANSPORT=tcp "$bin/fib" 20
check "mpi without a launcher" 1 "UCILK_TRANSPORT=mpi, but Open MPI .* knows of no other rank" -- \
    env UCILK_TRANSPORT=mpi "$bin/fib" 20
check "too many ranks" 1 "OMPI_COMM_WORLD_SIZE=131073: a job has 131072 ranks at most" -- \
    env OMPI_COMM_WORLD_SIZE=131073 "$bin/fib" 20

# --- What is said of it ---

# says NAME TEXT COMMAND...: on the line about the transport.
says() {
    local name=$1 text=$2
    shift 2
    check "said: $name" 0 "^ucilk: transport $text" -- env UCILK_VERBOSE=1 "$@" "$bin/fib" 20
}
says shm "shm: 3 workers; because no launcher .* has started it$" env UCILK_NWORKERS=3
says idle "shm: .*; because UCILK_TRANSPORT says so; of no effect: UCILK_NODE_SIZE, UCILK_ATOMICS, UCILK_STEAL$" \
    env UCILK_TRANSPORT=shm UCILK_STEAL=message UCILK_ATOMICS=am UCILK_NODE_SIZE=1
says "one rank" "shm: 1 worker; because OMPI_COMM_WORLD_SIZE=1, and one rank is one worker$" $openmpi -n 1
says nic "nic .*: 2 ranks, 1 on this node; stack 256 MiB each; because UCILK_TRANSPORT says so$" \
    env UCILK_TRANSPORT=nic UCILK_NWORKERS=2
says "one of nic" "shm: 1 worker; because UCILK_TRANSPORT=nic is for two workers and more$" \
    env UCILK_TRANSPORT=nic UCILK_NWORKERS=1
says mpi "mpi \(Open MPI [0-9.]+.*\): 2 ranks, 2 on this node; stack 256 MiB each; because OMPI_COMM_WORLD_SIZE=2$" \
    $openmpi -n 2
says mpich "mpi \(MPICH [0-9.]+.*\): 2 ranks, 2 .*; because PMI_SIZE=2; of no effect: UCILK_NWORKERS$" \
    env UCILK_NWORKERS=5 $mpich -n 2
# Without a card no window is made that would not be used.
for way in "$openmpi" "$mpich"; do
    far="env UCILK_NODE_SIZE=1 UCILK_VERBOSE=1"
    check "said: no window, ${way%% *}" 0 "no one-sided operations here that progress" "= 6765" -- \
        $far $way -n 2 "$bin/fib" 20
    said="gets and puts by the network, steals onesided"
    [[ $has_window$way != no*openmpi* ]] ||
        said="^ucilk: Open MPI 5[.0-9]*, pml ob1 can make no window for one-sided operations"
    check "said: a window, ${way%% *}" 0 "$said" "= 6765" -- \
        $far UCILK_ATOMICS=assist UCILK_STEAL=onesided $way -n 2 "$bin/fib" 20
done
check "said: what MPI is given" 0 "set for MPI:.* OMPI_MCA_pml=ob1" "!set for MPI:.*UCX_LOG_LEVEL" -- \
    env UCILK_VERBOSE=1 UCX_LOG_LEVEL=fatal $openmpi -n 2 "$bin/fib" 20

# --- A program that a rank starts ---

for way in "$openmpi -n 2" "$mpich -n 2" "setarch -R $openmpi -n 2"; do
    short=${way/ --oversubscribe/}
    check "$short a program of a rank" 0 "^ucilk: transport shm: .*; because a rank has started it" \
        "= 6765" "^child of 7: 0$" -- $way "$bin/child" "UCILK_VERBOSE=1 $bin/fib 20"
    check "$short its name" 0 "^child$" -- $way "$bin/child" "cat /proc/\$PPID/comm"
done
check "a job of a rank" 0 "^ucilk: transport mpi .*: 3 ranks" "= 6765" "^child of 7: 0$" -- \
    $mpich -n 2 "$bin/child" "UCILK_VERBOSE=1 $mpich -n 3 $bin/fib 20"

# --- The options of all ranks ---

by_message="env UCILK_STEAL=message UCILK_ATOMICS=assist"
check "options of rank 0" 0 "= 6765" -- \
    $openmpi -n 2 "$here/by_rank.sh" $by_message "$bin/fib" 20 + "$bin/fib" 20
check "options of rank 1" 0 "= 6765" "steals by message: because all ranks" -- \
    $openmpi -n 2 "$here/by_rank.sh" env UCILK_VERBOSE=1 "$bin/fib" 20 + $by_message "$bin/fib" 20

# --- Atomics that are not the CPUs' ---

torn="UCILK_ATOMICS=native, but the atomics of .* are not atomic with the CPUs'"
for steal in auto onesided; do
    native="env UCILK_NODE_SIZE=1 UCILK_ATOMICS=native UCILK_STEAL=$steal"
    check "native, MPICH, steals $steal" 1 "$torn: (they are|in the self-test)" "!= 6765" -- \
        $native $mpich -n 2 "$bin/fib" 20
    if [ $has_window = yes ]; then
        check "native, Open MPI, steals $steal" 0 "= 6765" "!not atomic" -- \
            $native $openmpi -n 2 "$bin/fib" 20
    else
        check "native, Open MPI without a window, steals $steal" 1 "!= 6765" \
            "UCILK_ATOMICS=native, but Open MPI 5.* has no one-sided operations here; use auto" -- \
            $native $openmpi -n 2 "$bin/fib" 20
    fi
    # On a machine that is busy a self-test may see nothing, or not draw enough
    # tickets to tell: of ten one does not.
    # shellcheck disable=SC2016
    check "native, a card of its own, steals $steal" 1 \
        "$torn: in the self-test|^ucilk: UCILK_ATOMICS=native, but the self-test could not" -- \
        bash -c 'for ((i = 0; i < 10; i++)); do "$@" || exit; done' - \
        $native $nic UCILK_NIC_ATOMICS=own "$bin/fib" 20
done

# --- Equal addresses ---

check "another program" 1 "another program: copy the same file" -- \
    $openmpi -n 2 "$here/by_rank.sh" "$bin/data" + "$bin/fib" 20
check "personality refused" 1 "other addresses of code: allow personality" -- \
    $refuse $openmpi -n 2 "$bin/fib" 20
check "personality not needed" 0 "= 6765" -- \
    setarch -R $refuse $openmpi -n 2 "$bin/fib" 20

# --- A limit on the size of files, which is not meant for shared memory ---
# Below these MPI ends by the signal itself.

check "a soft ulimit -f" 0 "= 6765" -- bash -c "ulimit -Sf 100000; $openmpi -n 2 $bin/fib 20"
check "a hard ulimit -f" 1 "cannot make the memory .*raise RLIMIT_FSIZE \(ulimit -f\)" -- \
    bash -c "ulimit -f 1000000; $openmpi -n 2 $bin/fib 20"

# --- Nothing is left ---

wait
! pgrep -f "^$bin/" || fail "processes are left"
verdict
