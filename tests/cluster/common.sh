# shellcheck shell=bash disable=SC2154
# What the scripts of this folder share.

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
hosts=$here/hosts.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Without hosts the test has failed, unless UCILK_TEST_NO_NAMESPACES allows it.
"$hosts" 1 -- true >"$scratch/out" 2>&1 || {
    cat "$scratch/out"
    [ "${UCILK_TEST_NO_NAMESPACES-}" != 1 ] || exit 77
    echo "FAIL no hosts; UCILK_TEST_NO_NAMESPACES=1 allows that"
    exit 1
}

openmpi_version=$(mpirun.openmpi --version | sed -n 's/.* \([0-9]*\)\..*/\1/p' | head -1)
# osc/ucx of Open MPI 5 makes no window where there is no card.
has_window=yes
[ "$openmpi_version" != 5 ] || [ -d /sys/class/infiniband ] || has_window=no

at_once=1 # checks; most of their time is the launchers'
out=$scratch/out

fail() { # NAME: WHY, and what was printed
    echo "$*" >>"$scratch/failures"
    echo "FAIL $*"
    [ ! -e "$out" ] || head -80 "$out" | sed 's/^/     /'
}

# check NAME STATUS[|STATUS] REGEX... -- COMMAND...: how it ends and all that it
# says; a pattern that begins with ! must not occur.
check() {
    if [ "$at_once" = 1 ]; then
        check_one "$@"
        return
    fi
    while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do wait -n || true; done
    check_one "$@" &
}

check_one() {
    local name=$1 wanted=$2 status=0 why="" patterns=() out
    out=$(mktemp "$scratch/out.XXXXXX")
    shift 2
    while [ "$1" != -- ]; do
        patterns+=("$1")
        shift
    done
    shift
    timeout 120 "$@" >"$out" 2>&1 </dev/null || status=$?
    [[ $status =~ ^($wanted)$ ]] || why="status $status instead of $wanted"
    for pattern in "${patterns[@]}"; do
        if [ "${pattern#!}" != "$pattern" ]; then
            ! grep -qE -- "${pattern#!}" "$out" || why+="; says \`$pattern'"
        else
            grep -qE -- "$pattern" "$out" || why+="; no line \`$pattern'"
        fi
    done
    if [ -z "$why" ]; then
        echo "ok $name"
    else
        fail "$name: ${why#; }"
    fi
}

verdict() {
    wait
    [ ! -e "$scratch/failures" ] || { wc -l <"$scratch/failures"; exit 1; }
}
