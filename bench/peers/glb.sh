#!/usr/bin/env bash
# GLB, X10's library of global load balancing by lifelines, built from X10's source
# tree with its C++ backend; runs samples/GLB/uts with a place a worker.  X10 is built
# unless it is in the tree already.  PEERS_X10RT replaces its network, `sockets'.
set -euo pipefail
. "$(dirname "$0")/source.sh"
tree_name="X10 with GLB"
sample=x10.dist/samples/GLB/uts
tree_files=(x10.dist/build.xml x10.runtime/src-x10/x10/glb/GLB.x10 $sample/UTSG.x10 $sample/brg_sha1.c)
tree_commands=(ant javac g++)
nodes_pattern='Myresult: ([0-9]+)'
leaves_pattern=''
seconds_pattern='Process time\(s\):([0-9.eE-]+)'

build_tree() { # FOLDER
    [ -x x10.dist/bin/x10c++ ] ||
        (cd x10.dist && ant -Davailable.procs="$(nproc)" -Doptimize=true -DNO_CHECKS=true dist) || return
    [ -x x10.dist/bin/x10c++ ] || { echo "ant has made no x10.dist/bin/x10c++"; return 1; }
    local compiler=$PWD/x10.dist/bin/x10c++
    cd $sample && "$compiler" -O -NO_CHECKS -x10rt "${PEERS_X10RT:-sockets}" -o "$1/uts" UTSG.x10
}
# -v 3: the result and the times.
run_tree() { # FOLDER WORKERS FLAG...
    X10_NPLACES=$2 X10_NTHREADS=1 "$1/uts" -b "$branch" -r "$seed" -d "$depth" -v 3
}
main "$@"
