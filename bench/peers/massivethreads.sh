#!/usr/bin/env bash
# MassiveThreads, a library of threads for one machine, built from its source tree.
# It is only built here: bench/peers.sh compiles its programs, which use mtbb.
set -euo pipefail
. "$(dirname "$0")/source.sh"
tree_name=MassiveThreads
tree_files=(configure src/myth_worker.c src/mtbb/task_group.h include/myth/myth.h)
tree_commands=(make cc)
nodes_pattern='' leaves_pattern='' seconds_pattern=''

build_tree() { # FOLDER
    ./configure --prefix="$1/prefix" CFLAGS=-O3 && make && make install || return
    [ -e "$1/prefix/include/mtbb/task_group.h" ] ||
        cp -R src/mtbb "$1/prefix/include/"
}
run_tree() {
    die "bench/peers.sh runs its programs itself"
}
main "$@"
