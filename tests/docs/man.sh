#!/usr/bin/env bash
# man.sh BUILD: the man page has every flag of --help and no other, every
# variable that the tool reads, and no mistake that man or mandoc finds.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ $# = 1 ] || { echo "usage: man.sh BUILD" >&2; exit 2; }
build=$(cd "$1" && pwd)
page=$root/docs/man/ucilkcc.1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
n_failed=0

# same NAME ONE OTHER: the two files are equal.
same() {
    if diff "$2" "$3" >"$scratch/diff" && [ -s "$2" ]; then
        echo "ok $1"
    else
        echo "FAIL $1"
        sed 's/^/     /' "$scratch/diff"
        n_failed=$((n_failed + 1))
    fi
}

flags() { grep -oE -- '--[a-z]+(-[a-z]+)*(:[a-z]+)?|-W[a-z=-]*ucilk[A-Za-z-]*' | sort -u; }
section() { # NAME: of the page as it is read
    nroff -man -rHY=0 -rLL=200n "$page" | col -bx | sed -n "/^$1\$/,/^[A-Z]/p"
}

flags <<<"$("$build/bin/ucilkcc" --help)" >"$scratch/help"
section OPTIONS | flags >"$scratch/page"
same "the flags of --help and of the man page" "$scratch/help" "$scratch/page"

"$build/bin/ucilkcc" --ucilk-help-warnings | grep -oE '^ *-Wucilk-[a-z-]+' |
    sed 's/.*-Wucilk-//' | sort >"$scratch/help"
section OPTIONS | sed -n '/-help-warnings:$/,/--showme/p' |
    grep -oE '^ {14}[a-z-]+' | tr -d ' ' | sort >"$scratch/page"
same "the warnings of --ucilk-help-warnings and of the man page" \
    "$scratch/help" "$scratch/page"

grep -ohE 'getenv\("[A-Z_]+"\)' "$root"/tools/ucilkcc/*/*.c |
    grep -oE '[A-Z_]{2,}' | sort -u |
    grep -vxE 'PATH|TERM|LIBRARY_PATH|CCC_OVERRIDE_OPTIONS' >"$scratch/read"
section ENVIRONMENT | grep -oE '^ {7}[A-Z_]+( |$)' | tr -d ' ' | sort -u \
    >"$scratch/named"
same "the variables that the tool reads" "$scratch/read" "$scratch/named"

section "NAME" | grep -c 'ucilkcc - ' >"$scratch/one"
echo 1 >"$scratch/expected"
same "a name for whatis" "$scratch/expected" "$scratch/one"

echo "no message" >"$scratch/clean"
{ man --warnings=w -E UTF-8 -l "$page" 2>&1 >/dev/null | grep . ||
    echo "no message"; } >"$scratch/said"
same "man finds nothing" "$scratch/clean" "$scratch/said"
{ mandoc -T lint -W warning "$page" 2>&1 | grep . || echo "no message"; } \
    >"$scratch/said"
same "mandoc finds nothing" "$scratch/clean" "$scratch/said"
version=$(sed -nE 's/^project\(ucilk VERSION ([0-9.]+).*/\1/p' \
    "$root/CMakeLists.txt")
head -1 "$page" | grep -oF "ucilk $version" >"$scratch/said" || true
echo "ucilk $version" >"$scratch/expected"
same "the version" "$scratch/expected" "$scratch/said"
[ $n_failed = 0 ]
