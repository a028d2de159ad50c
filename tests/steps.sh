# shellcheck shell=bash
# What scripts of tests share, which source this file first.  It sets the folders here (the
# script's), root, build (the script's first argument, which goes) and scratch, which goes
# when the script ends.  With --help, or without an argument, it prints the script's head.
# The last line of a script is `[ $n_failed = 0 ]'.
set -euo pipefail

if [ $# = 0 ] || [ "$1" = --help ]; then
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
    exit $((2 * ($# == 0)))
fi
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(cd "$1" && pwd)
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset "${!UCILK_@}"
n_passed=0 n_failed=0 quiet=no

pass() { # NAME: one line, unless quiet=yes
    n_passed=$((n_passed + 1))
    [ $quiet = yes ] || echo "ok $*"
}

fail() { # NAME: WHY, and the end of what was said
    n_failed=$((n_failed + 1))
    echo "FAIL $*"
    sed 's/^/     /' "$scratch/log" 2>/dev/null | tail -20 || true
}

# step NAME COMMAND...: it succeeds; what it says is in $scratch/log.
step() {
    if "${@:2}" >"$scratch/log" 2>&1; then pass "$1"; else fail "$1"; fi
}

# says NAME STATUS PATTERN COMMAND...: it ends so, and a line that it says matches.
says() {
    local status=0
    "${@:4}" >"$scratch/log" 2>&1 </dev/null || status=$?
    if [ $status = "$2" ] && grep -q -- "$3" "$scratch/log"; then
        pass "$1"
    else
        fail "$1: status $status, wanted $2 and \"$3\""
    fi
}
