# Sourced by the scripts of peers that are built from a source tree.  Each is called
#   NAME.sh build TREE FOLDER      copies TREE into FOLDER and builds it there, unless
#                                  it has been: remove FOLDER to build it again
#   NAME.sh run FOLDER WORKERS NODES LEAVES FLAG...
#                                  searches uts's tree of the flags, and prints the
#                                  seconds if its nodes and leaves are as many
# and sets tree_name, tree_files (which tell that a tree is what it should be) and
# tree_commands (which it needs) and has functions build_tree, in the copy, and
# run_tree, which prints what the program says.

say() { echo "$(basename "$0"): $*" >&2; }
die() { say "$*"; exit 1; }

# found_in FILE PATTERN: the first group of the extended regular expression.
found_in() {
    local line
    while IFS= read -r line; do
        if [[ $line =~ $2 ]]; then
            echo "${BASH_REMATCH[1]}"
            return
        fi
    done <"$1"
}

build() { # TREE FOLDER
    local tree=$1 folder=$2 file command
    for file in "${tree_files[@]}"; do
        [ -e "$tree/$file" ] || die "$tree is not the source of $tree_name: it has no $file"
    done
    for command in "${tree_commands[@]}"; do
        command -v "$command" >/dev/null || die "$tree_name needs $command, which is not in PATH"
    done
    [ "$(cat "$folder/built" 2>/dev/null)" != "$tree" ] || return 0
    rm -rf "$folder"
    mkdir -p "$folder"
    echo "building $tree_name from $tree; its output goes to $folder/log"
    cp -a "$tree" "$folder/tree"
    (cd "$folder/tree" && build_tree "$folder") >"$folder/log" 2>&1 </dev/null || {
        tail -n 20 "$folder/log" >&2
        die "$tree_name does not build; all of its output is in $folder/log"
    }
    echo "$tree" >"$folder/built"
}

# geometric FLAG VALUE...: into branch, seed and depth; only those trees that all
# have: -t 1 -a 3.
geometric() {
    local type= shape=
    while [ $# -gt 1 ]; do
        case $1 in
        -t) type=$2 ;;
        -a) shape=$2 ;;
        -b) branch=$2 ;;
        -r) seed=$2 ;;
        -d) depth=$2 ;;
        *) die "$tree_name has no flag $1 here" ;;
        esac
        shift 2
    done
    [ "$type $shape" = "1 3" ] || die "only geometric trees of a fixed shape: -t 1 -a 3"
}

# expect WHAT NUMBER PATTERN OUTPUT: the program printed this number.
expect() {
    local found; found=$(found_in "$4" "$3")
    [ "$found" = "$2" ] || { cat "$4" >&2; die "wrong: ${found:-no number of} $1, should be $2"; }
}

run() { # FOLDER WORKERS NODES LEAVES FLAG...
    local folder=$1 workers=$2 nodes=$3 leaves=$4 said seconds status=0; shift 4
    [ -e "$folder/built" ] || die "$tree_name is not built in $folder"
    geometric "$@"
    said=$folder/said
    run_tree "$folder" "$workers" "$@" >"$said" 2>&1 </dev/null || status=$?
    [ $status = 0 ] || { cat "$said" >&2; die "$tree_name ends with status $status"; }
    [ -z "$nodes_pattern" ] || expect nodes "$nodes" "$nodes_pattern" "$said"
    [ -z "$leaves_pattern" ] || expect leaves "$leaves" "$leaves_pattern" "$said"
    seconds=$(found_in "$said" "$seconds_pattern")
    [ -n "$seconds" ] || { cat "$said" >&2; die "$tree_name prints no time"; }
    echo "$seconds"
}

main() {
    case ${1-} in
    build | run) "$@" ;;
    *) die "build TREE FOLDER, or run FOLDER WORKERS NODES LEAVES FLAG..." ;;
    esac
}
