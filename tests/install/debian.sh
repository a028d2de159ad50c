#!/bin/bash
# debian.sh BUILD: builds the Debian packages from a copy of this tree.  lintian
# accepts them, each has its files, and they work: dpkg installs them into a
# temporary copy of this system, in which programs.sh runs with the prefix /usr.
# BUILD is not used.
. "$(dirname "$0")/../steps.sh"

for command in dpkg-buildpackage dh lintian; do
    command -v $command >/dev/null || { echo "no $command: nothing is tested" >&2; exit 77; }
done

# --- Build ---

tree=$scratch/ucilk
mkdir "$tree"
if git -C "$root" rev-parse >/dev/null 2>&1; then
    git -C "$root" ls-files -z --cached --others --exclude-standard |
        tar -C "$root" -c --null --ignore-failed-read -T - 2>/dev/null | tar -C "$tree" -x
else
    tar -C "$root" --exclude=./build --exclude='./build-*' -c . | tar -C "$tree" -x
fi
cd "$tree"
cores=$(nproc)
export CCACHE_DISABLE=1 DEB_BUILD_OPTIONS="nocheck noautodbgsym parallel=$cores"
unset MAKEFLAGS CFLAGS CXXFLAGS CPPFLAGS LDFLAGS
step "dpkg-buildpackage" dpkg-buildpackage -us -uc
version=$(dpkg-parsechangelog -S Version)
step "of this version" grep "project(ucilk VERSION $version " CMakeLists.txt
built() { ls "$scratch/ucilk_$version"{.dsc,.tar.xz,_amd64.changes}; }
step "source, too" built
[ $n_failed = 0 ] || exit 1
step "lintian" lintian --allow-root --fail-on error,warning "$scratch/ucilk_${version}_amd64.changes"
step "debian/rules clean" debian/rules clean
step "leaves nothing behind" diff <(cd "$tree" && find . ! -name .gitignore | sort) \
    <(tar -tf "$scratch/ucilk_$version.tar.xz" | sed 's,^[^/]*,.,; s,/$,,' | sort)

# --- Files ---

file_of() { echo "$scratch/$1_${version}_amd64.deb"; }
# has PACKAGE PATH...: these files and no others, but for copyright and changelog.
has() {
    local package=$1
    shift
    printf '%s\n' "$@" | sort >"$scratch/wanted"
    dpkg-deb -c "$(file_of "$package")" | awk '$1 !~ /^d/ { print $6 }' |
        grep -vE "^\./usr/share/doc/$package/(changelog.gz|copyright)$" |
        sed -E 's,^\./usr/,,; s,^lib/x86_64-linux-gnu/,LIB/,
                s,^(include/ucilk|share/doc/libucilk-dev/(docs|examples))/.*,\1,' |
        sort -u | diff "$scratch/wanted" -
}
step "files of the library" has libucilk0 LIB/libucilk.so.0 "LIB/libucilk.so.$version"
for mpi in openmpi mpich; do
    step "files of the plug-in for $mpi" has ucilk-$mpi LIB/ucilk/ucilk_$mpi.so
done
step "files for development" has libucilk-dev include/ucilk \
    LIB/libucilk.a LIB/libucilk.so LIB/libucilk_{child,child_sim,cluster,groups,race,serial,sim,study}.a LIB/ucilk/libucilk_scale.so \
    LIB/pkgconfig/ucilk{,_child,_child_sim,_cluster,_groups,_scale,_sim,_study}.pc \
    LIB/cmake/ucilk/ucilk{Config,ConfigVersion,Target,Targets,Targets-none}.cmake \
    share/ucilk/gdb/ucilk-gdb.py share/man/man7/ucilk.7.gz \
    share/doc/libucilk-dev/{README.md,docs,examples}
step "files of the tool" has ucilkcc bin/ucilk bin/ucilkcc \
    LIB/cmake/ucilk/ucilkToolTargets{,-none}.cmake share/man/man1/ucilk{,cc}.1.gz \
    share/ucilk/clangd.yaml share/bash-completion/completions/ucilk{,cc} \
    share/zsh/vendor-completions/_ucilk{,cc}
without_mpi() {
    local package
    for package in libucilk0 libucilk-dev ucilkcc; do
        ! dpkg-deb -f "$(file_of $package)" Depends Recommends | grep -E 'libmpi|openmpi|mpich' || return 1
    done
}
step "only the plug-ins want MPI" without_mpi

# --- Installed ---

# What runs in the copy of the system.
cat >"$scratch/inside.sh" <<'EOF2'
set -euo pipefail
cd "$1"
version=$2
n_passed=0 n_failed=0 quiet=no
EOF2
declare -f step pass fail >>"$scratch/inside.sh"
cat >>"$scratch/inside.sh" <<'EOF2'
scratch=$1
install() { dpkg -i ./*_amd64.deb && dpkg --audit && dpkg -V ucilkcc libucilk-dev libucilk0; }
step "dpkg -i" install
step "make, pkg-config and CMake" ucilk/tests/install/programs.sh /usr
step "the self-test" ucilkcc --ucilk-self-test
cp ucilk/examples/{fib.c,fib_macros.c,fib.h,answer.h} .
on_shared() { # a program that needs the library's package, without a path to it
    # shellcheck disable=SC2046
    gcc -O2 fib_macros.c $(pkg-config --cflags --libs ucilk) -o shared &&
        ldd shared | grep -F '/libucilk.so.0 ' && ! readelf -d shared | grep -E 'R(UN)?PATH'
}
step "libucilk.so" on_shared
started() { # MPI: two ranks are one program, by the plug-in of the package
    local said
    said=$(OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
        OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe \
        UCILK_VERBOSE=1 timeout -k 5 60 \
        mpirun."$1" -n 2 ./cluster 20 2>&1) || said+=" (status $?)"
    echo "$said"
    [ "$(grep -cF "fib(20) = 6765" <<<"$said")" = 1 ] &&
        [ "$(realpath "$(sed -n 's/^ucilk: plug-in //p' <<<"$said")")" = \
            "$(realpath /usr/lib/x86_64-linux-gnu/ucilk/ucilk_"$1".so)" ]
}
step "ucilkcc, for clusters" ucilkcc --ucilk-cluster -O2 fib.c -o cluster
step "under Open MPI" started openmpi
step "under MPICH" started mpich
step "man pages" man -w ucilkcc.1 ucilk.1 ucilk.7
step "gdb's script" gdb -nx -batch -x /usr/share/ucilk/gdb/ucilk-gdb.py -ex "help ucilk"
step "the others removed" dpkg --purge ucilkcc libucilk-dev ucilk-openmpi ucilk-mpich
step "what is linked runs with the library's package alone" ./shared 20
step "and that one" dpkg --purge libucilk0
nothing_left() { ! find /etc /usr /var/lib/dpkg -path /usr/local -prune -o -name '*ucilk*' -print | grep .; }
step "nothing is left" nothing_left
[ $n_failed = 0 ]
EOF2
# An overlay, in a mount namespace of our own, keeps this system as it is.
mkdir "$scratch/over"
cat >"$scratch/overlay.sh" <<'EOF2'
cd "$1"
mount -t tmpfs none over
mkdir over/{upper,work,root}
mount -t overlay none -o lowerdir=/,upperdir=over/upper,workdir=over/work over/root
mkdir -p "over/root$1"
for folder in /proc /sys /dev "$1"; do mount --rbind "$folder" "over/root$folder"; done
EOF2
if unshare -m bash -e "$scratch/overlay.sh" "$scratch" 2>/dev/null; then
    echo 'exec chroot over/root bash "$1/inside.sh" "$@"' >>"$scratch/overlay.sh"
    unshare -m bash -e "$scratch/overlay.sh" "$scratch" "$version" ||
        n_failed=$((n_failed + 1))
else
    echo "note: not root, or no overlays here: the packages are not installed"
fi
[ $n_failed = 0 ]
