#!/usr/bin/env bash
# Charm++, built from its source tree for one machine; runs the unbalanced tree search
# of its state space search engine.  That prints leaves, and no nodes.  Below a level
# of the tree, PEERS_CHARM_LEVEL (7), a task goes on alone.
set -euo pipefail
. "$(dirname "$0")/source.sh"
tree_name=Charm++
search=examples/charm++/state_space_searchengine
tree_files=(build src/ck-core $search/searchengineLib/searchEngine.C $search/UnbalancedTreeSearch_SE/searchEngineAPI.C)
tree_commands=(make g++)
nodes_pattern=''
leaves_pattern='([0-9]+) solutions are found in'
seconds_pattern='solutions are found in ([0-9.]+) sec'

build_tree() {
    ./build charm++ multicore-linux-x86_64 --with-production -j"$(nproc)" &&
        make -C $search/searchengineLib &&
        make -C $search/UnbalancedTreeSearch_SE main \
            OPTS="-DBRG_C99_TYPES -I../searchengineLib -L../searchengineLib"
}
# Its flags begin with M, since Charm++ takes those with a hyphen for its own.
run_tree() { # FOLDER WORKERS FLAG...
    local folder=$1 workers=$2; shift 2
    "$folder/tree/$search/UnbalancedTreeSearch_SE/main" "+p$workers" "${PEERS_CHARM_LEVEL:-7}" "${@/#-/M}"
}
main "$@"
