#!/usr/bin/env bash
# tools/test.sh [CTEST OPTION...]: installs what is missing, builds ucilk, and
# runs every test.  Options go to ctest, for example -L unit or -R deque.
set -euo pipefail
if [ "${1-}" = --help ]; then
    sed -n '2,3s/^# //p' "$0"
    echo "The build goes to build/, or to UCILK_BUILD_DIR."
    exit 0
fi
. "$(dirname "$0")/setup.sh"
install gcc g++ clang libc6-dev libc6-dbg cmake make libclang-14-dev libcmocka-dev gdb \
    valgrind python3 pkg-config binutils ccache lld procps nettle-dev bsdutils spin mandoc man-db \
    groff-base bsdextrautils libopenmpi-dev openmpi-bin libmpich-dev mpich iproute2 libssl-dev libsqlite3-dev \
    libopenblas-dev libomp-dev libclang-rt-14-dev clangd zsh debhelper lintian
targets=all # what a test wants besides ctest builds
[ $# -gt 0 ] || targets+=" examples bench_programs"
build "$targets" -DBUILD_TESTING=ON
cd "$build"
exec ctest -j "$(nproc)" --output-on-failure --no-tests=error "$@"
