#!/bin/bash
# layers.sh [BUILD]: the directions of includes: in the runtime
#   base < arch < trace < net < mem < sched < api < start < report
# each includes only what is left of it, itself, seam/ and <ucilk/...>; what a
# library has for itself (cluster/, threads/) may include all of them; mpi.h only
# under runtime/net/mpi, libclang only under tools/ucilkcc.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
layers=(base arch trace net mem sched api start report)
n_failed=0

fail() {
    echo "FAIL $*"
    n_failed=$((n_failed + 1))
}

level() { # of a folder; empty for none
    local i
    for i in "${!layers[@]}"; do
        [ "${layers[i]}" != "$1" ] || echo "$i"
    done
}

n_files=0
while read -r file; do
    n_files=$((n_files + 1))
    own=$(cut -d/ -f2 <<<"$file")
    own_level=$(level "$own")
    case $own in cluster | threads) own_level=99 ;; esac
    [ -n "$own_level" ] || fail "$file: $own is not a layer"
    while IFS=: read -r line included; do
        folder=${included%%/*}
        included_level=$(level "$folder")
        case $folder in
        seam) included_level=0 ;;
        cluster) # the names of the cluster library, for what only it has
            case $own in base | arch | trace | sched | api | report | threads) included_level=99 ;; *) included_level=0 ;; esac ;;
        threads) included_level=99 ;;
        esac
        if [ "$folder" = "$included" ]; then
            fail "$file:$line: \"$included\" does not say its layer"
        elif [ -z "$included_level" ]; then
            fail "$file:$line: $folder is not a layer"
        elif [ "$included_level" -gt "${own_level:-0}" ]; then
            fail "$file:$line: $own includes $included, of a higher layer"
        fi
    done < <(sed -nE '/^ *# *include *"/{=;s/.*"(.*)".*/\1/p}' "$file" |
        paste -d: - -)
done < <(find runtime -name '*.[chS]' | sort)

only_under() { # PATTERN FOLDER
    local hit
    while read -r hit; do
        [ -z "$hit" ] || fail "$hit: only under $2"
    done < <(grep -rnE --include='*.[ch]' --include='*.S' --include='*.in' \
        "^ *# *include *[<\"]$1" runtime ucilk macros tools tests examples \
        bench 2>/dev/null | grep -v "^$2/" || true)
}
only_under 'mpi\.h' runtime/net/mpi
only_under 'clang-c/' tools/ucilkcc

# Public headers include nothing of the runtime.
while read -r hit; do
    fail "$hit: a public header"
done < <(grep -nE '^ *# *include *"' ucilk/*.h macros/*.h || true)

[ $n_failed = 0 ] || exit 1
echo "ok includes of $n_files files point down the layers"
