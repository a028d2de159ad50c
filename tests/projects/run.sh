#!/usr/bin/env bash
# tests/projects/run.sh BUILD SOURCES [PROJECT...]: programs of other people,
# built unchanged with CC=ucilkcc.
#
# SOURCES holds the sources of the Debian packages; --fetch before it gets
# them from Debian first (about 20 MB, needs dpkg-source).  Each project is
# built by the plain compiler, by ucilkcc, and by ucilkcc --ucilk-force,
# which takes every file through the rewriter.  Each must pass the project's
# own tests and give the plain compiler's warnings; forced, some may be at
# another place (docs/ucilkcc.md: inside of macros), which are counted, and up
# to five may be others: compilers leave some out inside of macros.
#   UCILK_CC=clang       the compiler underneath; gcc
#   PROJECT_LOGS         a directory that keeps the logs
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
all=(lua5.4 zlib bzip2 mawk tcc libpng1.6 xz-utils sqlite3)

fetch() { # DIRECTORY: with a source list and a state of its own
    local state
    state=$(mktemp -d) && mkdir -p "$1" "$state/lists/partial" &&
        mkdir -p "$state/cache/archives/partial" || return 1
    sed -n 's/^URIs: *//p; s/^deb  *\(\[.*\] *\)\?\(http[^ ]*\).*/\2/p' \
        /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources \
        2>/dev/null | head -1 >"$state/uri"
    echo "deb-src $(cat "$state/uri") $(. /etc/os-release && echo "$VERSION_CODENAME") main" >"$state/sources.list"
    local options=(-q -o "Dir::Etc::sourcelist=$state/sources.list"
        -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$state/lists"
        -o "Dir::Cache=$state/cache" -o APT::Sandbox::User=root)
    (cd "$1" && timeout 300 apt-get "${options[@]}" update &&
        timeout 600 apt-get "${options[@]}" source --download-only \
            "${all[@]}") >"$state/log" 2>&1
    local status=$?
    [ $status = 0 ] || cat "$state/log"
    rm -rf "$state"
    return $status
}

want_fetch=
if [ "${2-}" = --fetch ]; then
    want_fetch=1
    set -- "$1" "${@:3}"
fi
[ $# -ge 2 ] || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd)
[ -z "$want_fetch" ] || fetch "$2" || exit 1
sources=$(cd "$2" && pwd)
shift 2
[ $# -gt 0 ] || set -- "${all[@]}"
export PATH=$build/bin:$PATH LC_ALL=C
underneath=${UCILK_CC:-gcc}
work=$(mktemp -d)
logs=${PROJECT_LOGS:-$work/logs}
mkdir -p "$logs"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
flags="-O2 -g -Wall -Wextra"
. "$here/recipes.sh"

# What the compiler says, without what differs by chance.
warnings() { # LOG
    grep -E '^[^ ]+:[0-9]+:[0-9]+: (warning|error): ' "$1" | sort
}

placeless() { # WARNINGS
    sed -E 's/^([^:]*):[0-9]+:[0-9]+:/\1:/' "$1" | sort
}

# one PROJECT VARIANT COMPILER...: builds and tests; its figures on stdout
one() {
    local project=$1 variant=$2 log=$logs/$1-$2.log began=$SECONDS status=0
    shift 2
    rm -rf "$work/tree"
    dpkg-source --skip-patches --no-check -q -x "$sources/$project"_*.dsc \
        "$work/tree" >"$log" 2>&1 || { echo "no source"; return 1; }
    (
        cd "$work/tree" || exit 1
        export CC="$*" CFLAGS=$flags
        "build_${project//[.-]/_}"
    ) >>"$log" 2>&1 || { echo "does not build"; return 1; }
    local built=$((SECONDS - began))
    (
        cd "$work/tree" || exit 1
        export CC="$*" CFLAGS=$flags
        timeout 1800 bash -ec '. "$0"; "check_$1"' "$here/recipes.sh" \
            "${project//[.-]/_}"
    ) >>"$log" 2>&1 || status=$?
    warnings "$log" >"$logs/$project-$variant.warnings"
    echo "built in ${built} s, $(wc -l <"$logs/$project-$variant.warnings")" \
        "warnings, its tests: $([ $status = 0 ] && echo pass || echo FAIL)"
    return $status
}

# compare PROJECT VARIANT: its warnings with the plain compiler's.  Forced, a
# few differ: what came out of a macro lies in the file itself (see above).
compare() {
    local plain=$logs/$1-plain.warnings own=$logs/$1-$2.warnings others
    diff "$plain" "$own" >"$logs/$1-$2.differ" && return
    if ! diff <(placeless "$plain") <(placeless "$own") >"$logs/$1-$2.other"; then
        others=$(grep -c '^[<>]' "$logs/$1-$2.other")
        echo "$others other warnings, $logs/$1-$2.other:"
        head -5 "$logs/$1-$2.other"
        [ "$2" = forced ] && [ "$others" -le 5 ]
        return
    fi
    echo "$(grep -c '^>' "$logs/$1-$2.differ") warnings at another place"
    [ "$2" = forced ]
}

failed=0
report() { # PROJECT VARIANT COMPILER...
    local said status=0
    said=$(one "$@") || status=1
    printf '%-10s %-16s %s\n' "$1" "$2" "$said"
    if [ "$2" != plain ] && [ $status = 0 ]; then
        said=$(compare "$1" "$2") || status=1
        [ -z "$said" ] || printf '%-27s %s\n' "" "$said"
    fi
    [ $status = 0 ] && return
    failed=$((failed + 1))
    tail -20 "$logs/$1-$2.log" | sed 's/^/      | /'
}

for project in "$@"; do
    report "$project" plain "$underneath"
    report "$project" ucilkcc ucilkcc
    report "$project" forced ucilkcc --ucilk-force
done
[ $failed = 0 ]
