# shellcheck shell=bash disable=SC2154,SC2034,SC2086,SC2053
# What the parts of run.sh share; run.sh sources it.

scratch=$(mktemp -d)
chmod 755 "$scratch"
n_failed=0
started=()    # processes of ours that may still run
cgroup=""     # made by us

clean_up() {
    local pid
    for pid in "${started[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
    remove_cgroup
    rm -rf "$scratch"
}

remove_cgroup() {
    [ -z "$cgroup" ] || await 2 rmdir "$cgroup" 2>/dev/null || true
    cgroup=""
}
trap clean_up EXIT

ok() {
    echo "ok $*"
}

fail() { # NAME: WHY
    echo "FAIL $*"
    n_failed=$((n_failed + 1))
    sed 's/^/     /' "$scratch/out" "$scratch/err" 2>/dev/null | head -20
}

# await SECONDS COMMAND...: until the command succeeds.  Forks nothing itself:
# a dozen scripts that wait at once would keep a core busy.
exec {never}<> <(:) # a pipe that nobody writes to
await() {
    local until=$((${EPOCHREALTIME/[.,]/} + $1 * 1000000))
    shift
    until "$@"; do
        [ "${EPOCHREALTIME/[.,]/}" -lt $until ] || return 1
        read -r -t 0.02 -u "$never" || true
    done
}

processes_of() { # pids that run a program
    find /proc -maxdepth 2 -name exe -lname "$1" -printf '%h\n' 2>/dev/null |
        sed 's,^/proc/,,' || true
}

none_left() { # of `program', or of the one given
    [ -z "$(processes_of "${1:-$program}")" ]
}

# expect NAME STATUS PATTERN... -- COMMAND...: the command ends with STATUS (a
# glob),
# and its output has a line that matches each extended regular expression; a
# pattern that starts with ! must not occur.
expect() {
    local name=$1 wanted=$2 patterns=() pattern status=0 why=""
    shift 2
    while [ "$1" != -- ]; do
        patterns+=("$1")
        shift
    done
    shift
    { timeout 60 "$@" 2>"$scratch/err" | cat >"$scratch/out"; } || status=$?
    [[ "$status" == $wanted ]] || why="status $status instead of $wanted"
    for pattern in "${patterns[@]}"; do
        if [ "${pattern#!}" != "$pattern" ]; then
            ! grep -qE -- "${pattern#!}" "$scratch/out" "$scratch/err" ||
                why+="; says \`${pattern#!}'"
        else
            grep -qE -- "$pattern" "$scratch/out" "$scratch/err" ||
                why+="; does not say \`$pattern'"
        fi
    done
    await 20 none_left || why+="; processes left: $(processes_of "$program")"
    if [ -z "$why" ]; then ok "$name"; else fail "$name: ${why#; }"; fi
}

program=$scratch/fault
gcc -g -O2 -DUCILK_CLUSTER -I"$build/include" "$here/fault.c" "$build/lib/libucilk_cluster.a" \
    -pthread -o "$program"
gcc -O2 -shared -fPIC "$here/occupy.c" -o "$scratch/occupy.so"
unset "${!UCILK_@}" CILK_NWORKERS
ulimit -c 0
workers="env UCILK_NWORKERS=4 UCILK_TEST_TIMEOUT=40"

# Runs a program that begins with descriptors 0, 1 and 2, whatever this script
# was given.
without_descriptors='import os, sys
os.closerange(3, 1024)
os.execv(sys.argv[1], sys.argv[1:])'
