#!/usr/bin/env bash
# SAWS, work stealing over OpenSHMEM by Larkins, built from its source tree; runs
# examples/uts with its own queue (-Q H) and a process a worker.  It needs an
# OpenSHMEM 1.5 with oshcc, oshc++ and oshrun.  PEERS_OSHRUN replaces `oshrun'.
set -euo pipefail
. "$(dirname "$0")/source.sh"
tree_name=SAWS
tree_files=(tc.mk libtc/collection-saws.c examples/uts/Makefile examples/uts/uts_iter_driver.cc)
tree_commands=(make oshcc oshc++ oshrun)
nodes_pattern='Tree size = ([0-9]+)'
leaves_pattern='num leaves = ([0-9]+)'
seconds_pattern='Wallclock time = ([0-9.]+)'

# Its own flags make errors of a newer compiler's warnings.
build_tree() {
    local flags="-O3 -rdynamic -D_XOPEN_SOURCE=700 -D_BSD_SOURCE -D_DEFAULT_SOURCE -msse4.2"
    make -C examples/uts uts-scioto GCFLAGS="$flags" GCXXFLAGS="$flags"
}
run_tree() { # FOLDER WORKERS FLAG...
    local folder=$1 workers=$2; shift 2
    local launch; read -ra launch <<<"${PEERS_OSHRUN:-oshrun}"
    "${launch[@]}" -n "$workers" "$folder/tree/examples/uts/uts-scioto" -Q H "$@"
}
main "$@"
