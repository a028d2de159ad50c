#!/bin/bash
# slurm.sh BUILD: under a Slurm of one host, which this script sets up and takes
# down again.  tools/test.sh does not run it, since it needs root, and
#   apt-get install --no-install-recommends slurm-wlm munge libpmix2
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
if [ "${1---help}" = --help ]; then
    sed -n '2,4s/^# \{0,1\}//p' "$0"
    exit 2
fi
build=$(cd "$1" && pwd)
[ "${2-}" = --inside ] ||
    exec unshare --mount --pid --fork --kill-child --mount-proc "$0" "$build" --inside
. "$here/common.sh"

# --- A Slurm of this host alone ---

host=$(hostname -s)
export SLURM_CONF=$scratch/slurm.conf
chmod 755 "$scratch"
mkdir "$scratch/munge" "$scratch/state" "$scratch/spool"
head -c 1024 /dev/urandom >"$scratch/munge/key"
chmod 400 "$scratch/munge/key"
cat >"$SLURM_CONF" <<EOF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=$scratch/munge/socket
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=4
PartitionName=all Nodes=$host Default=YES OverSubscribe=FORCE:4
SlurmdParameters=config_overrides
EOF
munged --key-file "$scratch/munge/key" --socket "$scratch/munge/socket" \
    --pid-file "$scratch/munge/pid" --log-file "$scratch/munge/log" \
    --seed-file "$scratch/munge/seed" --force &&
    slurmctld -L "$scratch/slurmctld.log" && slurmd -L "$scratch/slurmd.log" || {
    echo "no Slurm here" >&2
    exit 1
}
for _ in {1..50}; do
    timeout 10 srun true 2>/dev/null && break
    sleep 0.2
done

# --- How programs run there ---

cat >"$scratch/task.c" <<'EOF'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <ucilk/ucilk.h>

static long task(long i, int mode)
{
    if (i == 1 && mode == 'e')
        exit(7);
    if (i == 1 && mode == 'k')
        kill(getpid(), SIGKILL);
    usleep(200000);
    return i;
}

int main(int argc, char **argv)
{
    int mode = argc > 1 ? argv[1][0] : 0;
    long a = spawn task(0, mode);
    long b = spawn task(1, mode);
    long c = spawn task(2, mode);
    sync;
    printf("right: %ld\n", a + b + c);
    return 3;
}
EOF
program=$scratch/task
"$build/bin/ucilkcc" --ucilk-cluster -O2 "$scratch/task.c" -o "$program" || exit 1
"$build/bin/ucilkcc" --ucilk-cluster -O2 "$here/../../examples/fib.c" -o "$scratch/fib" || exit 1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 UCILK_VERBOSE=1

for mpi in pmix pmi2; do # Open MPI's, MPICH's
    ranks="transport mpi \((Open MPI|MPICH).*: 2 ranks"
    check "srun --mpi=$mpi" 3 "$ranks" "^right: 3" -- timeout 20 srun --mpi=$mpi -n 2 "$program"
    check "srun --mpi=$mpi, exit in a task" 7 "code 7" -- timeout 20 srun --mpi=$mpi -n 2 "$program" e
    check "srun --mpi=$mpi, a rank is killed" 137 "Killed" -- timeout 20 srun --mpi=$mpi -n 2 "$program" k
    check "srun --mpi=$mpi, each a node" 3 "^right: 3" -- \
        timeout 20 env UCILK_NODE_SIZE=1 srun --mpi=$mpi -n 2 "$program"
done
check "srun without PMI" 1 "Slurm has started 2 tasks that do not know" -- timeout 20 srun -n 2 "$program"
check "one task" 3 "^right: 3" -- timeout 20 srun -n 1 "$program"
check "in a job's shell, one machine" 3 "^right: 3" -- timeout 20 salloc -Q -n 2 "$program"
check "in a job, mpirun" 3 "transport mpi \(Open MPI.*: 2 ranks" -- timeout 20 salloc -Q -n 2 mpirun.openmpi "$program"
check "in a job, mpiexec" 3 "transport mpi \(MPICH.*: 2 ranks" -- timeout 20 salloc -Q -n 2 mpiexec.mpich "$program"
(sleep 4; scancel -u root) &
check "scancel" ".*" "aborted|CANCELLED" -- timeout 20 srun --mpi=pmix -n 2 "$scratch/fib" 60
sleep 1
! pgrep -x 'task|fib' >"$scratch/out" || fail "processes are left"
verdict
