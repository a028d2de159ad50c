#!/bin/bash
# by_rank.sh COMMAND... [+ COMMAND...]...: under Open MPI's mpirun rank n is the nth
# command, as with `mpirun -n 1 COMMAND : -n 1 COMMAND', by which the mpirun of Open MPI
# 5.0.7 is killed: `mpirun -n 1 true : -n 1 true' ends with 139.
set -euo pipefail
for ((n = OMPI_COMM_WORLD_RANK; n > 0; n--)); do
    while [ "$1" != + ]; do shift; done
    shift
done
command=()
while [ $# != 0 ] && [ "$1" != + ]; do
    command+=("$1")
    shift
done
exec "${command[@]}"
