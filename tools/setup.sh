# Sourced by try.sh and test.sh: packages, configuration, build.
# Says nothing when nothing is to be done, and explains itself when it fails.
# UCILK_FAKE_ROOT, for its test, is the folder that stands for / where it looks at the
# system.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${UCILK_BUILD_DIR:-$root/build}
log=$build/setup.log

die() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# --- The system, and what installs packages there ---

release() { # FIELD
    local ID="" VERSION_ID="" PRETTY_NAME="this Linux"
    # shellcheck disable=SC1090,SC1091
    . "${UCILK_FAKE_ROOT-}/etc/os-release" 2>/dev/null || true
    echo "${!1}"
}
system=$(release PRETTY_NAME)
# The package manager: its column in tools/packages.  Only apt is called.
case $(release ID)-$(release VERSION_ID) in
debian-12 | debian-13 | ubuntu-22.04 | ubuntu-24.04) manager=apt ;;
fedora-*) manager=dnf ;;
arch-*) manager=pacman ;;
opensuse-*) manager=zypper ;;
*) manager=none ;;
esac

# tested_libclangs: the versions, the newest first.
tested_libclangs() {
    sed -n 's/^set(UCILK_TESTED_LIBCLANGS \([0-9 ]*\))$/\1/p' "$root/tools/ucilkcc/libclang.cmake" |
        tr ' ' '\n' | sort -rn
}

# rows FOR MANAGER: of tools/packages, without its comments: SIGN|WHAT|PACKAGES
rows() {
    awk -F ' *[|] *' -v for_="$1" -v manager="$2" '
        /^# for/ { for (i = 4; i <= NF; i++) if ($i == manager) column = i }
        /^#/ { next }
        $1 == "try" || $1 == for_ { print $2 "|" $3 "|" (column ? $column : "") }' "$root/tools/packages"
}

# --- Installed by apt ---

# Debian 13 has names with t64.
is_installed() {
    local name
    for name in "$1" "$1t64"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" != installed ] || return 0
    done
    return 1
}
has_package() { apt-cache show "$1" >/dev/null 2>&1; }

# first_libclang TEST: the newest tested version whose package for development passes it.
first_libclang() {
    local version
    for version in $(tested_libclangs); do
        ! "$1" "libclang-$version-dev" || { echo "$version"; return; }
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# install_by_apt PACKAGE...: those that are missing.  LIBCLANG in a name is the version
# that is installed, or the newest that there is.
install_by_apt() {
    local missing=() unknown=() package version
    version=$(first_libclang is_installed)
    for package in "$@"; do
        is_installed "${package/LIBCLANG/${version:-none}}" || missing+=("$package")
    done
    [ ${#missing[@]} = 0 ] && return
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
        die "run as root, or install sudo: these packages are missing: ${missing[*]}"
    mkdir -p "$build"
    as_root apt-get update >"$log" 2>&1 </dev/null || apt_failed update
    version=$(first_libclang has_package)
    missing=("${missing[@]/LIBCLANG/${version:-14}}")
    for package in "${missing[@]}"; do
        has_package "$package" || unknown+=("$package")
    done
    [ ${#unknown[@]} = 0 ] || die "apt knows no package ${unknown[*]} here. On $system they are in
    ${system%% *}'s own archive: look whether /etc/apt names its main part (Ubuntu: universe, too).
    $(by_hand)"
    echo "installing ${missing[*]}"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        "${missing[@]}" >"$log" 2>&1 </dev/null || apt_failed "install ${missing[*]}"
}

apt_failed() { # COMMAND
    tail -n 15 "$log" >&2
    die "apt-get failed; all of its output is in $log. When this works, run it again:
    apt-get $1"
}

# --- Named, where this script installs nothing ---

# by_hand: how to use a libclang that is elsewhere.
by_hand() {
    echo "A libclang that is elsewhere ($(tested_libclangs | sort -n | paste -sd ' ') are tested): an llvm-config on the PATH, or
        cmake -S $root -B $build -DLIBCLANG_LIBRARY=FILE -DLIBCLANG_INCLUDE_DIR=DIR"
}

is_there() { # SIGN
    local file
    case $1 in
    libclang)
        ! grep -qs '^LIBCLANG_LIBRARY:.*=/' "$build/CMakeCache.txt" || return 0
        ! command -v llvm-config >/dev/null || return 0
        for file in "${UCILK_FAKE_ROOT-}"/usr/{lib,lib64,local/lib}{,/llvm*,/llvm/*}{,/lib,/lib64}/libclang.so*; do
            [ ! -e "$file" ] || return 0
        done
        return 1
        ;;
    '<'*) echo "#include $1" | gcc -E - >/dev/null 2>&1 ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# want FOR: ends with a message that names what is missing, if something is.
want() {
    local sign what packages missing=() names=()
    while IFS='|' read -r sign what packages; do
        [ "$packages" != - ] || continue
        if [ "$sign" = - ]; then
            names+=("$packages") # in case that others are missing
        elif ! is_there "$sign"; then
            missing+=("$what")
            names+=("$packages")
        fi
    done < <(rows "$1" "$manager")
    [ ${#missing[@]} = 0 ] && return
    local list=${missing[*]/%/,} command
    list=${list%,}
    case $manager in
    dnf) command="dnf install" ;;
    pacman) command="pacman -S" ;;
    zypper) command="zypper install" ;;
    none)
        die "$system is none of the systems whose packages are known here (tools/packages). Missing: $list.
    Install them, and run this again. $(by_hand)"
        ;;
    esac
    # shellcheck disable=SC2046,SC2068 # words
    die "missing: $list. Nothing is installed here on $system; these are its packages, by name, not tried:
    $command $(printf '%s\n' ${names[@]} | sort -u | paste -sd ' ')
    $(by_hand)"
}

# need FOR: what is needed to `try' ucilk, or to `test' it, is installed.
need() {
    if [ $manager != apt ]; then
        want "$1"
        return
    fi
    local packages
    packages=$(rows "$1" apt | cut -d '|' -f 3)
    # clang itself has its sanitizers there.
    [ "$(release VERSION_ID)" != 22.04 ] || packages=${packages/libclang-rt-dev/}
    # shellcheck disable=SC2086 # words
    install_by_apt $packages
}

# --- Configured and built ---

# build TARGETS OPTION...: configures with the options, and builds the targets.
build() {
    local targets=$1
    shift
    mkdir -p "$build" || die "cannot make the folder $build; set UCILK_BUILD_DIR to another"
    {
        # shellcheck disable=SC2086
        cmake -S "$root" -B "$build" "$@" && cmake --build "$build" --target $targets -j "$(nproc)"
    } >"$log" 2>&1 || {
        grep -E -A5 'error:|Error[ :]' "$log" | head -n 40 >&2
        die "the build failed; all of its output is in $log"
    }
}

if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
    die "ucilk runs on Linux on x86-64; this is $(uname -s) on $(uname -m)"
fi
