#!/bin/bash
# setup.sh BUILD: tools/setup.sh on systems that this is not, by a false os-release and
# false package managers: which packages it installs, or names, and what it says where it
# does not know them.  Nothing is installed.  BUILD is not used.
. "$(dirname "$0")/../steps.sh"

# A PATH on which only the shell's tools are, no compiler, CMake or libclang.
mkdir -p "$scratch"/{bin,root/etc}
for command in bash env sed grep awk tr sort head tail basename dirname uname mkdir cut paste cat; do
    ln -s "$(command -v $command)" "$scratch/bin/$command"
done
fake() { # NAME TEXT
    printf '#!/bin/bash\n%s\n' "$2" >"$scratch/bin/$1"
    chmod +x "$scratch/bin/$1"
}
fake id 'echo "${FAKE_UID-0}"'
# Debian's: FAKE_INSTALLED and FAKE_UNKNOWN are patterns of packages.
fake dpkg-query 'for name; do :; done
[[ $name =~ ^(${FAKE_INSTALLED-none})$ ]] && echo -n installed'
fake apt-cache '[[ ! $2 =~ ^(${FAKE_UNKNOWN-none})$ ]]'
fake apt-get 'echo "apt-get $*" >>"$FAKE_LOG"
[ "$1" = update ] || [ -z "${FAKE_FAILS-}" ] || { echo "E: no room on the disk"; exit 100; }'

# on ID VERSION FOR: setup.sh's `need FOR' there; what it says, and what apt-get was told.
on() {
    printf 'ID=%s\nVERSION_ID="%s"\nPRETTY_NAME="%s %s"\n' "$1" "$2" "$1" "$2" >"$scratch/root/etc/os-release"
    rm -rf "$scratch/log" "$scratch/build"
    touch "$scratch/log"
    status=0
    said=$(PATH=$scratch/bin UCILK_FAKE_ROOT=$scratch/root UCILK_BUILD_DIR=$scratch/build \
        FAKE_LOG=$scratch/log bash -c "set -euo pipefail; . '$root/tools/setup.sh'; need $3" try.sh 2>&1) || status=$?
    said+=$'\n'$(cat "$scratch/log")$'\n'
}
# check NAME STATUS TEXT...: of the last one, which says each text, or, after a !, does not.
check() {
    local name=$1 expected=$2 text bad=no
    shift 2
    [ $status = "$expected" ] || bad="status $status"
    for text in "$@"; do
        if [[ $text = !* ]]; then
            [[ $said != *"${text#!}"* ]] || bad="says ${text#!}"
        else
            [[ $said = *"$text"* ]] || bad="does not say $text"
        fi
    done
    echo "$said" >"$scratch/log"
    if [ "$bad" = no ]; then pass "$name"; else fail "$name: $bad"; fi
}

newest=$(sed -n 's/^set(UCILK_TESTED_LIBCLANGS .* \([0-9]*\))$/\1/p' "$root/tools/ucilkcc/libclang.cmake")
options="apt-get install -y --no-install-recommends"
try="gcc libc6-dev cmake make libclang"
on debian 13 try
check "Debian, nothing there: the newest libclang" 0 "$options $try-$newest-dev libdw-dev" "!g++"
FAKE_UNKNOWN='libclang-2.*' on debian 12 try
check "Debian that has others: the newest tested one" 0 "$options $try-19-dev libdw-dev"
FAKE_INSTALLED='libclang-14-dev|libdw-dev|gcc|libc6-dev' on debian 12 try
check "a tested one is there already" 0 "$options cmake make"$'\n' "!libclang"
FAKE_INSTALLED='.*' on debian 13 test
check "all is there" 0 "!apt-get" "!installing"
on debian 12 test
check "Debian, for the tests" 0 "g++ clang libclang-rt-dev llvm libc6-dbg libcmocka-dev" "build-essential debhelper lintian"
for version in 22.04 24.04; do
    FAKE_UNKNOWN='libclang-(19|2.)-dev' on ubuntu $version test
    check "Ubuntu $version, for the tests" 0 "$options $try-18-dev libdw-dev g++ clang "
done
on ubuntu 22.04 test
check "Ubuntu 22.04 has no package for clang's sanitizers" 0 "!libclang-rt-dev"
FAKE_UNKNOWN='libclang-.*' on debian 13 try
check "an archive without libclang" 1 "try.sh: apt knows no package libclang-" "/etc/apt" \
    "-DLIBCLANG_LIBRARY=FILE" "!$options"
FAKE_FAILS=yes on debian 13 try
check "apt-get fails" 1 "E: no room on the disk" "try.sh: apt-get failed; all of its output is in" \
    "apt-get install gcc libc6-dev"
FAKE_UID=1000 on debian 13 try
check "neither root nor sudo" 1 "try.sh: run as root, or install sudo: these packages are missing: gcc" "!$options"
fake sudo 'echo "as root" >>"$FAKE_LOG"; exec "$@"'
FAKE_UID=1000 on debian 13 try
check "sudo" 0 "as root"$'\n'"apt-get update"$'\n'"as root"$'\n'"$options gcc"

on fedora 42 try
check "Fedora: named" 1 "Nothing is installed here on fedora 42" "dnf install clang-devel cmake elfutils-devel gcc " \
    "missing: gcc, libc's headers, CMake, make, libclang" "!apt-get"
on arch "" test
check "Arch: named, but not what it does not have" 1 "pacman -S " " cmocka " " onetbb " "!spin" "!apt-get"
on opensuse-tumbleweed 20261101 try
check "openSUSE: named" 1 "zypper install clang-devel cmake gcc glibc-devel libdw-devel make" "!apt-get"
on gentoo 2.17 try
check "another system: what is missing, and how to point at it" 1 \
    "try.sh: gentoo 2.17 is none of the systems whose packages are known here" \
    "Missing: gcc, libc's headers, CMake, make, libclang with its headers, libdw." \
    "-DLIBCLANG_LIBRARY=FILE" "13 14" "!apt-get"
on debian 99 try
check "a Debian of the future" 1 "debian 99 is none of the systems" "!apt-get"
fake gcc 'cat >/dev/null'
fake cmake :
fake make :
mkdir -p "$scratch/root/usr/lib/llvm/20/lib64"
touch "$scratch/root/usr/lib/llvm/20/lib64/libclang.so.20.1"
on gentoo 2.17 try
check "another system where all is there" 0 "!try.sh"

# The package is built with the same ones, the newest first.
tested=$(sed -n 's/^set(UCILK_TESTED_LIBCLANGS \([0-9 ]*\))$/\1/p' "$root/tools/ucilkcc/libclang.cmake")
said=$(grep -oE 'libclang-[0-9]+-dev' "$root/debian/control" | tr -dc '0-9\n' | sort -n | paste -sd ' ')
status=0
check "debian/control" 0 "$tested"
[ $n_failed = 0 ]
