#!/usr/bin/env bash
# tools/test.sh [--quick] [CTEST OPTION...]: installs what is missing, builds ucilk,
# and runs every test; stress_quick and fuzz_quick are parts of others.
#
#   --quick   builds what changed and runs the tests with the label `quick': below a
#             minute on two cores. They find the common mistakes; CI runs them all
#
# ctest's options: -L, -LE, -R, -E, -I, -j, --repeat, --timeout with a value;
# -N, -V, -VV, -Q, --progress, --stop-on-failure, --rerun-failed.  For example
# -L unit, or -R deque.
set -euo pipefail
if [ "${1-}" = --help ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
    echo "The build goes to build/, or to UCILK_BUILD_DIR."
    exit 0
fi
options=()
while [ $# != 0 ]; do
    case $1 in
    --quick) options+=(-L quick) ;;
    -L | -LE | -R | -E | -I | -j | --repeat | --timeout)
        [ $# != 1 ] || { echo "test.sh: $1 wants a value" >&2; exit 2; }
        options+=("$1" "$2")
        shift
        ;;
    -j[0-9]* | -N | -V | -VV | -Q | --progress | --stop-on-failure | --rerun-failed)
        options+=("$1")
        ;;
    *) # ctest would take no notice, and run every test
        echo "test.sh: unknown option $1; --help says what there is" >&2
        exit 2
        ;;
    esac
    shift
done
. "$(dirname "$0")/setup.sh"
need test
# The self-test is run with each libclang that there is.
if [ $manager = apt ]; then
    libclangs=()
    for version in $(tested_libclangs); do
        ! has_package "libclang1-$version" || libclangs+=("libclang1-$version")
    done
    install_by_apt "${libclangs[@]}"
fi
# With options, ctest builds the examples and benchmarks that the chosen tests want.
targets=all
if [ ${#options[@]} = 0 ]; then
    targets="all examples bench_programs"
    options=(-LE '^part$') # of other tests
fi
build "$targets" -DBUILD_TESTING=ON
cd "$build"
# One more than cores: a test of ranks mostly waits.
exec ctest -j "$(($(nproc) + 1))" --output-on-failure --no-tests=error "${options[@]}"
