#!/bin/bash
# build_mpi.sh SOURCE PREFIX [OPTION...]: builds an MPI from the folder of its
# source, and ucilk's plug-in against it, and runs the tests of clusters with it.
# For versions that Debian has not: Open MPI 5, MPICH over libfabric.
#
#     build_mpi.sh openmpi-5.0.7 ~/mpi/openmpi5 --with-ucx --with-pmix=internal
#     build_mpi.sh mpich-4.2.3 ~/mpi/mpich-ofi --with-device=ch4:ofi
#
# OPTION goes to MPI's configure.  Everything is below PREFIX: MPI itself, its
# objects in build/, ucilk in ucilk/.  What is there already is not built again,
# so SOURCE may be - for an MPI that is installed in PREFIX.  CI does not run it;
# matrix.md says what has been run.
#   JOBS=N        processes of make (all CPUs)
#   ONLY=WORDS    of "contract run matrix"
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(realpath "$here/../..")

die() {
    echo "build_mpi.sh: $*" >&2
    exit 2
}

[ $# -ge 2 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2; }
source=$1
mkdir -p "$2"
prefix=$(realpath "$2")
shift 2
jobs=${JOBS:-$(nproc)}
only=" ${ONLY:-contract run matrix} "

# --- MPI ---

if [ ! -x "$prefix/bin/mpicc" ]; then
    [ -x "$source/configure" ] || die "no configure in $source; in a clone run its autogen first"
    source=$(realpath "$source")
    mkdir -p "$prefix/build"
    cd "$prefix/build"
    "$source/configure" --prefix="$prefix" --enable-shared "$@"
    make -j"$jobs"
    make install
fi
export PATH=$prefix/bin:$PATH MPICC=$prefix/bin/mpicc
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# Open MPI 5 takes these from its launcher, PRRTE.
export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1

says() { # MACRO: does its mpi.h define it?
    printf '#include <mpi.h>\n#ifndef %s\n#error\n#endif\n' "$1" |
        "$MPICC" -fsyntax-only -x c - 2>/dev/null
}
if says OPEN_MPI; then
    mpi=openmpi other=MPICH
    launcher=("$prefix/bin/mpirun" --oversubscribe --bind-to none)
elif says MPICH_VERSION; then
    mpi=mpich other=OPENMPI
    launcher=("$prefix/bin/mpirun")
else
    die "$MPICC is neither Open MPI's nor MPICH's"
fi

# --- ucilk with its plug-in ---

build=$prefix/ucilk
cmake -S "$root" -B "$build" -DBUILD_TESTING=ON "-DUCILK_${mpi^^}_CC=$MPICC" "-DUCILK_${other}_CC=OFF"
cmake --build "$build" -j"$jobs"
plugin=$build/lib/ucilk/ucilk_$mpi.so
[ -e "$plugin" ] || die "no plug-in was built: see what cmake says of $mpi above"
ldd "$plugin" | grep 'libmpi' | grep -F "$prefix" >/dev/null ||
    die "the plug-in has another libmpi than that of $prefix: $(ldd "$plugin" | grep libmpi)"

# --- The tests ---

n_failed=0
part() { # NAME COMMAND...
    [[ $only == *" $1 "* ]] || return 0
    echo "--- $1"
    "${@:2}" || n_failed=$((n_failed + 1))
}
part contract "$root/tests/contract/run.sh" "$build" "$plugin" "${launcher[@]}"
ln -sf mpirun "$prefix/bin/mpirun.$mpi"
part run "$here/run.sh" "$build" $mpi $mpi-apart
part matrix "$here/matrix.sh" "$build"
echo "$n_failed parts failed"
[ $n_failed = 0 ]
