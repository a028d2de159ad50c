#!/bin/bash
# layers.sh BUILD: no layer of the runtime uses one above it, by include or
# by link.  The layers of each library are listed below, the lowest first.  From
# common/ the code above it is used only by names that seam/, words/ and the
# headers of common/ declare.  mpi.h is only under runtime/cluster/net/mpi and
# bench/peers, libclang only under tools/ucilkcc and tests/liar; ucilkcc uses no
# constants of libclang that differ between its versions.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:?layers.sh BUILD}" && pwd)
cd "$root"
cluster="common/base common/words common/arch common/trace
    cluster/base cluster/words cluster/net cluster/mem cluster/seam
    common/sched cluster/sched common/api common/report
    cluster/data cluster/check cluster/trace cluster/end cluster/start"
scale="common/base common/api serial scale"
race="common/base common/api serial race"
# The simulation stands above what it has of the library for clusters, which reaches
# it by clock.h, relax.h and its own headers alone.
sim="$cluster sim"
# Child stealing stands in the place of most of common/sched and cluster/sched.
child="common/base common/words common/arch common/trace
    cluster/base cluster/words cluster/net cluster/mem cluster/seam
    common/sched common/api child common/report
    cluster/data cluster/check cluster/trace cluster/end cluster/start sim"
one_machine="common/base common/words common/arch common/trace
    common/sched common/api common/report one_machine"
groups="common/base common/words cluster/base cluster/net common/arch common/trace
    common/sched common/api common/report one_machine group"
declare -A level
n_failed=0

fail() {
    echo "FAIL $*"
    n_failed=$((n_failed + 1))
}

layer_of() { # FILE below runtime/; into `layer'
    case $1 in
    one_machine/*) layer=one_machine ;;
    group/*) layer=group ;;
    serial/*) layer=serial ;;
    scale/*) layer=scale ;;
    race/*) layer=race ;;
    sim/*) layer=sim ;;
    child/*) layer=child ;;
    *) layer=${1%%/*} rest=${1#*/} layer=$layer/${rest%%/*} ;;
    esac
}

set_levels() { # LAYER...
    local l n=0
    level=()
    for l; do level[$l]=$((n++)); done
}

# --- Includes ---
n_files=0
check_includes() { # FOLDER... as find(1) takes them, with the levels set
    local file line included own layer
    while read -r file; do
        n_files=$((n_files + 1))
        layer_of "${file#runtime/}"
        own=$layer
        [ -n "${level[$own]-}" ] || { fail "$file: $own is not a layer"; continue; }
        while IFS=: read -r line included; do
            case $included in
            seam/kind.h) continue ;;
            sim/clock.h | sim/relax.h) continue ;; # chosen by UCI_SIM_BUILD
            seam/* | words/*) # the library's face, checked for itself
                [ "${level[$own]}" -ge "${level[common/trace]-${level[serial]-0}}" ] ||
                    fail "$file:$line: $own includes $included, of a higher layer"
                continue
                ;;
            */*) layer_of "$included" ;;
            *) fail "$file:$line: \"$included\" does not say its layer" && continue ;;
            esac
            if [ -z "${level[$layer]-}" ]; then
                fail "$file:$line: $layer is not a layer of this library"
            elif [ "${level[$layer]}" -gt "${level[$own]}" ]; then
                fail "$file:$line: $own includes $included, of a higher layer"
            fi
        done < <(grep -nE '^ *# *include *"' "$file" | sed -E 's/^([0-9]+):.*"(.*)".*/\1:\2/')
    done < <(find "$@" -name '*.[chS]' | sort)
}

# --- Symbols ---
check_symbols() { # LIBRARY'S OBJECTS, LEAST LINKS, FOLDERS OF HEADERS...
    local objects=$1 least=$2 name kind symbol owner layer own n=0
    local -A defined=() declared=()
    shift 2
    while read -r symbol; do declared[$symbol]=1; done < <(
        grep -rhoE --include='*.h' '\b(uci|ucilk)_[a-z0-9_]+' "$@" ucilk | sort -u)
    while read -r name kind symbol; do
        [ "$kind" = U ] || defined[$symbol]=$name
    done <"$work/symbols"
    while read -r name kind symbol; do
        owner=${defined[$symbol]-}
        [ "$kind" = U ] && [ -n "$owner" ] || continue
        [ "$owner" != race/libc.c ] || continue # stands in for libc
        [[ $owner = sim/cost.c && $symbol != uci_* ]] && continue # its clock and sleeps
        n=$((n + 1))
        layer_of "$name"
        own=$layer
        layer_of "$owner"
        [ "${level[$layer]}" -gt "${level[$own]}" ] || continue
        [[ $layer = sim || ($own =~ ^(common/|serial) && $layer != common/*) ]] &&
            [ -n "${declared[$symbol]-}" ] && continue
        fail "$name calls $symbol of $owner, of a higher layer"
    done <"$work/symbols"
    [ "$n" -ge "$least" ] || fail "only $n links between the objects in $objects"
    n_links=$((n_links + n))
}

list_symbols() { # LIBRARY'S OBJECTS: "source kind symbol" of each
    (
        cd "$build/runtime/CMakeFiles/$1.dir" &&
            find . -name '*.o' -printf '%P\n' | while read -r object; do
                [ ! -e "$root/runtime/${object%.o}" ] || # of a source that has gone
                    nm -g "$object" | sed -nE "s,^.* ([A-Za-z]) ([^ ]+)$,${object%.o} \1 \2,p"
            done
    ) >"$work/symbols"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n_links=0
# shellcheck disable=SC2086 # lists
set_levels $cluster
check_includes runtime/common runtime/cluster
list_symbols ucilk_cluster_parts
check_symbols ucilk_cluster_parts 100 runtime/common runtime/cluster/seam runtime/cluster/words
# shellcheck disable=SC2086
set_levels $one_machine
check_includes runtime/common runtime/one_machine
list_symbols ucilk
check_symbols ucilk 100 runtime/common runtime/one_machine/seam runtime/one_machine/words
# Of the library for clusters this has what opens a network, and calls main.
# shellcheck disable=SC2086
set_levels $groups
level[cluster/start]=${level[group]}
check_includes runtime/group
list_symbols ucilk_groups
check_symbols ucilk_groups 100 runtime/common runtime/one_machine/seam runtime/one_machine/words
# shellcheck disable=SC2086
set_levels $scale
check_includes runtime/serial runtime/scale
list_symbols ucilk_scale
check_symbols ucilk_scale 50 runtime/common runtime/scale
# shellcheck disable=SC2086
set_levels $race
check_includes runtime/serial runtime/race
list_symbols ucilk_race
check_symbols ucilk_race 50 runtime/common runtime/race
# shellcheck disable=SC2086
set_levels $sim
check_includes runtime/sim ! -name children.c
list_symbols ucilk_sim
check_symbols ucilk_sim 100 runtime/common runtime/cluster runtime/sim/clock.h runtime/sim/relax.h
# shellcheck disable=SC2086
set_levels $child
level[cluster/sched]=${level[child]} # where a worker stands
check_includes runtime/child runtime/sim/children.c
list_symbols ucilk_child_parts
check_symbols ucilk_child_parts 100 runtime/common runtime/cluster/seam runtime/cluster/words
list_symbols ucilk_child_sim
check_symbols ucilk_child_sim 100 runtime/common runtime/cluster runtime/sim/clock.h runtime/sim/relax.h

only_under() { # PATTERN FOLDER
    local hit
    while read -r hit; do
        [ -z "$hit" ] || fail "$hit: only under $2"
    done < <(grep -rnE --include='*.[ch]' --include='*.S' --include='*.in' \
        "^ *# *include *[<\"]$1" runtime ucilk macros tools tests examples \
        bench 2>/dev/null | grep -vE "^$2/" || true)
}
only_under 'mpi\.h' '(runtime/cluster/net/mpi|bench/peers)'
only_under 'clang-c/' '(tools/ucilkcc|tests/liar)'

# Of libclang's constants these have another value in some version: they cannot come from
# the headers of the build, where another version is loaded.
while read -r hit; do
    fail "$hit: its value differs between versions of libclang"
done < <(grep -rnE --include='*.[ch]' \
    '\bCX(Cursor_(TranslationUnit|Last(Expr|Stmt|Attr|ExtraDecl|Decl|Preprocessing|Ref|Invalid))|Type_LastBuiltin)\b' \
    tools/ucilkcc || true)

# Public headers include nothing of the runtime.
while read -r hit; do
    fail "$hit: a public header"
done < <(grep -nE '^ *# *include *"' ucilk/*.h macros/*.h || true)

[ $n_failed = 0 ] || exit 1
echo "ok includes of $n_files files and $n_links links between them point down the layers"
