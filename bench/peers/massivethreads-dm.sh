#!/usr/bin/env bash
# MassiveThreads/DM, threads in uni-address space over MPI-3's one-sided operations,
# built from its source tree; runs uth/examples/uts with a process a worker.
# PEERS_MPIRUN replaces `mpirun'; Open MPI wants `osc_ucx_acc_single_intrinsic' set.
set -euo pipefail
. "$(dirname "$0")/source.sh"
tree_name=MassiveThreads/DM
tree_files=(configure comm/src/mpi3/comm_base.cc uth/src/uni/worker.cc uth/examples/uts/Makefile.in)
tree_commands=(make mpicc mpicxx mpirun)
nodes_pattern='tree size = ([0-9]+)'
leaves_pattern='leaves = ([0-9]+)'
seconds_pattern='[ ,]time = ([0-9.]+)'

build_tree() { # FOLDER
    CFLAGS="-O3" CXXFLAGS="-O3" ./configure --with-comm-layer=mpi3 --prefix="$1/prefix" &&
        make && make install
}
# Its stacks are at equal addresses, and so must the program be.
run_tree() { # FOLDER WORKERS FLAG...
    local folder=$1 workers=$2; shift 2
    local launch; read -ra launch <<<"${PEERS_MPIRUN:-mpirun}"
    local fixed=(setarch "$(uname -m)" -R)
    [ ! -x "$folder/prefix/bin/madm_disable_aslr" ] || fixed=("$folder/prefix/bin/madm_disable_aslr")
    "${launch[@]}" -n "$workers" "${fixed[@]}" "$folder/tree/uth/examples/uts/uts" "$@"
}
main "$@"
