# Sourced by try.sh and test.sh: packages, configuration, build.
# Says nothing when nothing is to be done, and explains itself when it fails.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${UCILK_BUILD_DIR:-$root/build}
log=$build/setup.log

die() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# install PACKAGE...: those that are missing, with apt.
install() {
    local missing=() package
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
            missing+=("$package")
    done
    [ ${#missing[@]} = 0 ] && return
    command -v apt-get >/dev/null ||
        die "these Debian packages are missing, and there is no apt-get to install them: ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null ||
            die "run as root, or install sudo: these packages are missing: ${missing[*]}"
        as_root=(sudo)
    fi
    echo "installing ${missing[*]}"
    mkdir -p "$build"
    {
        "${as_root[@]}" apt-get update &&
            "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
                apt-get install -y --no-install-recommends "${missing[@]}"
    } >"$log" 2>&1 </dev/null || {
        tail -n 15 "$log" >&2
        die "apt-get failed; all of its output is in $log"
    }
}

# build TARGETS OPTION...: configures with the options, and builds the targets.
build() {
    local targets=$1
    shift
    mkdir -p "$build" || die "cannot make the folder $build; set UCILK_BUILD_DIR to another"
    {
        # shellcheck disable=SC2086
        cmake -S "$root" -B "$build" "$@" && cmake --build "$build" --target $targets -j "$(nproc)"
    } >"$log" 2>&1 || {
        grep -E -A5 'error|Error' "$log" | head -n 40 >&2
        die "the build failed; all of its output is in $log"
    }
}

if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
    die "ucilk runs on Linux on x86-64; this is $(uname -s) on $(uname -m)"
fi
