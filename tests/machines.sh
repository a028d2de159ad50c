#!/bin/bash
# machines.sh [OPTION...] [ROW...]: the tests of ucilk with each libclang, compiler, MPI,
# libc and system of the table in docs/machines.md; with these ROWs of it, or with all.
# A row runs on this system if it has what the row needs, else in a Debian 13 that this
# script makes in a folder, which takes a few minutes and 4 GB.  Packages are installed
# by apt.  Needs root.
#
#   --list          the rows: name, where it can run, what is run
#   --root DIR      the Debian 13: made there if it is not there, and kept; otherwise it is
#                   made in a temporary folder, and removed
#   --whole         of the rows of libclangs and compilers all language, tool, unit, process
#                   and example tests, of MPIs all tests of clusters, half an hour each, not
#                   only those of five minutes that --list names; of standards every combination
#   --write         puts the results into docs/machines.md
#   --help          this
#
# Builds and logs go to build/machines/ROW/, or there in UCILK_BUILD_DIR.  A line for each
# row says how it ended; the status is 1 if a test of one failed.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
top=$(dirname "$here")

# --- The rows ---

# NAME, the system that has it (12, 13: that Debian; -: every one), PACKAGES: those
# without which it cannot run, joined by commas.
rows() {
    local version
    for version in 13 14 15 16 17 18 19 22; do
        echo "libclang-$version $(where $version) libclang-$version-dev"
    done
    echo "gcc-11 12 gcc-11"
    echo "gcc-12 - gcc-12"
    echo "gcc-13 13 gcc-13"
    echo "gcc-14 13 gcc-14"
    for version in 13 14 15 16 17 18 19 22; do
        echo "clang-$version $(where $version) clang-$version,lld-$version"
    done
    echo "openmpi-4.1 12 libopenmpi-dev,openmpi-bin"
    echo "openmpi-5.0 13 libopenmpi-dev,openmpi-bin"
    echo "mpich-4.0 12 libmpich-dev,mpich"
    echo "mpich-4.2 13 libmpich-dev,mpich"
    echo "musl - musl-tools"
    echo "standards-12 12 gcc-11,gcc-12,clang-14,clang-19,clang-22"
    echo "standards-13 13 gcc-13,gcc-14,clang-17,clang-19,clang-22"
    echo "debian-12 12 git"
    echo "debian-13 13 git"
}

where() { # VERSION of clang
    case $1 in
    17 | 18) echo 13 ;;
    19 | 22) echo - ;;
    *) echo 12 ;;
    esac
}

# What a row runs, for the table.
says() { # ROW
    case $1 in
    libclang-*) echo "ucilkcc built with it: self-test, language programs by gcc, refusals and warnings, three guests of tests/process" ;;
    gcc-* | clang-*) echo "libucilk and ucilkcc built by it: self-test, language programs, three guests of tests/process" ;;
    openmpi-* | mpich-*) echo "its transport between hosts; programs start and end as ranks; groups; regions" ;;
    musl) echo "tests/musl.sh: self-test, language programs, guests of tests/process" ;;
    standards-*) echo "programs in every -std= that its compilers have" ;;
    debian-*) echo "a fresh clone: tools/try.sh, tools/test.sh" ;;
    esac
}

# --- One row, on the system that has it ---

# build OPTION...: TARGETS, or everything
build() {
    cmake -S "$top" -B "$folder" -DBUILD_TESTING=ON -DCMAKE_C_COMPILER_LAUNCHER=ccache "$@" &&
        cmake --build "$folder" --target ${targets:-all examples} -j "$(nproc)"
}

# also COMMAND...: of several; one that fails makes the row fail.
also() {
    "$@" || failed=1
}

tests() { # CTEST OPTION...
    also ctest --test-dir "$folder" -j2 --output-on-failure --no-tests=error "$@"
}

# With this libclang and this compiler, which it names.
self_test() { # NAME VERSION CC
    local said
    said=$("$folder/bin/ucilkcc" --ucilk-self-test --ucilk-cc="$3" 2>&1) && [[ $said == *"$1 $2"[.\ ]* ]] &&
        echo "ok $said" || { echo "FAIL self-test: $said"; return 1; }
}

# Prints lines of ctest, or lines that begin with ok and FAIL.
run_row() { # ROW
    local row=$1 folder=$builds/$1 version=${1#*-} name=${1%-*} failed=0 targets=""
    local prefix=/usr/lib/llvm-$version
    case $row in
    libclang-* | musl | standards-*) # one build for them: the rewriter alone changes
        folder=$builds/by_gcc
        [ $whole = yes ] || targets="ucilk ucilk_test ucilkcc"
        ;;
    esac
    case $row in
    libclang-*)
        build -DLIBCLANG_INCLUDE_DIR="$prefix/include" -DLIBCLANG_LIBRARY="$prefix/lib/libclang.so" || return
        also self_test libclang "$version" gcc
        if [ $whole = yes ]; then
            tests -L '^(lang|tool|process|examples)$'
        else
            also env COMPILERS=gcc "$here/lang/run.sh" "$folder" --brief
            also process gcc
            tests -R '^tool_quick$'
        fi
        ;;
    gcc-* | clang-*)
        [ $whole = yes ] || targets="ucilk ucilk_test ucilkcc"
        build -DCMAKE_C_COMPILER="$row" || return
        also self_test "$row" "$version" "$row"
        if [ $whole = yes ]; then
            also env COMPILERS="$row" "$here/lang/run.sh" "$folder"
            also env COMPILERS="$row" "$here/lang/run.sh" "$folder" --flags
            tests -L '^(lang|tool|unit|process|examples)$'
        else
            also env COMPILERS="$row" "$here/lang/run.sh" "$folder" --brief
            also process "$row"
        fi
        ;;
    openmpi-* | mpich-*)
        [ $whole = yes ] || targets="all"
        build || return
        if [ $whole = yes ]; then
            tests -R "^(contract_${name}_hosts|cluster_.*|child_ranks)\$" -E '^cluster_run$'
        else
            tests -R "^(contract_${name}_hosts|cluster_(start|groups|regions))\$"
        fi
        ;;
    musl)
        build -U 'LIBCLANG_*' || return
        also "$here/musl.sh" "$folder"
        ;;
    standards-*)
        build -U 'LIBCLANG_*' || return
        if [ $whole = yes ]; then
            also "$here/lang/standards.sh" "$folder" --full
        else
            also "$here/lang/standards.sh" "$folder"
        fi
        ;;
    debian-*)
        rm -rf "$folder/clone"
        git -c safe.directory='*' clone -q "$top" "$folder/clone" || return
        unset "${!UCILK_@}"
        "$folder/clone/tools/try.sh" && "$folder/clone/tools/test.sh"
        return
        ;;
    esac
    return $failed
}

# A part of tests/process, whose last line tells.
process() { # CC
    local said
    said=$("$here/process/run.sh" "$folder" --cc "$1 -O2" exits threads fork_in_tasks) &&
        echo "ok tests/process: $said" || { echo "FAIL tests/process: $said"; return 1; }
}

# count LOG: PASSED FAILED SKIPPED, of ctest's tests and of other lines.
count() {
    awk '/^ *[0-9]+\/[0-9]+ Test +#/ {
             if (/\*\*\*Skipped/) skipped++; else if (/ Passed /) passed++; else failed++
             next }
         /^ok / { passed++ }
         /^FAIL / { failed++ }
         END { print passed + 0, failed + 0, skipped + 0 }' "$1"
}

# here ROW: on this system; the last line is RESULT PASSED FAILED SKIPPED MESSAGE.  A row
# of which nothing ran has failed.
here() {
    local row=$1 packages log=$builds/$1/log status=0 result message=""
    packages=$(rows | awk -v row="$row" '$1 == row { print $3 }')
    mkdir -p "$builds/$row"
    {
        # shellcheck source=tools/setup.sh
        # shellcheck disable=SC2086 # words
        (. "$top/tools/setup.sh" && need test && install_by_apt ${packages//,/ }) &&
            run_row "$row"
    } >"$log" 2>&1 </dev/null || status=$?
    result=$(count "$log")
    [[ $status != 0 || $result != "0 0 "* ]] || status="nothing ran"
    # What the user sees where nothing could be run, or what has failed.
    if [ "$status" != 0 ]; then
        message=$(grep -E '^FAIL |\*\*\*(Failed|Timeout)|[Ee]rror:|^[a-z]+\.sh: |is not built' "$log" | head -1)
        message=${message:-status $status; $log}
        [[ $result != *" 0 "* ]] || result=${result/ 0 / 1 }
    fi
    echo "RESULT $result $message"
}

# --- The Debian 13 ---

make_root() {
    local mirror
    [ "$(id -u)" = 0 ] || die "a Debian 13 wants root: debootstrap and unshare"
    [ ! -e "$debian13/etc/debian_version" ] || return 0
    (. "$top/tools/setup.sh" && install_by_apt debootstrap) || die "no debootstrap"
    mirror=$(sed -nE 's/^(URIs: |deb (\[.*\] )?)(http[^ ]*).*/\3/p' /etc/apt/sources.list \
        /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
    mkdir -p "$debian13"
    debootstrap --variant=minbase --include=ca-certificates,git trixie "$debian13" \
        "${mirror:-http://deb.debian.org/debian}" >"$builds/debootstrap.log" 2>&1 ||
        die "debootstrap failed: $builds/debootstrap.log"
}

# enter COMMAND...: runs it there.  The root is that of a mount namespace, with which the
# mounts end: tests make namespaces of their own, which would leave a chroot.
enter() {
    # shellcheck disable=SC2016 # for the other shell
    unshare --mount --propagation private bash -ec '
        cd "$1"
        cp /etc/hosts /etc/resolv.conf etc/
        mount --bind . . && cd "$1"
        for folder in proc sys dev; do mount --rbind "/$folder" "$folder"; done
        mkdir -p .old && pivot_root . .old && cd / && umount -l /.old
        exec env -i HOME=/root TERM=dumb LC_ALL=C.UTF-8 PATH="$PATH" "${@:2}"' \
        enter "$debian13" "$@"
}

# in_root ROW: there, in a clone of what is committed here.
in_root() {
    local options=()
    [ $whole = no ] || options=(--whole)
    make_root
    rm -rf "$debian13/ucilk"
    git clone -q "$top" "$debian13/ucilk" || die "cannot clone $top"
    enter UCILK_BUILD_DIR=/var/tmp/ucilk /ucilk/tests/machines.sh "${options[@]}" --here "$1"
    mkdir -p "$builds/$1"
    cp "$debian13/var/tmp/ucilk/machines/$1/log" "$builds/$1/log"
}

# --- All of them ---

die() {
    echo "machines.sh: $*" >&2
    exit 2
}

# write ROW SYSTEM RESULT...: its line in docs/machines.md
write() {
    local row=$1 system=$2 passed=$3 failed=$4 skipped=$5 file=$top/docs/machines.md
    local message
    message=$(tr '\n|`' "  '" <<<"${*:6}" | sed 's/  *$//' | cut -c1-300)
    line="| $row | $system | $(says "$row") | $passed | $failed | $skipped | $(date -u +%F) | ${message:+\`$message\`} |" \
        awk -v row="$row" 'BEGIN { line = ENVIRON["line"] }
        $0 ~ "^[|] " row " [|]" { print line; found = 1; next }
        table && !/^[|]/ && !found { print line; found = 1 }
        { table = /^[|]/ && (table || /^[|] row /); print }
        END { if (!found) print line }' "$file" >"$builds/table" && cp "$builds/table" "$file"
}

whole=no debian13="" own_root=no write=no list=no inner="" names=()
while [ $# != 0 ]; do
    case $1 in
    --help) sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    --list) list=yes ;;
    --whole) whole=yes ;;
    --write) write=yes ;;
    --root | --here)
        [ $# != 1 ] || die "$1 wants a value"
        if [ "$1" = --root ]; then debian13=$2; else inner=$2; fi
        shift
        ;;
    -*) die "unknown option $1; --help says what there is" ;;
    *) names+=("$1") ;;
    esac
    shift
done
for name in ${names[@]+"${names[@]}"}; do
    grep -q "^$name " <<<"$(rows)" || die "no row is called $name; --list has them"
done
if [ $list = yes ]; then
    while read -r name system _; do
        echo "$name|$([ "$system" = - ] && echo "here" || echo "Debian $system")|$(says "$name")"
    done < <(rows) | column -t -s '|'
    exit 0
fi
builds=${UCILK_BUILD_DIR:-$top/build}/machines
mkdir -p "$builds" || exit 2
if [ -n "$inner" ]; then
    here "$inner"
    exit
fi
if [ -z "$debian13" ]; then
    debian13=$(mktemp -d) own_root=yes
fi
trap '[ $own_root = no ] || rm -rf --one-file-system "$debian13"' EXIT
# shellcheck disable=SC1091
this=$(. /etc/os-release && echo "${ID-}-${VERSION_ID-}")
n_failed=0
while read -r name system _ <&3; do
    [ ${#names[@]} = 0 ] || [[ " ${names[*]} " == *" $name "* ]] || continue
    began=$SECONDS
    if [ "$system" = - ] || [ "$this" = "debian-$system" ]; then
        system=${this#debian-}
        said=$(here "$name")
    elif [ "$system" = 13 ]; then
        said=$(in_root "$name")
    else
        echo "not run: $name wants Debian $system, and this is $this"
        continue
    fi
    read -r word passed failed skipped message <<<"$(tail -1 <<<"$said")"
    if [ "$word" != RESULT ]; then
        passed=0 failed=1 skipped=0 message=$said
    fi
    [ "$failed" = 0 ] && result=ok || result=FAIL
    [ "$failed" = 0 ] || n_failed=$((n_failed + 1))
    echo "$result $name (Debian $system): $passed passed, $failed failed, $skipped skipped, $((SECONDS - began)) s" \
        "${message:+: $message}"
    [ $write = no ] || write "$name" "Debian $system" "$passed" "$failed" "$skipped" "$message"
done 3< <(rows)
[ $n_failed = 0 ]
